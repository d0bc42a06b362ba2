package dev.hocket.directives;

/**
 * For code that Hocket compiled, and for {@link Omp#setSchedule}: how the iterations of a
 * work-shared loop are dealt out, {@code schedule(kind, chunk)} (OpenMP 5.2, section 11.5.3).
 * Immutable.
 */
public final class Schedule {
  /** Contiguous parts of almost equal size, or chunks in turn, by thread number. */
  public static final Schedule STATIC = new Schedule(Kind.STATIC, 0);

  /** A chunk, of 1 iteration unless said otherwise, to each thread that asks for one. */
  public static final Schedule DYNAMIC = new Schedule(Kind.DYNAMIC, 0);

  /** As {@link #DYNAMIC}, with chunks that shrink with what is left, down to the given size. */
  public static final Schedule GUIDED = new Schedule(Kind.GUIDED, 0);

  /** Chosen by Hocket: {@link #GUIDED}, with chunks that are not too small for the loop. */
  public static final Schedule AUTO = new Schedule(Kind.AUTO, 0);

  /**
   * The schedule that {@code OMP_SCHEDULE} or {@link Omp#setSchedule} names when the loop begins.
   */
  public static final Schedule RUNTIME = new Schedule(Kind.RUNTIME, 0);

  /** The ways of dealing out. */
  enum Kind {
    STATIC,
    DYNAMIC,
    GUIDED,
    AUTO,
    RUNTIME
  }

  final Kind kind;

  /** How many iterations a chunk has; 0 if the program gives no number. */
  final long chunk;

  private Schedule(Kind kind, long chunk) {
    this.kind = kind;
    this.chunk = chunk;
  }

  /**
   * The same with chunks of a size.
   *
   * @param iterations how many iterations a chunk has; the last one may have fewer
   * @return the schedule
   * @throws IllegalArgumentException if there is less than 1
   */
  public Schedule chunk(long iterations) {
    if (iterations < 1) {
      throw new IllegalArgumentException(
          "schedule(" + this + ", " + iterations + "): a chunk has 1 iteration or more");
    }
    return new Schedule(kind, iterations);
  }

  /**
   * The schedule in the words of the clause.
   *
   * @return as in {@code dynamic,4}
   */
  @Override
  public String toString() {
    return kind.name().toLowerCase() + (chunk == 0 ? "" : "," + chunk);
  }
}
