package elsewhere;

import java.util.function.LongUnaryOperator;

/** Code that changes a static field of another class; its package is not that of any function. */
public class Counting implements LongUnaryOperator {
  /** Has the field. */
  // Each update yields between reading and writing, so that two threads that count at once lose
  // updates, even on one processor.
  public static final class Total {
    public static long count;

    private Total() {}
  }

  /** Counts each call. */
  @Override
  public long applyAsLong(long value) {
    long before = Total.count;
    Thread.yield();
    Total.count = before + 1;
    return value;
  }

  /** Does the same in a method that each of its classes has. */
  public interface Default {
    default long applyDefault(long value) {
      long before = Total.count;
      Thread.yield();
      Total.count = before + 1;
      return value;
    }
  }

  /** Does the same. */
  public static final class Also extends Counting {}

  /** Counts each object. */
  public static final class Made {
    public Made() {
      long before = Total.count;
      Thread.yield();
      Total.count = before + 1;
    }
  }

  public static boolean count() {
    long before = Total.count;
    Thread.yield();
    Total.count = before + 1;
    return before >= 0;
  }

  /** Never changes, nor changes anything. */
  public record Pair(long left, long right) {
    public long sum() {
      return left + right;
    }
  }
}
