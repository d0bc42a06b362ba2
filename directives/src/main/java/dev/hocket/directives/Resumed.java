package dev.hocket.directives;

/**
 * For code that Hocket compiled: marks calls in generated Java. The class-file pass finds each
 * mark, replaces the call just before it by one of the resumable method, and removes the mark.
 * Without that pass a mark does nothing and the call waits.
 *
 * <p>There is a method for each primitive type and its box, so that a marked call has in every
 * expression the same meaning as without the mark. Each has a name of its own, because javac takes
 * twice as long to choose among overloads.
 */
public final class Resumed {
  private Resumed() {}

  /** Marks the {@code void} call just before as awaited. */
  public static void awaited() {}

  /**
   * Marks the {@code void} call just before, of a resumable method, as one that blocks its thread.
   */
  public static void waited() {}

  /**
   * Marks a call as awaited whose result is neither of a primitive type nor of its box. It is also
   * for a method that declares the type of its result as a parameter, which the context determines.
   *
   * @param <T> the type of the result
   * @param result the result of the call
   * @return the same result
   */
  public static <T> T awaitedReference(T result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static boolean awaitedBoolean(boolean result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static byte awaitedByte(byte result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static short awaitedShort(short result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static char awaitedChar(char result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static int awaitedInt(int result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static long awaitedLong(long result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static float awaitedFloat(float result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static double awaitedDouble(double result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Boolean awaitedBoxedBoolean(Boolean result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Byte awaitedBoxedByte(Byte result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Short awaitedBoxedShort(Short result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Character awaitedBoxedChar(Character result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Integer awaitedBoxedInt(Integer result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Long awaitedBoxedLong(Long result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Float awaitedBoxedFloat(Float result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Double awaitedBoxedDouble(Double result) {
    return result;
  }
}
