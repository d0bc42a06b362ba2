package dev.hocket.directives;

/**
 * For code that Hocket compiled: marks calls in generated Java. The class-file pass finds each
 * mark, makes the call just before it one of the resumable method, and removes the mark. Where that
 * pass has not been, a mark does nothing and the call waits.
 *
 * <p>There is one overload per primitive type and its box, so that a marked call means in every
 * expression what it meant without the mark.
 */
public final class Resumed {
  private Resumed() {}

  /** The {@code void} call just before is awaited. */
  public static void awaited() {}

  /** The {@code void} call just before is one of a resumable method, and is waited for. */
  public static void waited() {}

  /**
   * The call is awaited.
   *
   * @param <T> what it returns
   * @param result the call
   * @return its result
   */
  public static <T> T awaited(T result) {
    return result;
  }

  /**
   * The call is awaited: one of a method that lets its caller choose the type of the result, so
   * that every overload might be meant.
   *
   * @param <T> what it returns
   * @param result the call
   * @return its result
   */
  public static <T> T awaitedReference(T result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static boolean awaited(boolean result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static byte awaited(byte result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static short awaited(short result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static char awaited(char result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static int awaited(int result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static long awaited(long result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static float awaited(float result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static double awaited(double result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Boolean awaited(Boolean result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Byte awaited(Byte result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Short awaited(Short result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Character awaited(Character result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Integer awaited(Integer result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Long awaited(Long result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Float awaited(Float result) {
    return result;
  }

  /**
   * The call is awaited.
   *
   * @param result the call
   * @return its result
   */
  public static Double awaited(Double result) {
    return result;
  }
}
