package dev.hocket.core;

import dev.hocket.core.platform.Throwables;

/**
 * The result or exception of a resumed method, on its way to the caller. The caller is not on the
 * stack, so it takes the result when its own frame is resumed.
 */
// Only the thread that runs the coroutine uses it.
abstract class Result {
  private Object reference;
  private long number;
  private Throwable failure;

  /**
   * Keeps the result of a method for its caller.
   *
   * @param value the result
   */
  public void complete(Object value) {
    reference = value;
  }

  /**
   * Keeps the result of a method for its caller.
   *
   * @param value the result
   */
  public void complete(int value) {
    number = value;
  }

  /**
   * Keeps the result of a method for its caller.
   *
   * @param value the result
   */
  public void complete(long value) {
    number = value;
  }

  /**
   * Keeps the result of a method for its caller.
   *
   * @param value the result
   */
  public void complete(float value) {
    number = Float.floatToRawIntBits(value);
  }

  /**
   * Keeps the result of a method for its caller.
   *
   * @param value the result
   */
  public void complete(double value) {
    number = Double.doubleToRawLongBits(value);
  }

  /** Throws the exception of the called method, if there is one; called after a resumption. */
  public void take() {
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw Throwables.sneak(thrown);
    }
  }

  /**
   * Returns the result of the called method, or throws its exception; called after a resumption.
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
   * Returns the result of the called method, or throws its exception; called after a resumption.
   *
   * @return the result
   */
  public int takeInt() {
    take();
    return (int) number;
  }

  /**
   * Returns the result of the called method, or throws its exception; called after a resumption.
   *
   * @return the result
   */
  public long takeLong() {
    take();
    return number;
  }

  /**
   * Returns the result of the called method, or throws its exception; called after a resumption.
   *
   * @return the result
   */
  public float takeFloat() {
    take();
    return Float.intBitsToFloat((int) number);
  }

  /**
   * Returns the result of the called method, or throws its exception; called after a resumption.
   *
   * @return the result
   */
  public double takeDouble() {
    take();
    return Double.longBitsToDouble(number);
  }

  /** Ends a call whose caller waits until the method returns; throws the method's exceptions. */
  public abstract void join();

  /**
   * Ends the call of a method that returns a reference, if it has suspended, like {@link #join}.
   *
   * @return the result of the method
   */
  public final Object joinReference() {
    join();
    return takeReference();
  }

  /**
   * Ends the call of a method that returns an int or a value that the JVM treats as an int, if it
   * has suspended, like {@link #join}.
   *
   * @return the result of the method
   */
  public final int joinInt() {
    join();
    return takeInt();
  }

  /**
   * Ends the call of a method that returns a long, if it has suspended, like {@link #join}.
   *
   * @return the result of the method
   */
  public final long joinLong() {
    join();
    return takeLong();
  }

  /**
   * Ends the call of a method that returns a float, if it has suspended, like {@link #join}.
   *
   * @return the result of the method
   */
  public final float joinFloat() {
    join();
    return takeFloat();
  }

  /**
   * Ends the call of a method that returns a double, if it has suspended, like {@link #join}.
   *
   * @return the result of the method
   */
  public final double joinDouble() {
    join();
    return takeDouble();
  }

  /** Keeps the exception of a method for its caller. */
  final void fail(Throwable thrown) {
    failure = thrown;
    reference = null;
  }

  /** The exception with which the code ended, or null. */
  final Throwable failure() {
    return failure;
  }
}
