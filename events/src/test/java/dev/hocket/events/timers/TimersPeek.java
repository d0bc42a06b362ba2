package dev.hocket.events.timers;

import dev.hocket.events.waiting.Waiter;
import java.util.function.LongSupplier;

/** Shows tests of other packages the timers of all events. */
public final class TimersPeek {
  /** The number of cancelled timers that may always remain. */
  public static final int FEW = Timers.FIRST_LENGTH;

  private TimersPeek() {}

  /** The number of timers that are neither due nor cancelled. */
  public static int size() {
    return Timers.shared().size();
  }

  /** The number of cancelled timers that are still in the heap. */
  public static int cancelled() {
    return Timers.shared().cancelled();
  }

  /** The number of timers for which the heap has room. */
  public static int room() {
    return Timers.shared().room();
  }

  /** Adds a timer that is due at the latest after {@code nanosLeft}. */
  public static void add(Waiter waiter, LongSupplier nanosLeft) {
    Timers.shared().add(waiter, nanosLeft::getAsLong);
  }
}
