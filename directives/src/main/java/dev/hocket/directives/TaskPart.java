package dev.hocket.directives;

/**
 * For code that Hocket compiled: the iterations of a {@code taskloop} that one task runs. Generated
 * code looks like that of a {@link Loop}:
 *
 * <pre>{@code
 * int[] squares = new int[1000];
 * Tasks.loop(true, false, false, 0, 0, "Squares.java:3", new long[] {squares.length}, part -> {
 *   while (part.next()) {
 *     int first = (int) part.first();
 *     for (int k = 0, n = part.size(); k < n; k++) {
 *       squares[first + k] = (first + k) * (first + k);
 *     }
 *   }
 * });
 * }</pre>
 */
public final class TaskPart {
  private final long[] trips;
  private final Rows rows;
  private int row;
  private final int number;
  private final Contributions all;
  private final boolean isLast;
  private final long to;
  private long at;
  private long end;

  /**
   * Iterations from a number up to another one.
   *
   * @param trips how often each of the loops runs; null if they have rows
   * @param rows the rows; null if they have none
   * @param all collects the results of all parts
   */
  TaskPart(
      long[] trips, Rows rows, int number, Contributions all, boolean isLast, long from, long to) {
    this.trips = trips;
    this.rows = rows;
    this.number = number;
    this.all = all;
    this.isLast = isLast;
    this.to = to;
    this.end = from;
  }

  /**
   * Moves on to the next iterations that are consecutive in the innermost loop.
   *
   * @return false if no iterations are left
   */
  public boolean next() {
    at = end;
    if (at == to) {
      return false;
    }
    if (rows == null) {
      end = Loop.endOfRow(trips, at, to);
    } else {
      row = rows.row(at, row);
      end = rows.endOfChunk(row, at, to);
    }
    return true;
  }

  /**
   * The first of these iterations.
   *
   * @return the number of the iteration; in a collapse, that of the innermost loop
   */
  public long first() {
    return rows == null ? at % trips[trips.length - 1] : at - rows.start(row);
  }

  /**
   * The number of these iterations.
   *
   * @return 1 or more
   */
  public int size() {
    return (int) (end - at);
  }

  /**
   * The current iteration of an outer loop in a collapse.
   *
   * @param loop the number of the loop, 0 for the outermost
   * @return the number of its iteration, the same for all of them; with {@link Rows} the index
   *     itself, and for the innermost loop the index of the row's first iteration
   */
  public long index(int loop) {
    return rows == null ? Loop.index(trips, at, loop) : rows.index(row, loop);
  }

  /**
   * Contributes this task's values of the variables of {@code reduction} and {@code lastprivate}.
   *
   * @param mine the contributions
   * @return for the last task that arrives, the contributions of all tasks; none for the others
   */
  public Partials combine(Object... mine) {
    return all.arrive(number, isLast, mine) ? all.partials() : Partials.NONE;
  }
}
