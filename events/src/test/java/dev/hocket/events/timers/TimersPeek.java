package dev.hocket.events.timers;

import dev.hocket.events.waiting.Waiter;
import java.util.function.LongSupplier;

/** What tests of other packages see of the timers of all events. */
public final class TimersPeek {
  /** How many cancelled ones may always be left. */
  public static final int FEW = Timers.FIRST_LENGTH;

  private TimersPeek() {}

  /** How many are neither due nor cancelled. */
  public static int size() {
    return Timers.shared().size();
  }

  /** How many cancelled ones are still in the heap. */
  public static int cancelled() {
    return Timers.shared().cancelled();
  }

  /** How many there is room for. */
  public static int room() {
    return Timers.shared().room();
  }

  /** Adds one; {@code nanosLeft} says how long it takes at most. */
  public static void add(Waiter waiter, LongSupplier nanosLeft) {
    Timers.shared().add(waiter, nanosLeft::getAsLong);
  }
}
