package dev.hocket.compiler.random;

import java.util.ArrayList;
import java.util.List;

/** What a random program did, step by step; public, as the programs call it. */
public final class Trace {
  private static final int MOST_STEPS = 3_000;

  private final List<String> steps = new ArrayList<>();

  /** Ends a program that would run too long: at the same step, however it was compiled. */
  public static final class TooLong extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Notes a value and gives it back, so that the order of evaluation shows. */
  public synchronized int note(int value) {
    add("i" + value);
    return value;
  }

  /** Notes a value and gives it back. */
  public synchronized long note(long value) {
    add("l" + value);
    return value;
  }

  /** Notes a value and gives it back. */
  public synchronized double note(double value) {
    add("d" + value);
    return value;
  }

  /** Notes a value and gives it back. */
  public synchronized boolean note(boolean value) {
    add("z" + value);
    return value;
  }

  /** Notes a value and gives it back. */
  public synchronized String note(String value) {
    add("s" + value);
    return value;
  }

  private void add(String step) {
    if (steps.size() >= MOST_STEPS) {
      throw new TooLong();
    }
    steps.add(step);
  }

  @Override
  public synchronized String toString() {
    return String.join(" ", steps);
  }
}
