package dev.hocket.events;

import java.util.Arrays;

/**
 * A port that also holds values, in order: those that it has room for, and more if asynchronous
 * sends leave them. Guarded by the port's lock.
 */
// A ring; a base class for the same reason as the queues.
abstract class Buffer extends Queues {
  private static final int FIRST_LENGTH = 16;

  /** An array that is longer, and longer than the buffer, is given up once it is empty. */
  private static final int KEPT_LENGTH = 1_024;

  private static final Object[] NOTHING = {};

  private final int capacity;
  private Object[] values = NOTHING;
  private int head;
  private int held;

  Buffer(int capacity) {
    this.capacity = capacity;
  }

  /** How many values. */
  final int held() {
    return held;
  }

  final boolean holdsNone() {
    return held == 0;
  }

  final boolean hasRoom() {
    return held < capacity;
  }

  /** For how many more there is room. */
  final int free() {
    return Math.max(0, capacity - held);
  }

  /** How many are held beyond those that there is room for. */
  final int excess() {
    return Math.max(0, held - capacity);
  }

  /** False if there is no room. */
  final boolean hold(Object value) {
    if (!hasRoom()) {
      return false;
    }
    holdAnyway(value);
    return true;
  }

  /** Whether there is room or not; in amortized constant time. */
  final void holdAnyway(Object value) {
    if (held == values.length) {
      grow();
    }
    int tail = head + held;
    values[tail < values.length ? tail : tail - values.length] = value;
    held++;
  }

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
