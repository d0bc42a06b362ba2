package elsewhere;

import java.util.function.LongUnaryOperator;

/** Code that changes a static field of another class; its package is not that of any function. */
public class Counting implements LongUnaryOperator {
  /** Has the field. */
  public static final class Total {
    public static long count;

    private Total() {}
  }

  /** Counts each call. */
  @Override
  public long applyAsLong(long value) {
    Total.count++;
    return value;
  }

  /** Does the same in a method that each of its classes has. */
  public interface Default {
    default long applyDefault(long value) {
      Total.count++;
      return value;
    }
  }

  /** Does the same. */
  public static final class Also extends Counting {}

  /** Counts each object. */
  public static final class Made {
    public Made() {
      Total.count++;
    }
  }

  public static boolean count() {
    return ++Total.count > 0;
  }

  /** Never changes, nor changes anything. */
  public record Pair(long left, long right) {
    public long sum() {
      return left + right;
    }
  }
}
