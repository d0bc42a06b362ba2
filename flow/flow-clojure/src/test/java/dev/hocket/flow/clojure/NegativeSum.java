package dev.hocket.flow.clojure;

import dev.hocket.flow.functions.Function;

/** Replaces the sum of numbers by its negative. */
public final class NegativeSum {
  private long sum;

  /** Continues from zero. */
  public NegativeSum() {}

  /** Subtracts a number. */
  @Function
  public long runningSum(long n) {
    sum -= n;
    return sum;
  }
}
