package dev.hocket.directives;

/**
 * For code that Hocket compiled: marks calls in generated Java. The class-file pass finds each
 * mark, replaces the call just before it by one of the resumable method, and removes the mark.
 * Without that pass a mark does nothing and the call waits.
 *
 * <p>There is an overload for each primitive type and its box, so that a marked call has in every
 * expression the same meaning as without the mark.
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
   * Marks a call as awaited.
   *
   * @param <T> the type of the result
   * @param result the result of the call
   * @return the same result
   */
  public static <T> T awaited(T result) {
    return result;
  }

  /**
   * Marks a call as awaited if the type of its result depends on the context, so that every
   * overload could be meant.
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
  public static boolean awaited(boolean result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static byte awaited(byte result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static short awaited(short result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static char awaited(char result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static int awaited(int result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static long awaited(long result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static float awaited(float result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static double awaited(double result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Boolean awaited(Boolean result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Byte awaited(Byte result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Short awaited(Short result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Character awaited(Character result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Integer awaited(Integer result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Long awaited(Long result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Float awaited(Float result) {
    return result;
  }

  /**
   * Marks a call as awaited.
   *
   * @param result the result of the call
   * @return the same result
   */
  public static Double awaited(Double result) {
    return result;
  }
}
