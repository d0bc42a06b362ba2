package dev.hocket.events.channels;

import dev.hocket.events.waiting.Port;
import java.util.Arrays;

/**
 * The values that a channel holds, in the order in which they were sent: those in its buffer, and
 * asynchronous sends, of which only the value is left. Guarded by the lock of the port.
 */
// This is a superclass and not an object of its own, for the cache line of the lock: see Queues.
abstract class Ring extends Port {
  private static final int FIRST_LENGTH = 16;

  /** An array that is longer than this, and than the buffer, is dropped once it is empty. */
  private static final int KEPT_LENGTH = 1_024;

  private static final Object[] NOTHING = {};

  private final int capacity;
  private Object[] values = NOTHING;
  private int head;
  private int held;

  /** Makes an empty ring of a buffer with room for {@code capacity} values. */
  Ring(int capacity) {
    this.capacity = capacity;
  }

  /** The number of values. */
  final int held() {
    return held;
  }

  final boolean holdsNone() {
    return held == 0;
  }

  final boolean hasRoom() {
    return held < capacity;
  }

  /** The number of values that the buffer still has room for. */
  final int free() {
    return Math.max(0, capacity - held);
  }

  /** The number of values beyond those that the buffer has room for. */
  final int excess() {
    return Math.max(0, held - capacity);
  }

  /** Adds a value if the buffer has room; returns whether it had. */
  final boolean hold(Object value) {
    if (!hasRoom()) {
      return false;
    }
    holdAnyway(value);
    return true;
  }

  /** Adds a value, even if the buffer has no room; in amortized constant time. */
  final void holdAnyway(Object value) {
    if (held == values.length) {
      grow();
    }
    int tail = head + held;
    values[tail < values.length ? tail : tail - values.length] = value;
    held++;
  }

  /** Takes the first value; there must be one. */
  final Object takeHeld() {
    Object value = values[head];
    values[head] = null;
    head = head + 1 == values.length ? 0 : head + 1;
    held--;
    if (held == 0 && values.length > Math.max(capacity, KEPT_LENGTH)) {
      values = NOTHING;
      head = 0;
    }
    return value;
  }

  private void grow() {
    int most = hasRoom() ? capacity : Integer.MAX_VALUE;
    int length = (int) Math.min(most, Math.max(FIRST_LENGTH, 2L * values.length));
    Object[] longer = Arrays.copyOf(values, length);
    System.arraycopy(values, 0, longer, values.length - head, head);
    System.arraycopy(values, head, longer, 0, values.length - head);
    values = longer;
    head = 0;
  }
}
