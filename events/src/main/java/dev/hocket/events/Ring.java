package dev.hocket.events;

import java.util.Arrays;

/**
 * The values that a channel holds, in order: those in its buffer, and more if asynchronous sends
 * leave them. Guarded by the channel's lock.
 */
final class Ring {
  private static final int FIRST_LENGTH = 16;

  /** An array that is longer, and longer than the buffer, is given up once it is empty. */
  private static final int KEPT_LENGTH = 1_024;

  private static final Object[] NOTHING = {};

  private final int capacity;
  private Object[] values = NOTHING;
  private int head;
  private int size;

  Ring(int capacity) {
    this.capacity = capacity;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean hasRoom() {
    return size < capacity;
  }

  /** How many more there is room for. */
  int room() {
    return Math.max(0, capacity - size);
  }

  /** How many there are more than there is room for. */
  int excess() {
    return Math.max(0, size - capacity);
  }

  /** False if there is no room. */
  boolean add(Object value) {
    if (!hasRoom()) {
      return false;
    }
    leave(value);
    return true;
  }

  /** Adds a value, whether there is room or not, in amortized constant time. */
  void leave(Object value) {
    if (size == values.length) {
      grow();
    }
    int tail = head + size;
    values[tail < values.length ? tail : tail - values.length] = value;
    size++;
  }

  Object take() {
    Object value = values[head];
    values[head] = null;
    head = head + 1 == values.length ? 0 : head + 1;
    size--;
    if (size == 0 && values.length > Math.max(capacity, KEPT_LENGTH)) {
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
