package dev.hocket.events.timers;

import java.util.concurrent.Callable;

/** Shows tests of other packages the timers of all events. */
public final class TimersPeek {
  /** The number of cancelled timers that may always remain. */
  public static final int FEW = TimerHeap.FIRST_LENGTH;

  private TimersPeek() {}

  /** The number of timers that are neither due nor cancelled. */
  public static int size() {
    return Timers.shared().count(TimerHeap::size);
  }

  /** The number of cancelled timers that are still in the heaps. */
  public static int cancelled() {
    return Timers.shared().count(TimerHeap::cancelled);
  }

  /** The number of timers for which the heaps have room. */
  public static int room() {
    return Timers.shared().count(TimerHeap::room);
  }

  /** Replaces the clocks of all timers until {@code task} has ended. */
  public static void with(Time time, Callable<?> task) throws Exception {
    Timers before = Timers.share(new Timers(time));
    try {
      task.call();
    } finally {
      Timers.share(before);
    }
  }
}
