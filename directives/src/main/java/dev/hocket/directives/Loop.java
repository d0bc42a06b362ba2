package dev.hocket.directives;

/**
 * For code that Hocket compiled: one thread's part in a work-shared loop, or in {@code sections}.
 * Iterations have the numbers 0 to n−1; generated code computes its variables from them.
 *
 * <p>Threads claim iterations without locks: by arithmetic ({@code static}), by one atomic addition
 * ({@code dynamic}) or by compare-and-set ({@code guided}).
 */
public final class Loop extends WorkShare {
  /**
   * The number of chunks that {@code auto} creates per thread, if the loop has enough iterations.
   */
  private static final long AUTO_CHUNKS = 64;

  private Schedule.Kind kind;
  private long chunk;
  private final int threads;

  /**
   * The thread's part of the values that one thread evaluates for all; null until the thread needs
   * it.
   */
  private LoopHead head;

  /** The thread's turns in an ordered loop; null in another loop. */
  final Turns turns;

  /**
   * The trip counts of the collapsed loops, or of the only loop; outermost first. Null if they are
   * not the same for all iterations around, so that the loops have {@link Rows}.
   */
  private long[] trips;

  private Rows rows;

  /** The row of the current chunk. */
  private int row;

  /** How many iterations there are. */
  private long total;

  // The thread has claimed [from, to). [at, end) is the current chunk; later chunks contain the
  // rest. A chunk has at most 2^31 - 1 iterations, all in one row of a collapse.
  private long from;
  private long to;
  private long at;
  private long end;

  /** The chunk that the thread claims next, under a static schedule. */
  private long nextChunk;

  private boolean hasClaimed;
  private boolean ranLast;

  /** Creates a loop whose iterations {@link #deal} will determine. */
  Loop(Member member, String name, String label, boolean ordered) {
    super(member, name, label);
    this.threads = member.team.size();
    this.turns = ordered ? new Turns(this) : null;
    this.nextChunk = member.number;
    member.loop = this;
  }

  static long product(long[] trips, String label) {
    long product = 1;
    for (long n : trips) {
      if (n == 0) {
        return 0;
      }
    }
    for (long n : trips) {
      if (product > Long.MAX_VALUE / n) {
        throw tooMany(label);
      }
      product *= n;
    }
    return product;
  }

  static IllegalArgumentException tooMany(String label) {
    return new IllegalArgumentException(
        "the loops at " + label + " have more than 2^63-1 iterations together");
  }

  /**
   * Whether the calling thread evaluates the loop's head for all.
   *
   * @return true for the first thread of the team that asks
   */
  public boolean evaluates() {
    return head().evaluates;
  }

  private LoopHead head() {
    if (head == null) {
      head = new LoopHead(this);
    }
    return head;
  }

  /**
   * The next value of the head. Waits until the thread that evaluates the head has it.
   *
   * @param value the value, on the thread that evaluates the head; ignored on the others
   * @return the same value on every thread
   */
  public long once(long value) {
    return (Long) head().next((Object) value);
  }

  /**
   * Calls {@link #once} for an object.
   *
   * @param <T> the type of the object
   * @param value the object, on the thread that evaluates the head
   * @return the same object on every thread
   */
  @SuppressWarnings("unchecked")
  public <T> T onceOf(T value) {
    return (T) head().next(value);
  }

  /**
   * Determines the iterations and how they are distributed. Called once, before {@link #next}.
   *
   * @param schedule the way in which iterations are distributed
   * @param counts the number of iterations of each loop, outermost first
   * @return this
   */
  public Loop deal(Schedule schedule, long... counts) {
    trips = counts;
    return deal(schedule, product(counts, label));
  }

  /**
   * Begins to deal out the iterations of collapsed loops whose heads use the indices around them.
   * Called once, before {@link #next}.
   *
   * @param schedule how they are dealt out
   * @param all the rows
   * @return this
   */
  public Loop deal(Schedule schedule, Rows all) {
    rows = all;
    return deal(schedule, all.total());
  }

  private Loop deal(Schedule schedule, long iterations) {
    Schedule known = schedule.kind == Schedule.Kind.RUNTIME ? Settings.schedule() : schedule;
    boolean isAuto = known.kind == Schedule.Kind.AUTO;
    total = iterations;
    kind = isAuto ? Schedule.Kind.GUIDED : known.kind;
    chunk = isAuto ? autoChunk() : known.chunk;
    if (member.team.width != null && (isAuto || kind == Schedule.Kind.STATIC)) {
      // A thread may start late, so no part of the loop may belong to a thread that has not
      // started.
      kind = Schedule.Kind.DYNAMIC;
      chunk = chunk == 0 ? autoChunk() : chunk;
    }
    return this;
  }

  private long autoChunk() {
    return Math.max(1, total / (threads * AUTO_CHUNKS));
  }

  /**
   * Claims the next chunk for the calling thread.
   *
   * @return false if no chunk is left for this thread, or another thread has failed in the
   *     construct
   */
  public boolean next() {
    at = end;
    if (at == to && !claimNext()) {
      return false;
    }
    if (rows == null) {
      end = endOfRow(trips, at, to);
    } else {
      row = rows.row(at, row);
      end = rows.endOfChunk(row, at, to);
    }
    return true;
  }

  /**
   * The end of a chunk that starts at {@code at}: at most 2^31 - 1 iterations later, and in the
   * same row of a collapse.
   */
  static long endOfRow(long[] trips, long at, long to) {
    long row = trips[trips.length - 1];
    long restOfRow = trips.length == 1 ? to - at : row - at % row;
    return at + Math.min(Math.min(to - at, restOfRow), Integer.MAX_VALUE);
  }

  private boolean claimNext() {
    if (turns != null) {
      turns.passOn();
    }
    Width width = member.team.width;
    if (width != null) {
      width.betweenChunks(this);
    }
    member.checkTeam();
    boolean claims =
        switch (kind) {
          case STATIC -> claimStatic();
          case DYNAMIC -> claimDynamic();
          default -> claimGuided();
        };
    if (!claims || isOver()) {
      to = end;
      if (width != null) {
        width.isDealtOut();
      }
      return false;
    }
    at = from;
    if (turns != null) {
      turns.claim(from, to);
    }
    ranLast |= to == total;
    return true;
  }

  /** Whether some iterations may never begin. */
  final boolean isEarly() {
    return outcome().isEarly() || outcome().isConstructEarly(construct);
  }

  /** Whether the iterations claimed by this thread must not begin. */
  private boolean isOver() {
    return turns != null
        ? outcome().hasConstructFailedBefore(construct, from)
        : outcome().isConstructEarly(construct);
  }

  /**
   * {@code cancel for} and {@code cancel sections}: cancels the iterations that have not begun.
   *
   * @return whether the calling thread leaves the loop; false if {@code OMP_CANCELLATION} is false
   */
  public boolean cancel() {
    if (Settings.isCancellation()) {
      member.team.cancelConstruct(construct);
    }
    return isCancelled();
  }

  /**
   * {@code cancellation point}: whether the loop is cancelled.
   *
   * @return whether the calling thread leaves the loop
   */
  public boolean isCancelled() {
    return outcome().isConstructCancelled(construct);
  }

  private boolean claimStatic() {
    if (chunk > 0) {
      boolean claims = claimChunk(nextChunk, chunk);
      nextChunk += threads;
      return claims;
    }
    if (hasClaimed) {
      return false;
    }
    hasClaimed = true;
    long each = total / threads;
    long more = total % threads;
    from = member.number * each + Math.min(member.number, more);
    to = from + each + (member.number < more ? 1 : 0);
    return from < to;
  }

  private boolean claimDynamic() {
    long size = Math.max(1, chunk);
    return claimChunk(share().claim(1), size);
  }

  private boolean claimChunk(long number, long size) {
    if (total == 0 || number > (total - 1) / size) {
      return false;
    }
    from = number * size;
    to = from + Math.min(size, total - from);
    return true;
  }

  private boolean claimGuided() {
    long claimed;
    do {
      claimed = share().claimed();
      long left = total - claimed;
      if (left == 0) {
        return false;
      }
      from = claimed;
      to = from + Math.min(left, Math.max(Math.max(1, chunk), left / threads));
    } while (!share().claim(from, to));
    return true;
  }

  /**
   * The first iteration of the current chunk.
   *
   * @return the number of the iteration; in a collapse, that of the innermost loop
   */
  public long first() {
    if (rows != null) {
      return at - rows.start(row);
    }
    return trips.length == 1 ? at : at % trips[trips.length - 1];
  }

  /**
   * The number of consecutive iterations in the chunk.
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
   * @return the number of its iteration, the same for the whole chunk; with {@link Rows} the index
   *     itself, and for the innermost loop the index of the row's first iteration
   */
  public long index(int loop) {
    return rows == null ? index(trips, at, loop) : rows.index(row, loop);
  }

  static long index(long[] trips, long iteration, int loop) {
    long rows = iteration;
    for (int inner = trips.length - 1; inner > loop; inner--) {
      rows /= trips[inner];
    }
    return rows % trips[loop];
  }

  /**
   * The section to run.
   *
   * @return its number, from 0
   */
  public int section() {
    return (int) at;
  }

  @Override
  final boolean ranLast() {
    return ranLast;
  }

  @Override
  final long position() {
    return from;
  }

  final void checkOrdered(String where) {
    if (turns == null) {
      throw new IllegalStateException(
          "the ordered at "
              + where
              + " is inside the loop at "
              + label
              + ", which has no clause ordered; add the clause to the loop");
    }
  }

  @Override
  public void endNowait() {
    member.loop = null;
    super.endNowait();
  }
}
