package dev.hocket.core;

/**
 * One suspended activation of a resumable method, for code that Hocket compiled: the point where it
 * continues, and the locals and operands it needs there. The values are written once and read in
 * the same order.
 */
public final class Frame {
  private static final Object[] NO_REFERENCES = {};
  private static final long[] NO_NUMBERS = {};

  final Resumer resumer;
  final String where;
  private final int point;
  private final Object[] references;
  private final long[] numbers;
  private int nextReference;
  private int nextNumber;

  /** The activation that called this one and waits for it, or null. */
  Frame caller;

  Frame(Resumer resumer, int point, String where, int references, int numbers) {
    this.resumer = resumer;
    this.point = point;
    this.where = where;
    this.references = references == 0 ? NO_REFERENCES : new Object[references];
    this.numbers = numbers == 0 ? NO_NUMBERS : new long[numbers];
  }

  /**
   * The point at which the method continues. Starts reading the frame at its first value.
   *
   * @return the number of the suspension point in its method, from 1
   */
  public int point() {
    return point;
  }

  /**
   * Keeps a reference.
   *
   * @param value the reference
   */
  public void put(Object value) {
    references[nextReference++] = value;
  }

  /**
   * Keeps an int, or a value that the JVM treats as an int.
   *
   * @param value the value
   */
  public void put(int value) {
    numbers[nextNumber++] = value;
  }

  /**
   * Keeps a long.
   *
   * @param value the value
   */
  public void put(long value) {
    numbers[nextNumber++] = value;
  }

  /**
   * Keeps a float, with all its bits.
   *
   * @param value the value
   */
  public void put(float value) {
    numbers[nextNumber++] = Float.floatToRawIntBits(value);
  }

  /**
   * Keeps a double, with all its bits.
   *
   * @param value the value
   */
  public void put(double value) {
    numbers[nextNumber++] = Double.doubleToRawLongBits(value);
  }

  /**
   * The next reference.
   *
   * @return the kept reference
   */
  public Object getReference() {
    return references[nextReference++];
  }

  /**
   * The next int.
   *
   * @return the kept value
   */
  public int getInt() {
    return (int) numbers[nextNumber++];
  }

  /**
   * The next long.
   *
   * @return the kept value
   */
  public long getLong() {
    return numbers[nextNumber++];
  }

  /**
   * The next float.
   *
   * @return the kept value
   */
  public float getFloat() {
    return Float.intBitsToFloat((int) numbers[nextNumber++]);
  }

  /**
   * The next double.
   *
   * @return the kept value
   */
  public double getDouble() {
    return Double.longBitsToDouble(numbers[nextNumber++]);
  }

  /** Returns whether all values have been put. */
  boolean isFilled() {
    return nextReference == references.length && nextNumber == numbers.length;
  }

  /** Switches the frame from writing to reading. */
  Frame rewound() {
    nextReference = 0;
    nextNumber = 0;
    return this;
  }
}
