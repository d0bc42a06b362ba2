package dev.hocket.core;

/**
 * The result or exception of a resumed method, on its way to the caller. The caller is not on the
 * stack, so it takes the result when its own frame is resumed.
 */
// Accessed only by the thread that runs the coroutine.
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

  /** Ends a call whose caller waits until the method returns; throws what the method throws. */
  public abstract void join();

  /**
   * {@link #join} for a method that returns a reference, if it has suspended.
   *
   * @return what it returned
   */
  public final Object joinReference() {
    join();
    return takeReference();
  }

  /**
   * {@link #join} for a method that returns an int or what the JVM treats as one, if it has
   * suspended.
   *
   * @return what it returned
   */
  public final int joinInt() {
    join();
    return takeInt();
  }

  /**
   * {@link #join} for a method that returns a long, if it has suspended.
   *
   * @return what it returned
   */
  public final long joinLong() {
    join();
    return takeLong();
  }

  /**
   * {@link #join} for a method that returns a float, if it has suspended.
   *
   * @return what it returned
   */
  public final float joinFloat() {
    join();
    return takeFloat();
  }

  /**
   * {@link #join} for a method that returns a double, if it has suspended.
   *
   * @return what it returned
   */
  public final double joinDouble() {
    join();
    return takeDouble();
  }

  /** Keeps what a method has thrown for its caller. */
  final void fail(Throwable thrown) {
    failure = thrown;
    reference = null;
  }

  /** The exception with which the code ended, or null. */
  final Throwable failure() {
    return failure;
  }
}
