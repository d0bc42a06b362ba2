package dev.hocket.flow.engine;

import dev.hocket.core.SpinHistory;
import dev.hocket.flow.settings.Waiting;
import java.util.function.LongSupplier;

/** The looks of one section for packets before it gives its thread back. */
final class Looking {
  // Both numbers are choices: nothing was measured with others.

  /**
   * The looks while spinning. The pauses between them, of 24 ns each where this was measured, take
   * 50 µs together, longer than a sleeping section takes to wake.
   */
  private static final int MOST_SPINS = 2_000;

  /** The looks while yielding: few, because other threads may run for a time slice in each. */
  private static final int MOST_YIELDS = 20;

  /**
   * The longest time, in nanoseconds, that a section spins. It looks at all its steps each time, so
   * {@value #MOST_SPINS} looks of a section with many steps take milliseconds, in which another
   * section could have had the thread.
   */
  static final long MOST_SPIN_NANOS = 100_000;

  /** The number of spins between two readings of the clock. */
  static final int SPINS_UNTIMED = 16;

  private final Waiting waiting;
  private final LongSupplier clock;
  private final SpinHistory history = new SpinHistory();

  /** Makes the looks of a section; {@code clock} returns nanoseconds. */
  Looking(Waiting waiting, LongSupplier clock) {
    this.waiting = waiting;
    this.clock = clock;
  }

  /** Notes that a look after {@link #goesOn} has found a packet. */
  void paid() {
    history.paid();
  }

  /**
   * Returns whether to look for packets again.
   *
   * @param times the number of looks so far in this wait
   * @param begun the time at which the wait began
   */
  boolean goesOn(int times, long begun) {
    int most = most();
    if (most == 0 || times == 0 && !history.advises()) {
      return false;
    }
    if (times == most || hasSpunLong(times, begun)) {
      history.failed();
      return false;
    }
    if (waiting == Waiting.SPINNING) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
    return true;
  }

  private boolean hasSpunLong(int times, long begun) {
    return waiting == Waiting.SPINNING
        && times % SPINS_UNTIMED == SPINS_UNTIMED - 1
        && clock.getAsLong() - begun > MOST_SPIN_NANOS;
  }

  private int most() {
    return switch (waiting) {
      case BLOCKING -> 0;
      case SPINNING -> MOST_SPINS;
      case YIELDING -> MOST_YIELDS;
    };
  }
}
