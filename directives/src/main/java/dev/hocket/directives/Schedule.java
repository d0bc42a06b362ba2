package dev.hocket.directives;

/**
 * The way in which the iterations of a work-shared loop are distributed, {@code schedule(kind,
 * chunk)} (OpenMP 5.2, section 11.5.3). For code that Hocket compiled, and for {@link
 * Omp#setSchedule}. Immutable.
 */
public final class Schedule {
  /**
   * Gives each thread a contiguous part of almost equal size, or chunks in turn, by thread number.
   */
  public static final Schedule STATIC = new Schedule(Kind.STATIC, 0);

  /** Gives a chunk to each thread that asks for one; it has 1 iteration unless set otherwise. */
  public static final Schedule DYNAMIC = new Schedule(Kind.DYNAMIC, 0);

  /**
   * Like {@link #DYNAMIC}, with chunks that shrink with the remaining work, down to the given size.
   */
  public static final Schedule GUIDED = new Schedule(Kind.GUIDED, 0);

  /**
   * The schedule that Hocket chooses: {@link #GUIDED}, with chunks that are not too small for the
   * loop.
   */
  public static final Schedule AUTO = new Schedule(Kind.AUTO, 0);

  /**
   * The schedule that {@code OMP_SCHEDULE} or {@link Omp#setSchedule} names when the loop begins.
   */
  public static final Schedule RUNTIME = new Schedule(Kind.RUNTIME, 0);

  /** The kinds of schedules. */
  enum Kind {
    STATIC,
    DYNAMIC,
    GUIDED,
    AUTO,
    RUNTIME
  }

  final Kind kind;

  /** The number of iterations in a chunk; 0 if the program gives no number. */
  final long chunk;

  private Schedule(Kind kind, long chunk) {
    this.kind = kind;
    this.chunk = chunk;
  }

  /**
   * A copy of the schedule with chunks of a size.
   *
   * @param iterations the number of iterations in a chunk; the last chunk may have fewer
   * @return the schedule
   * @throws IllegalArgumentException if the number is less than 1
   */
  public Schedule chunk(long iterations) {
    return chunk(iterations, "");
  }

  /**
   * Does the same as {@link #chunk(long)} for a directive, which the message of an exception names.
   *
   * @param iterations the number of iterations in a chunk
   * @param label the position of the directive
   * @return the schedule
   * @throws IllegalArgumentException if the number is less than 1
   */
  public Schedule chunk(long iterations, String label) {
    if (iterations < 1) {
      String where = label.isEmpty() ? "" : " at " + label;
      throw new IllegalArgumentException(
          "schedule("
              + this
              + ", "
              + iterations
              + ")"
              + where
              + ": a chunk has 1 iteration or more");
    }
    return new Schedule(kind, iterations);
  }

  /**
   * The schedule in the syntax of the clause.
   *
   * @return for example {@code dynamic,4}
   */
  @Override
  public String toString() {
    return kind.name().toLowerCase() + (chunk == 0 ? "" : "," + chunk);
  }
}
