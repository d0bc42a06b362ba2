package dev.hocket.flow.corpus;

/** A bean that holds any object. */
public final class Slot<T> {
  public T value;

  public Slot() {}

  public Slot(T value) {
    this.value = value;
  }

  public T get() {
    return value;
  }

  public void set(T value) {
    this.value = value;
  }
}
