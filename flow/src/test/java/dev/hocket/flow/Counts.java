package dev.hocket.flow;

import java.util.function.LongUnaryOperator;

/** A class with a static field, in the same folder as functions in no package. */
public final class Counts {
  /** Counts as code that does not name it calls it. */
  public static final LongUnaryOperator STEP = new Step();

  private static int count;

  private Counts() {}

  /** Counts its calls. */
  public static int next() {
    return ++count;
  }

  /** Returns the number of calls. */
  public static int last() {
    return count;
  }

  private static final class Step implements LongUnaryOperator {
    @Override
    public long applyAsLong(long x) {
      return next();
    }
  }
}
