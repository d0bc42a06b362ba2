package dev.hocket.core;

/**
 * How a method that has been resumed hands over to its caller what it returned or threw: the caller
 * is not on the stack, so it takes that when its turn comes.
 */
// Touched by the thread that runs the coroutine only.
abstract sealed class Result permits Activations {
  private Object reference;
  private long number;
  private Throwable failure;

  /**
   * Keeps what a method has returned for its caller.
   *
   * @param value the result
   */
  public void complete(Object value) {
    reference = value;
  }

  /**
   * Keeps what a method has returned for its caller.
   *
   * @param value the result
   */
  public void complete(int value) {
    number = value;
  }

  /**
   * Keeps what a method has returned for its caller.
   *
   * @param value the result
   */
  public void complete(long value) {
    number = value;
  }

  /**
   * Keeps what a method has returned for its caller.
   *
   * @param value the result
   */
  public void complete(float value) {
    number = Float.floatToRawIntBits(value);
  }

  /**
   * Keeps what a method has returned for its caller.
   *
   * @param value the result
   */
  public void complete(double value) {
    number = Double.doubleToRawLongBits(value);
  }

  /** After a resumption: throws what the called method has thrown, if anything. */
  public void take() {
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw Failures.sneak(thrown);
    }
  }

  /**
   * After a resumption: what the called method has returned; throws what it has thrown.
   *
   * @return the result
   */
  public Object takeReference() {
    take();
    Object value = reference;
    reference = null;
    return value;
  }

  /**
   * After a resumption: what the called method has returned; throws what it has thrown.
   *
   * @return the result
   */
  public int takeInt() {
    take();
    return (int) number;
  }

  /**
   * After a resumption: what the called method has returned; throws what it has thrown.
   *
   * @return the result
   */
  public long takeLong() {
    take();
    return number;
  }

  /**
   * After a resumption: what the called method has returned; throws what it has thrown.
   *
   * @return the result
   */
  public float takeFloat() {
    take();
    return Float.intBitsToFloat((int) number);
  }

  /**
   * After a resumption: what the called method has returned; throws what it has thrown.
   *
   * @return the result
   */
  public double takeDouble() {
    take();
    return Double.longBitsToDouble(number);
  }

  /** Keeps what a method has thrown for its caller. */
  final void fail(Throwable thrown) {
    failure = thrown;
    reference = null;
  }

  /** What the code threw in the end, or null. */
  final Throwable failure() {
    return failure;
  }
}
