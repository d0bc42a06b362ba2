package dev.hocket.directives;

/**
 * For code that Hocket compiled: computes the number of iterations of a loop in OpenMP's canonical
 * form (OpenMP 5.2, section 4.4). The result is right for all bounds: neither the difference of
 * bounds near the limits of their type nor the step after the last iteration overflows.
 *
 * <p>All methods throw {@link IllegalArgumentException} if the step leads away from the bound, and
 * for more than 2<sup>63</sup>−1 iterations. The message names the position of the directive.
 * Programs that Hocket 0.1 compiled call the methods without a position.
 */
public final class Trips {
  private Trips() {}

  /**
   * The number of iterations of {@code for (i = from; i < to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step 1 or more
   * @return the number of iterations
   */
  public static long less(long from, long to, long step) {
    return less(from, to, step, "");
  }

  /**
   * The number of iterations of {@code for (i = from; i < to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step 1 or more
   * @param label the position of the directive
   * @return the number of iterations
   */
  public static long less(long from, long to, long step, String label) {
    checkUp(step, label);
    return from < to ? steps(to - from - 1, step, label) : 0;
  }

  /**
   * The number of iterations of {@code for (i = from; i <= to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step 1 or more
   * @return the number of iterations
   */
  public static long atMost(long from, long to, long step) {
    return atMost(from, to, step, "");
  }

  /**
   * The number of iterations of {@code for (i = from; i <= to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step 1 or more
   * @param label the position of the directive
   * @return the number of iterations
   */
  public static long atMost(long from, long to, long step, String label) {
    checkUp(step, label);
    return from <= to ? steps(to - from, step, label) : 0;
  }

  /**
   * The number of iterations of {@code for (i = from; i > to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step −1 or less
   * @return the number of iterations
   */
  public static long greater(long from, long to, long step) {
    return greater(from, to, step, "");
  }

  /**
   * The number of iterations of {@code for (i = from; i > to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step −1 or less
   * @param label the position of the directive
   * @return the number of iterations
   */
  public static long greater(long from, long to, long step, String label) {
    checkDown(step, label);
    return from > to ? steps(from - to - 1, -step, label) : 0;
  }

  /**
   * The number of iterations of {@code for (i = from; i >= to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step −1 or less
   * @return the number of iterations
   */
  public static long atLeast(long from, long to, long step) {
    return atLeast(from, to, step, "");
  }

  /**
   * The number of iterations of {@code for (i = from; i >= to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step −1 or less
   * @param label the position of the directive
   * @return the number of iterations
   */
  public static long atLeast(long from, long to, long step, String label) {
    checkDown(step, label);
    return from >= to ? steps(from - to, -step, label) : 0;
  }

  /**
   * The number of iterations of {@code for (i = from; i != to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step 1 or −1
   * @return the number of iterations
   */
  public static long notEqual(long from, long to, long step) {
    return notEqual(from, to, step, "");
  }

  /**
   * The number of iterations of {@code for (i = from; i != to; i += step)}.
   *
   * @param from the first value
   * @param to the bound
   * @param step 1 or −1
   * @param label the position of the directive
   * @return the number of iterations
   */
  public static long notEqual(long from, long to, long step, String label) {
    if (step != 1 && step != -1) {
      throw new IllegalArgumentException(
          loop(label) + " with != steps by " + step + "; it must be 1 or -1");
    }
    if (step == 1 ? from > to : from < to) {
      throw new IllegalArgumentException(
          loop(label) + " from " + from + " while != " + to + " steps away, by " + step);
    }
    return from == to ? 0 : step == 1 ? less(from, to, 1, label) : greater(from, to, -1, label);
  }

  private static void checkUp(long step, String label) {
    if (step < 1) {
      throw new IllegalArgumentException(
          loop(label) + " with < or <= steps by " + step + "; it must be 1 or more");
    }
  }

  private static void checkDown(long step, String label) {
    if (step > -1) {
      throw new IllegalArgumentException(
          loop(label) + " with > or >= steps by " + step + "; it must be -1 or less");
    }
  }

  /**
   * One more than the number of times that {@code step} fits into {@code distance}; both are
   * unsigned.
   */
  private static long steps(long distance, long step, String label) {
    long steps = Long.divideUnsigned(distance, step) + 1;
    if (steps <= 0) {
      // For 2^64 iterations the number itself has overflowed to 0.
      String number = steps == 0 ? "18446744073709551616" : Long.toUnsignedString(steps);
      throw new IllegalArgumentException(
          loop(label) + " of " + number + " iterations is too long; 2^63-1 are possible");
    }
    return steps;
  }

  private static String loop(String label) {
    return label.isEmpty() ? "a work-shared loop" : "the work-shared loop at " + label;
  }
}
