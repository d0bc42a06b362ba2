package dev.hocket.directives;

import java.util.Arrays;

/**
 * For code that Hocket compiled: the rows of collapsed loops whose heads use the indices around
 * them. A row is one run of the innermost loop. Before the loops are shared out, generated code
 * runs the heads of all loops and adds the rows in the order of the sequential program:
 *
 * <pre>{@code
 * int n = 4;
 * Rows rows = new Rows("Triangle.java:3", 2);
 * for (int i = 0; i < n; i++) {
 *   rows.add(n - i, i, i); // the row of i has n - i iterations, and j starts at i
 * }
 * }</pre>
 *
 * <p>Only the thread that makes the object adds rows; then any thread reads it.
 */
public final class Rows {
  private static final int FIRST_CAPACITY = 16;

  private final String label;

  /** How many loops are collapsed. */
  private final int loops;

  private int rows;

  /** How many iterations the rows up to and including each of them have. */
  private long[] ends = new long[FIRST_CAPACITY];

  /** The start of the innermost index in each row, after the indices of the loops around it. */
  private long[] indices;

  /** What the sequential program leaves in the index of each loop, if the loop is reached. */
  private final long[] left;

  private final boolean[] isReached;

  /**
   * No rows yet.
   *
   * @param label position of the directive
   * @param loops how many loops are collapsed
   */
  public Rows(String label, int loops) {
    this.label = label;
    this.loops = loops;
    this.indices = new long[FIRST_CAPACITY * loops];
    this.left = new long[loops];
    this.isReached = new boolean[loops];
  }

  /**
   * Adds a row.
   *
   * @param trips how many iterations it has
   * @param start the first value of the innermost index
   * @param around the indices of the loops around it, the outermost first
   */
  public void add(long trips, long start, long... around) {
    if (trips == 0) {
      return;
    }
    long before = total();
    if (before > Long.MAX_VALUE - trips) {
      throw Loop.tooMany(label);
    }
    if (rows == ends.length) {
      grow();
    }
    ends[rows] = before + trips;
    System.arraycopy(around, 0, indices, rows * loops, loops - 1);
    indices[rows * loops + loops - 1] = start;
    rows++;
  }

  private void grow() {
    int most = Integer.MAX_VALUE / 2 / loops;
    if (rows >= most) {
      throw new IllegalArgumentException(
          "the loops at "
              + label
              + " have more than "
              + most
              + " rows, in which the head of an inner loop uses an index around it");
    }
    int capacity = (int) Math.min(2L * rows, most);
    ends = Arrays.copyOf(ends, capacity);
    indices = Arrays.copyOf(indices, capacity * loops);
  }

  /**
   * Notes what the sequential program leaves in an index.
   *
   * @param loop the number of the loop, 0 for the outermost
   * @param value the index after its last iteration
   */
  public void leave(int loop, long value) {
    left[loop] = value;
    isReached[loop] = true;
  }

  /**
   * Whether the sequential program reaches a loop.
   *
   * @param loop the number of the loop
   * @return whether {@link #leave} was called for it
   */
  public boolean reaches(int loop) {
    return isReached[loop];
  }

  /**
   * The last value of {@link #leave}.
   *
   * @param loop the number of the loop
   * @return the value
   */
  public long left(int loop) {
    return left[loop];
  }

  long total() {
    return rows == 0 ? 0 : ends[rows - 1];
  }

  /**
   * The row of an iteration.
   *
   * @param near a row that is perhaps that one, or the one before it
   */
  int row(long iteration, int near) {
    for (int row = near; row <= near + 1 && row < rows; row++) {
      if (start(row) <= iteration && iteration < ends[row]) {
        return row;
      }
    }
    int found = Arrays.binarySearch(ends, 0, rows, iteration + 1);
    return found < 0 ? -found - 1 : found;
  }

  /** The number of a row's first iteration. */
  long start(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** The end of a chunk: 2^31 - 1 iterations at most, all in its row. */
  long endOfChunk(int row, long at, long to) {
    return at + Math.min(Math.min(to, ends[row]) - at, Integer.MAX_VALUE);
  }

  /** The index of a loop in a row; for the innermost loop, its first index. */
  long index(int row, int loop) {
    return indices[row * loops + loop];
  }
}
