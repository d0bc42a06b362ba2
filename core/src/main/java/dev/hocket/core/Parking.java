package dev.hocket.core;

import dev.hocket.core.platform.VirtualThreads;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes the calling thread wait as its target requires. Every wait of Hocket passes through here.
 *
 * <p>Waiting never starves. Each kind of target defines how its threads wait ({@link
 * Target#waitFor}):
 *
 * <ol>
 *   <li>a thread of a {@link Worker} releases its permit, so that another thread takes its place
 *       among the n, and takes a permit again when the wait is over;
 *   <li>an event loop's thread runs the blocks queued for its own loop, and no events of the
 *       toolkit;
 *   <li>a virtual thread parks, and so does a thread of no target.
 * </ol>
 *
 * <p>So a queued block will always run, and only running blocks can make a wait endless.
 */
final class Parking {
  /** The end of a wait. */
  enum End {
    OVER,
    /** The wait has been withdrawn, and the thread's interrupt status is cleared. */
    INTERRUPTED,
    /** The wait has been withdrawn, because its time is over. */
    TIMED_OUT
  }

  /**
   * The deadline of a wait, and the interval of its polls.
   *
   * @param deadline in {@link System#nanoTime}, if {@code timed}
   * @param period nanoseconds between two polls of a condition that no partner signals; 0 if a
   *     partner does
   */
  record Terms(boolean interruptible, boolean timed, long deadline, long period) {
    static final Terms INTERRUPTIBLE = new Terms(true, false, 0, 0);
    static final Terms UNINTERRUPTIBLE = new Terms(false, false, 0, 0);

    private static final long LONGEST = Long.MAX_VALUE / 2;
    private static final long PERIOD = 1_000_000;

    static Terms within(Duration timeout, boolean interruptible) {
      long nanos = Math.min(Target.nanos(timeout), LONGEST);
      return new Terms(interruptible, true, System.nanoTime() + nanos, 0);
    }

    /** The same terms, without a partner that unparks the thread. */
    Terms polling() {
      return new Terms(interruptible, timed, deadline, PERIOD);
    }

    boolean isTimeUp() {
      return timed && deadline - System.nanoTime() <= 0;
    }

    /** Parks until the next poll or the deadline; may return early. */
    void park(Wait wait) {
      long most = period;
      if (timed) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return;
        }
        most = most == 0 ? left : Math.min(most, left);
      }
      if (most == 0) {
        LockSupport.park(wait);
      } else {
        LockSupport.parkNanos(wait, most);
      }
    }
  }

  /** Set once a virtual thread drives an event loop; waiting virtual threads then check for one. */
  static volatile boolean aVirtualThreadDrivesALoop;

  /** Set once a virtual thread begins a parallel region, in which it counts while it runs. */
  static volatile boolean aVirtualThreadOpensARegion;

  private Parking() {}

  /** Waits as the calling thread's target requires. */
  static End await(Wait wait, Terms terms) {
    return await(ownTarget(), wait, terms);
  }

  /**
   * Waits as {@link #await}; withdrawn and refused if too many threads of the caller's pool wait.
   */
  static End awaitIfRoom(Wait wait, Terms terms) {
    Target own = ownTarget();
    try {
      if (own != null) {
        own.checkRoomToWait();
      }
    } catch (IllegalStateException refusal) {
      if (wait.cancel()) {
        throw refusal;
      }
      return End.OVER;
    }
    return await(own, wait, terms);
  }

  private static End await(Target own, Wait wait, Terms terms) {
    Context region = inRegion();
    Object recording = Recorder.waits(wait);
    try {
      return own == null ? untilOver(wait, terms, null) : own.waitFor(wait, terms);
    } finally {
      Recorder.waited(recording, wait);
      if (region != null) {
        ThreadBudget.goesOn(region);
      }
    }
  }

  /** Passes on the permit of a thread of no worker that is in a region; null for all others. */
  private static Context inRegion() {
    if (VirtualThreads.isVirtual(Thread.currentThread()) && !aVirtualThreadOpensARegion) {
      return null;
    }
    Context context = Context.current();
    return ThreadBudget.parks(context) ? context : null;
  }

  /** Makes a blocking call as the calling thread's target requires. */
  static <T, X extends Throwable> T call(Wait wait, Blocking.Call<T, X> body) throws X {
    Target own = Targets.currentOrNull();
    if (own != null) {
      own.checkMayBlock(wait.what());
    }
    Context context = Context.current();
    Context.Pause outer = context.pause(wait);
    Object recording = Recorder.waits(wait);
    try {
      return own == null ? body.call() : own.callBlocking(body);
    } finally {
      Recorder.waited(recording, wait);
      context.resume(outer);
    }
  }

  /** Refuses a wait, before it begins, if too many threads of the caller's pool wait. */
  static void checkRoom() {
    Target own = ownTarget();
    if (own != null) {
      own.checkRoomToWait();
    }
  }

  static void checkMayBlock(String what) {
    Target own = ownTarget();
    if (own != null) {
      own.checkMayBlock(what);
    }
  }

  /**
   * The target whose kind decides how the calling thread waits, or null if it simply parks. A
   * virtual thread parks whatever its target, unless it drives a loop or has a place to release.
   * The target is not looked up before one of these exists: that would cost each virtual thread
   * that ever parks a map of thread-local variables.
   */
  private static Target ownTarget() {
    return VirtualThreads.isVirtual(Thread.currentThread())
            && !aVirtualThreadDrivesALoop
            && !VirtualWorker.anyCountsPlaces
        ? null
        : Targets.currentOrNull();
  }

  /**
   * Parks until the wait is over or withdrawn. An interrupt that does not end the wait is set again
   * at its end.
   *
   * @param loop the loop whose blocks the thread runs in between, or null
   */
  // The order of the steps makes the wait all or nothing, and loses no wake:
  //
  //   1. check whether it is over: an end that comes first counts, whatever comes after it;
  //   2. if the time is over or the thread is interrupted, stop waiting, but only if the wait can
  //      be withdrawn, which the partner's commit may prevent. The interrupt is noted before a
  //      block runs in the middle: it is for this wait;
  //   3. park, or run a block. An unpark since 1 ends the park at once; 1, which follows, makes up
  //      for one that a park of that block consumes.
  static End untilOver(Wait wait, Terms terms, EventLoop loop) {
    boolean interrupted = false;
    try {
      while (!wait.isOver()) {
        if (terms.isTimeUp()) {
          return wait.cancel() ? End.TIMED_OUT : End.OVER;
        }
        interrupted |= Thread.interrupted();
        if (interrupted && terms.interruptible) {
          if (!wait.cancel()) {
            return End.OVER;
          }
          interrupted = false;
          return End.INTERRUPTED;
        }
        if (loop == null || !loop.runNextDuring(wait)) {
          terms.park(wait);
        }
      }
      return End.OVER;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
