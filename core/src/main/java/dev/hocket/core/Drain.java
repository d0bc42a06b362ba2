package dev.hocket.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;

/**
 * A block that is submitted repeatedly, to drain a queue in batches: a stage of a pipeline, a
 * mailbox, a log. It runs a batch and gives its thread back, so no endless task occupies a pool.
 *
 * <pre>{@code
 * Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
 * Drain drain =
 *     new Drain(
 *         Targets.of("worker"),
 *         "jobs",
 *         64,
 *         most -> {
 *           int done = 0;
 *           for (Runnable job; done < most && (job = jobs.poll()) != null; done++) {
 *             job.run();
 *           }
 *           return done;
 *         });
 * jobs.add(() -> System.out.println("hello"));
 * drain.submit(); // after each job, from any thread
 * }</pre>
 *
 * <p>The meaning of a submission:
 *
 * <ul>
 *   <li>A drain is in its target's queue at most once and never runs on two threads at a time. A
 *       submission of a queued drain changes nothing; a submission of a running one means another
 *       run.
 *   <li>The actions of a thread before it submitted happen-before a run that begins after that; a
 *       run happens-before the next one.
 *   <li>A drain is always queued, behind the blocks that are queued already, and never run in
 *       place: a batch that submits another drain of its target, or its own, continues before that
 *       drain runs. No limit of a queue refuses it, because it takes one place.
 *   <li>A run that drains a full batch is followed by another one, behind the blocks queued by
 *       then.
 *   <li>An exception of a run goes to the target's uncaught handler and ends that run. The run
 *       covers the submissions made before it began; later ones mean another run.
 *   <li>{@link #cancel} is final. A queued drain does not run, a running one is interrupted. Later
 *       submissions are refused; no submission is ever dropped silently.
 *   <li>A {@link Target#shutdown} ends it like any block: it waits for a queued or running drain,
 *       and reports one that has not ended within the grace; if it never ran, the uncaught handler
 *       gets the rejection. The drain accepts submissions until then; an idle drain refuses them
 *       once the shutdown has begun.
 *   <li>The JVM stays alive while it is queued or runs.
 * </ul>
 *
 * <p>A submission takes constant time, no lock, and no memory except the nodes of queues; on a
 * {@link VirtualWorker} each run has a virtual thread of its own. As a {@link Block}, a drain ends
 * only when it is cancelled or its target ends: {@link #join} waits for that. In a recording, each
 * run is a block event, with the number of its items.
 */
// `submissions` counts those that no finished run covers; above zero, the drain is held: by the
// submitter that hands it over, by its target's queue or by the thread that runs it. Only the
// holder makes the transitions between IDLE, QUEUED and RUNNING; a cancel may take the drain from
// IDLE or QUEUED to its end, where a holder's next transition fails.
//
//   To submit: (1) add one to the count; (2) if it was zero, IDLE → QUEUED, hand the drain over.
//   To run: (3) QUEUED → RUNNING; (4) read the count; (5) run a batch; (6) RUNNING → IDLE;
//   (7) unless the batch was full, take off what was read at (4); (8) unless zero is left,
//   IDLE → QUEUED, queue it again.
//
// No submission is lost: one that comes before (4) is read there, and its writes are seen by (5);
// one that comes later leaves more than zero at (7), and so another run. At (7) with zero left the
// next submission finds the drain idle, (6), and is the holder.
public final class Drain extends Block {
  private static final VarHandle SUBMISSIONS;

  static {
    try {
      SUBMISSIONS = MethodHandles.lookup().findVarHandle(Drain.class, "submissions", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Drains one batch of a queue. */
  @FunctionalInterface
  public interface Batch {
    /**
     * Handles the available items, up to a number. It may wait as a block may, and is interrupted
     * when the drain is cancelled.
     *
     * @param most the most items to handle
     * @return the number of handled items; the drain runs again if there may be more, that is, if
     *     this is {@code most}
     * @throws Throwable any exception; it goes to the target's uncaught handler
     */
    int run(int most) throws Throwable;
  }

  private final int most;
  private final Batch batch;

  /** The request of the code that made the drain: its submitters may work for others. */
  private final Span maker = Span.current();

  private volatile long submissions;
  private volatile boolean cancelled;

  // The record of the current run; accessed by the holder only.
  private long seen;
  private boolean full;
  private Throwable thrown;

  /**
   * Makes an idle drain.
   *
   * @param target the target that runs it
   * @param label the position of the code in the source, as {@code File.java:12}
   * @param most the most items that one run handles
   * @param batch the code
   * @throws IllegalArgumentException if {@code most} is less than 1
   */
  public Drain(Target target, String label, int most, Batch batch) {
    super(Objects.requireNonNull(target, "target"), Objects.requireNonNull(label, "label"));
    if (most < 1) {
      throw new IllegalArgumentException(
          "drain " + label + ": batches of " + most + " items; a batch needs at least 1");
    }
    this.most = most;
    this.batch = Objects.requireNonNull(batch, "batch");
  }

  /**
   * Submits the drain, so that it runs on a thread of its target; returns at once. Any thread may
   * call this, and so may the drain's own batch.
   *
   * @throws CancellationException if the drain has been cancelled
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public void submit() {
    if ((long) SUBMISSIONS.getAndAdd(this, 1L) != 0) {
      refuseIfEnded();
      return;
    }
    record();
    if (!moves(IDLE, QUEUED)) {
      refuseIfEnded();
    }
    try {
      target().hand(this);
    } catch (RuntimeException | Error refusal) {
      refuseOthers(refusal);
      throw refusal;
    }
  }

  private void refuseIfEnded() {
    if (cancelled) {
      throw new CancellationException("drain " + label() + " was cancelled");
    }
    if (isDone()) {
      throw rejection();
    }
  }

  /** Reports a refusal, because later submissions were accepted. */
  private void refuseOthers(Throwable refusal) {
    long all = (long) SUBMISSIONS.getAndSet(this, 0L);
    if (all > 1) {
      target().uncaught(this, refusal);
    }
  }

  /**
   * Cancels the drain for all later runs: if it is queued it does not run, if it runs it is
   * interrupted and does not run again.
   *
   * @return true if the drain will never run; false if it runs now, or had ended before
   */
  @Override
  public boolean cancel() {
    cancelled = true;
    while (!isDone()) {
      if (endUnrun(CANCELLED, "cancelled", false)) {
        target().forget(this);
        return true;
      }
      if (endIdle()) {
        return true;
      }
      if (interrupt(RUNNING) || interrupt(INTERRUPTED)) {
        return false;
      }
      // The drain is between two states, or another thread is interrupting it and may need this
      // carrier.
      Thread.yield();
    }
    return false;
  }

  private boolean endIdle() {
    boolean ends = moves(IDLE, CANCELLED);
    if (ends) {
      notifyListeners();
    }
    return ends;
  }

  @Override
  Span cause(Context encountering) {
    return maker;
  }

  @Override
  boolean withdraw() {
    return moves(QUEUED, IDLE);
  }

  @Override
  boolean abandon() {
    return reject();
  }

  @Override
  boolean begin(boolean inPlace) {
    seen = submissions;
    beginRecord(inPlace);
    int items = -1;
    try {
      items = batch.run(most);
    } catch (Throwable t) {
      thrown = t;
    }
    full = items >= most;
    endRecord(thrown == null ? "completed" : "failed", items);
    return false;
  }

  @Override
  void leave() {
    boolean interrupted = isInterruptedOnItsWayTo(IDLE);
    isOn(null);
    if (interrupted) {
      Thread.interrupted();
    }
    Throwable failure = thrown;
    if (failure != null) {
      thrown = null;
      target().uncaught(this, failure);
    }
    if (cancelled) {
      // A cancel that interrupted the run leaves the final transition to it.
      endIdle();
    } else if (full || (long) SUBMISSIONS.getAndAdd(this, -seen) != seen) {
      queueAgain();
    }
  }

  private void queueAgain() {
    record();
    if (moves(IDLE, QUEUED)) {
      try {
        target().requeue(this);
      } catch (RuntimeException | Error refusal) {
        target().suspended().refused(this, refusal);
      }
    }
  }
}
