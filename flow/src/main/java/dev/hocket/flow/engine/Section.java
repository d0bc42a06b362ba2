package dev.hocket.flow.engine;

import dev.hocket.core.Drain;
import dev.hocket.core.Target;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.settings.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A group of steps that take turns on one thread at a time. An activation handles a batch of the
 * packets that arcs have brought, then gives the thread back. The sender of a packet wakes the
 * section.
 */
// A sender need not wake a section for each packet: it does so after some packets, at the end of
// its activation, and at once while packets are slow. The previous activation decides after how
// many; the sender reads the clock after some packets only, and if they have turned slow, it wakes
// the receiver for each of them from then on.
public final class Section {
  /** The longest time, in nanoseconds, that a packet waits until its receiver is woken. */
  private static final long MOST_DELAY_NANOS = 20_000;

  /**
   * How long an activation continues while there are packets, because starting another one costs
   * more.
   */
  private static final long LEAST_NANOS = 50_000;

  // A round is the packets between two readings of the clock; a reading takes 29 ns. The other
  // figures are choices: nothing was measured with others.

  /** So many packets share a reading of the clock that it costs each of them 0.1 ns. */
  private static final int MOST_IN_ROUND = 256;

  /** Rounds grow below this time, so that reading the clock takes less than 1 % of it. */
  private static final long LEAST_ROUND_NANOS = 10_000;

  /** Rounds shrink above this time, so that an activation ends soon after its time is over. */
  private static final long MOST_ROUND_NANOS = 40_000;

  /** The packets sent until a receiver is woken: waking takes several atomic operations. */
  private static final int MOST_UNTOLD = 64;

  /** The packets sent between two readings of the clock that limit the delay: 4 ns for each. */
  private static final int MOST_UNTIMED = 8;

  /** The packets taken from one arc before the other arcs and the steps have their turns. */
  private static final int MOST_RECEIVED = 64;

  /** The packets that one of several steps handles before the next one has its turn. */
  private static final int MOST_IN_TURN = 64;

  public final String name;
  private final Execution run;

  /** Whether a function may wait for another section's work on an earlier packet. */
  private final boolean mayWait;

  private final Looking looking;
  private final Drain drain;
  private final List<Step> steps = new ArrayList<>();
  private final List<Arc> inbound = new ArrayList<>();
  private final List<Section> untold = new ArrayList<>();
  private final List<Drawing> drawings = new ArrayList<>();
  private Codes codes;

  /** Makes the code with timed calls; null if it has been made, or calls are never timed. */
  private Supplier<Optional<SectionCode>> timing;

  private boolean isShort;

  /**
   * The number of activations that the target has refused; while it is above zero, a thread runs
   * them.
   */
  private final AtomicInteger refused = new AtomicInteger();

  /** The number of packets between two readings of the clock. */
  private int round = 1;

  /** The step whose turn it is, and how many packets it has handled in this turn. */
  private int turn;

  private int doneInTurn;

  private int sent;
  private int tellAfter = 1;

  /** The time at which this section last woke its receivers. */
  private long told;

  private long activations;

  /** The thread of the current activation. */
  private volatile Thread thread;

  private volatile long busyNanos;

  public Section(
      Execution run, String name, Target target, boolean mayWait, Waiting waiting, int batch) {
    this.run = run;
    this.name = name;
    this.mayWait = mayWait;
    this.looking = new Looking(waiting, System::nanoTime);
    this.drain = new Drain(target, name, batch, this::activate);
  }

  public void add(Step step) {
    steps.add(step);
  }

  void addInbound(Arc arc) {
    inbound.add(arc);
  }

  public void add(Drawing drawing) {
    drawings.add(drawing);
  }

  public List<Step> steps() {
    return steps;
  }

  /** The sources that are called one by one. */
  public List<Drawing> drawings() {
    return drawings;
  }

  /**
   * Sets the code; called after the last {@link #add}. Steps nearest to the end of the flow get the
   * first turns.
   *
   * @param slots the number of slots of a packet
   */
  public void seal(SectionCode generated, int slots) {
    codes = new Codes(generated);
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).seal(i);
    }
    for (int i = 0; i < drawings.size(); i++) {
      drawings.get(i).at(this::code, i, slots);
    }
    Collections.reverse(steps);
  }

  /**
   * Sets how {@link #makeTimed} makes the same code with timed calls.
   *
   * @param generates returns nothing if there can be no such code
   */
  public void timedBy(Supplier<Optional<SectionCode>> generates) {
    timing = generates;
  }

  /** Makes the code with timed calls, if there is none; one thread at a time calls this. */
  void makeTimed() {
    Supplier<Optional<SectionCode>> generates = timing;
    if (generates != null) {
      timing = null;
      generates.get().ifPresent(codes::timedBy);
    }
  }

  /** Returns whether no thread runs it, now or ever. */
  boolean isQuiet() {
    return drain.isDone() && refused.get() == 0;
  }

  SectionCode code() {
    return codes.current();
  }

  boolean isStopped() {
    return run.isStopped();
  }

  public boolean hasInbound() {
    return !inbound.isEmpty();
  }

  Drain drain() {
    return drain;
  }

  /** Returns the thread that runs the section; null if none does. */
  Thread thread() {
    return thread;
  }

  /** Lets the section time the calls of its next round; any thread may call this. */
  void timeNextRound() {
    codes.timeNextRound();
  }

  /** Lets the section time the calls of all rounds, or no longer; any thread may call this. */
  void timeRounds(boolean all) {
    codes.timeRounds(all);
  }

  /**
   * Returns the node that the section's code is at; null if it is at none, or runs code that does
   * not show it. Any thread may call this.
   */
  String calling() {
    return codes.calling();
  }

  /** Returns the counts of calls so far; any thread may call this. */
  List<Statistics.Calls> statistics() {
    return codes.statistics();
  }

  /** Returns the costs so far; any thread may call this. */
  public Costs costs() {
    return codes.costs();
  }

  /** Returns for how long, in nanoseconds, the section has run. */
  public long busyNanos() {
    return busyNanos;
  }

  long activations() {
    return activations;
  }

  int queued() {
    return inbound.stream().mapToInt(Arc::depth).sum();
  }

  /** The most packets that the section has found on one arc. */
  int mostFound() {
    return inbound.stream().mapToInt(Arc::mostFound).max().orElse(0);
  }

  /** Wakes the section, so that it checks for packets. Any thread may call this. */
  public void wake() {
    try {
      drain.submit();
    } catch (RejectedExecutionException shutDown) {
      runRefused();
    } catch (CancellationException stopped) {
      // The flow has been stopped, and no packets will be handled.
    }
  }

  /**
   * Handles packets after the target was shut down and takes no more activations. The thread that
   * would have woken the section handles them.
   */
  // As in a drain, the count is above zero while a thread runs the section, and an increment
  // meanwhile means one more round. The drain does not run at the same time: the target refuses no
  // activation that is queued or runs.
  private void runRefused() {
    if (refused.getAndIncrement() != 0) {
      return;
    }
    run.end();
    int seen;
    do {
      seen = refused.get();
      if (!drain.isDone()) {
        activate(Integer.MAX_VALUE);
      }
    } while (refused.addAndGet(-seen) != 0);
  }

  /** Notes that a step of this section has sent a packet to another section. */
  void sentTo(Section receiver) {
    if (!untold.contains(receiver)) {
      untold.add(receiver);
    }
    countSent();
  }

  /** Notes that a packet has left the flow in this section. */
  void collected() {
    countSent();
  }

  private void countSent() {
    if (++sent >= tellAfter) {
      tell();
    } else if (sent % MOST_UNTIMED == 0 && System.nanoTime() - told > MOST_DELAY_NANOS) {
      tellAfter = 1;
      tell();
    }
  }

  private void tell() {
    sent = 0;
    told = System.nanoTime();
    for (int i = 0; i < untold.size(); i++) {
      untold.get(i).wake();
    }
    untold.clear();
    run.publishCollected(this);
  }

  private int activate(int most) {
    activations++;
    thread = Thread.currentThread();
    if (drain.target().isShutDown() && !run.isEnding()) {
      run.end();
    }
    long begin = System.nanoTime();
    told = begin;
    int done = 0;
    try {
      Object token = run.enter();
      try {
        done = handleRounds(most, begin);
      } finally {
        run.leave(token);
      }
    } catch (Throwable inConveyance) {
      run.stop(inConveyance);
    }
    adapt(done, System.nanoTime() - begin);
    thread = null;
    return done;
  }

  private int handleRounds(int most, long begin) {
    int done = 0;
    long now = begin;
    try {
      int handled;
      int wanted;
      do {
        wanted = round;
        codes.beginRound();
        handled = handle(wanted);
        codes.endRound();
        done += handled;
        long before = now;
        now = System.nanoTime();
        adaptRound(now - before);
        if (handled > 0) {
          addBusy(now - before);
        }
      } while (handled >= wanted && (done < most || now - begin < LEAST_NANOS));
    } catch (Throwable t) {
      run.stop(t);
    } finally {
      tell();
    }
    return done;
  }

  // Only the thread of the section adds.
  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  private void addBusy(long nanos) {
    busyNanos += nanos;
  }

  /** Publishes the counters, between rounds. */
  private void adaptRound(long nanos) {
    if (nanos < LEAST_ROUND_NANOS) {
      round = Math.min(MOST_IN_ROUND, 2 * round);
    } else if (nanos > MOST_ROUND_NANOS) {
      round = (int) Math.max(1, round * MOST_ROUND_NANOS / nanos);
    }
  }

  private int handle(int most) {
    int done = 0;
    int idle = 0;
    while (done < most && !run.isStopped()) {
      int before = done;
      boolean received = false;
      for (int i = 0; i < inbound.size(); i++) {
        received |= inbound.get(i).receive(MOST_RECEIVED);
      }
      for (int i = 0; i < steps.size() && done < most; i++) {
        done += takeTurn(most - done);
      }
      if (done == before && !received) {
        done += handleShort(most - done);
      }
      if (done > before || received) {
        if (idle > 0) {
          looking.paid();
        }
        idle = 0;
      } else {
        if (idle == 0) {
          tell();
        }
        if (!looking.goesOn(idle++, told)) {
          return done;
        }
      }
    }
    return done;
  }

  /**
   * Continues the turn of a step. The turn ends when the step has no packet or has handled its
   * share. It does not end with the round, or a step that always has packets would use up every
   * round.
   *
   * @return how many packets were handled
   */
  private int takeTurn(int most) {
    Step step = steps.get(turn);
    int share = steps.size() == 1 ? MOST_IN_ROUND : MOST_IN_TURN;
    int done = step.mayWait() ? 0 : step.fire(Math.min(most, share - doneInTurn));
    doneInTurn += done;
    if (done < most || doneInTurn == share) {
      turn = (turn + 1) % steps.size();
      doneInTurn = 0;
    }
    return done;
  }

  /**
   * Handles packets of steps that were waiting for more, and then calls the steps that may wait for
   * something outside the program.
   *
   * @return how many were handled
   */
  private int handleShort(int most) {
    isShort = true;
    int done = 0;
    for (int i = 0; i < steps.size() && done == 0; i++) {
      done = steps.get(i).mayWait() ? 0 : steps.get(i).fire(Math.min(most, MOST_RECEIVED));
    }
    isShort = false;
    for (int i = 0; i < steps.size() && done == 0; i++) {
      done = steps.get(i).mayWait() ? steps.get(i).fire(1) : 0;
    }
    return done;
  }

  /** Returns whether there are no other packets to be handled. */
  boolean isShort() {
    return isShort;
  }

  private void adapt(int done, long nanos) {
    if (mayWait || done == 0) {
      return;
    }
    long each = Math.max(1, nanos / done);
    tellAfter = Math.clamp(MOST_DELAY_NANOS / each, 1, MOST_UNTOLD);
  }

  @Override
  public String toString() {
    return name;
  }
}
