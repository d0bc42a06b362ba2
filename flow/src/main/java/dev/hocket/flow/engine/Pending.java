package dev.hocket.flow.engine;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.engine.Control.Tail;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.link.Interrupts;
import dev.hocket.flow.link.Stages;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * The step behind an asynchronous call: packets wait in it, without a thread, until their calls'
 * stages are complete.
 */
// The thread that completes a stage: (1) adds the answer to the queue; (2) wakes the section. An
// activation that begins after (2) polls the queue, so no answer is missed. If a stage calls back
// twice, the answer's flag ignores the second call.
public final class Pending extends Tail {
  private final Execution run;
  private final Call call;
  private final Step caller;
  private final Gate gate;

  /** The slot of the call's value, which holds its stage at first. */
  private final int value;

  /** The slot of the number of repetitions of the packet's call. */
  private final int repeats;

  private final int retries;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

  /**
   * Makes the step.
   *
   * @param caller the step that makes the call, in the same section
   * @param gate counts the pending calls
   */
  public Pending(
      Execution run,
      Step caller,
      int number,
      Control control,
      Gate gate,
      Call call,
      int value,
      int repeats,
      int retries) {
    super(caller.section, number, control);
    this.run = run;
    this.caller = caller;
    this.gate = gate;
    this.call = call;
    this.value = value;
    this.repeats = repeats;
    this.retries = retries;
  }

  /** The outcome of a stage. */
  private final class Answer implements BiConsumer<Object, Throwable> {
    private final Token token;
    private final AtomicBoolean given = new AtomicBoolean();
    private Object result;
    private Throwable failure;

    Answer(Token token) {
      this.token = token;
    }

    @Override
    public void accept(Object completed, Throwable thrown) {
      if (given.compareAndSet(false, true)) {
        result = completed;
        failure = thrown;
        answers.add(this);
        section.wake();
      }
    }
  }

  /** Lets a packet wait for its stage; the caller's section calls this after the call. */
  public void await(Token token) {
    if (token.slots[repeats] == null) {
      control.enter(token, 0);
      token.slots[repeats] = 0;
    }
    if (token.dead) {
      leaveAnswered(token);
      return;
    }
    Object stage = token.slots[value];
    token.slots[value] = null;
    Stages.whenComplete(stage, call, new Answer(token));
  }

  @Override
  int fire(int most) {
    for (Answer answer; (answer = answers.poll()) != null; ) {
      take(answer);
    }
    return super.fire(most);
  }

  private void take(Answer answer) {
    Token token = answer.token;
    if (answer.failure == null) {
      token.slots[value] = answer.result;
    } else if ((int) token.slots[repeats] < retries && !Interrupts.caused(answer.failure)) {
      token.slots[repeats] = (int) token.slots[repeats] + 1;
      gate.leave();
      caller.enqueueFirst(token);
      return;
    } else {
      token.dead = true;
      run.failed(token.packet, new Failed(call, answer.failure));
    }
    leaveAnswered(token);
  }

  private void leaveAnswered(Token token) {
    token.slots[repeats] = null;
    gate.leave();
    leave(token);
  }
}
