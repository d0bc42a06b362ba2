package dev.hocket.events;

import java.util.Arrays;

/** The values that a channel holds. Guarded by the channel's lock. */
final class Ring {
  private static final int FIRST_LENGTH = 16;
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

  /** False if there is no room. */
  boolean add(Object value) {
    if (size == capacity) {
      return false;
    }
    if (size == values.length) {
      grow();
    }
    int tail = head + size;
    values[tail < values.length ? tail : tail - values.length] = value;
    size++;
    return true;
  }

  Object take() {
    Object value = values[head];
    values[head] = null;
    head = head + 1 == values.length ? 0 : head + 1;
    size--;
    return value;
  }

  private void grow() {
    int length = (int) Math.min(capacity, Math.max(FIRST_LENGTH, 2L * values.length));
    Object[] longer = Arrays.copyOf(values, length);
    System.arraycopy(values, 0, longer, values.length - head, head);
    System.arraycopy(values, head, longer, 0, values.length - head);
    values = longer;
    head = 0;
  }
}
