package dev.hocket.flow.engine;

import dev.hocket.flow.walk.Thrown;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Moves a run from one deployment to the next, at a moment when no packet is on the way. */
public final class Remapping {
  private static final long NAP_NANOS = 50_000;

  private Remapping() {}

  /** The failure to make the next deployment. */
  private static final class NotMade extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotMade(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Changes to the next deployment after the admission has paused and its packets have ended;
   * blocks until then. Packets may never end without later ones, if functions wait for each other:
   * then the run keeps its sections. If the change fails, the run ends with that failure.
   *
   * @param patience the longest time to wait for the end of one more packet, in nanoseconds
   * @return false if the run has ended or been stopped instead, or the packets have not ended
   */
  // This thread polls, because a re-mapping is rare, and sections would otherwise have to check for
  // one after each batch.
  public static boolean change(Execution run, Deployment next, long patience) {
    return change(run, next, patience, System::nanoTime);
  }

  /**
   * {@link #change(Execution, Deployment, long)} with a clock.
   *
   * @param nanoTime the time in nanoseconds
   */
  public static boolean change(
      Execution run, Deployment next, long patience, LongSupplier nanoTime) {
    return changeToMade(run, () -> next, patience, nanoTime);
  }

  /**
   * Changes to a deployment that is made while no packet is in flight. If making it fails, the run
   * continues with its sections.
   */
  public static boolean changeToMade(Execution run, Supplier<Deployment> next, long patience) {
    return changeToMade(run, next, patience, System::nanoTime);
  }

  private static boolean changeToMade(
      Execution run, Supplier<Deployment> next, long patience, LongSupplier nanoTime) {
    try {
      return changes(run, next, patience, nanoTime);
    } catch (NotMade e) {
      throw Thrown.sneak(e.getCause());
    } catch (Throwable t) {
      // The admission has paused, and perhaps the sections have ended: without a failure, the run
      // would never end.
      run.changeFailed(t);
      throw t;
    }
  }

  private static boolean changes(
      Execution run, Supplier<Deployment> next, long patience, LongSupplier nanoTime) {
    Deployment former = run.deployed();
    long ended = run.ended();
    long since = nanoTime.getAsLong();
    while (!run.isDrained()) {
      if (run.isOver()) {
        return false;
      }
      // The time is read first: packets may end while this thread does not run.
      long now = nanoTime.getAsLong();
      if (run.ended() != ended) {
        ended = run.ended();
        since = nanoTime.getAsLong();
      } else if (now - since > patience) {
        run.resume();
        return false;
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
    Deployment made;
    try {
      made = next.get();
    } catch (Throwable t) {
      run.resume();
      throw new NotMade(t);
    }
    if (!run.retire()) {
      return false;
    }
    while (!former.isQuiet()) {
      LockSupport.parkNanos(NAP_NANOS);
    }
    run.change(made);
    return true;
  }
}
