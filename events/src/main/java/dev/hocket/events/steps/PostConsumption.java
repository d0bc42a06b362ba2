package dev.hocket.events.steps;

import dev.hocket.core.Block;
import dev.hocket.core.Place;
import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.events.threads.Relay;
import dev.hocket.events.threads.Threads;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs post-consumption actions: on a virtual thread of their own, which does not exist before
 * there is such an action to run, or on the target that an action names.
 */
public final class PostConsumption implements Runnable {
  private static final String LABEL = "post-consumption action";

  private Continuation step;
  private final Result outcome;

  private PostConsumption(Continuation step, Result outcome) {
    this.step = step;
    this.outcome = outcome;
  }

  /**
   * Starts the actions and returns; called by a thread that holds no lock. This method does not
   * throw: the calling thread may run other code, and has other waiters to notify.
   */
  public static void start(Continuation steps, Object value, Origin origin) {
    start(steps, value, Envelope.sender(value), origin);
  }

  /**
   * Starts the actions as {@link #start(Continuation, Object, Origin)} does.
   *
   * @param sender the part that has sent the message; null if it has none, or there is no message
   */
  public static void start(Continuation steps, Object value, Span sender, Origin origin) {
    if (steps == null) {
      return;
    }
    // The actions work for the request of the message, whichever thread starts them.
    Span share = sender == null ? null : sender.enter();
    try {
      new PostConsumption(steps, new Result(Envelope.content(value), origin)).start();
    } finally {
      if (share != null) {
        share.close();
      }
    }
  }

  private void start() {
    if (doQuickly()) {
      moveOn();
    }
  }

  /** Runs the steps that do not wait on the calling thread; false if none is left afterwards. */
  private boolean doQuickly() {
    for (;
        step instanceof Continuation.Quick || step instanceof Continuation.Drop;
        step = step.next()) {
      outcome.pass(step);
    }
    return step != null && !(outcome.isEnd() && !Continuation.takeFailures(step));
  }

  /** Passes the remaining steps on to the thread or target of the next step. */
  private void moveOn() {
    try {
      if (!(step instanceof Continuation.Move move)) {
        Threads.startAction(Span.process(outcome::event, this));
        return;
      }
      step = move.next();
      Target target = move.target();
      if (target.isCurrent()) {
        Relay.outside(target, () -> handOver(target));
      } else {
        handOver(target);
      }
    } catch (Throwable noThread) {
      giveUp(noThread);
    }
  }

  private void handOver(Target target) {
    try {
      if (Continuation.wakesOthers(step)) {
        Block block = target.submit(LABEL, this::goOn);
        block.whenDone(() -> ended(block));
      } else {
        target.execute(LABEL, this::goOn);
      }
    } catch (Throwable refusal) {
      giveUp(refusal);
    }
  }

  /** Reports a failure of a block for which no code waits. */
  private void ended(Block block) {
    switch (block.state()) {
      case FAILED ->
          block
              .target()
              .execute(
                  Place.HERE,
                  LABEL,
                  () -> {
                    throw block.failure();
                  });
      case REJECTED, CANCELLED -> giveUp(new RejectedExecutionException(block + " never ran"));
      default -> {}
    }
  }

  /**
   * Refuses the remaining actions, which no thread can run; a future or a callback must not wait
   * for them.
   */
  private void giveUp(Throwable refusal) {
    outcome.refuse(step, refusal);
    for (; step != null; step = step.next()) {
      if (step instanceof Continuation.Quick || step instanceof Continuation.Drop) {
        outcome.pass(step);
      }
    }
    if (outcome.isFailure()) {
      Threads.report(refusal);
    }
  }

  @Override
  public void run() {
    try {
      goOn();
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void goOn() throws InterruptedException {
    for (; step != null; step = step.next()) {
      if (step instanceof Continuation.Move) {
        moveOn();
        return;
      }
      outcome.pass(step);
    }
    // An interrupt has ended the thread, as the interrupting thread intended, so there is nothing
    // to report.
    if (!outcome.isEnd() && !outcome.isInterrupt()) {
      outcome.getOrReport();
    }
  }
}
