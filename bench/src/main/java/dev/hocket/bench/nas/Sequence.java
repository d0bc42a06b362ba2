package dev.hocket.bench.nas;

/**
 * The benchmarks' random numbers between 0 and 1: x ← 5¹³·x mod 2⁴⁶.
 *
 * <p>The product is exact modulo 2⁶⁴ in a {@code long}, and so modulo 2⁴⁶.
 */
public final class Sequence {
  private static final long FACTOR = 1_220_703_125L;
  private static final long MASK = (1L << 46) - 1;

  private long state;

  /**
   * Starts a sequence.
   *
   * @param seed the first state, which is not among the numbers
   */
  public Sequence(long seed) {
    state = seed;
  }

  /**
   * Skips numbers, in logarithmic time.
   *
   * @param count how many numbers
   * @return this sequence
   */
  public Sequence skip(long count) {
    long power = FACTOR;
    for (long left = count; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        state = state * power & MASK;
      }
      power = power * power & MASK;
    }
    return this;
  }

  /**
   * Returns the next number.
   *
   * @return a number between 0 and 1
   */
  public double next() {
    state = state * FACTOR & MASK;
    return state * 0x1p-46;
  }

  /**
   * Writes the next numbers into an array.
   *
   * @param numbers the array
   * @param from the first index
   * @param to the index after the last one
   */
  public void fill(double[] numbers, int from, int to) {
    long x = state;
    for (int i = from; i < to; i++) {
      x = x * FACTOR & MASK;
      numbers[i] = x * 0x1p-46;
    }
    state = x;
  }
}
