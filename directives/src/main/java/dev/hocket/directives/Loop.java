package dev.hocket.directives;

/**
 * For code that Hocket compiled: one thread's part in a work-shared loop, or in {@code sections}.
 * Iterations have the numbers 0 to n−1; generated code computes its variables from them.
 *
 * <p>Threads claim iterations without locks: by arithmetic ({@code static}), by one atomic addition
 * ({@code dynamic}) or by compare-and-set ({@code guided}).
 */
public final class Loop extends WorkShare {
  /** How many chunks {@code auto} makes for each thread, if the loop has that many iterations. */
  private static final long AUTO_CHUNKS = 64;

  private Schedule.Kind kind;
  private long chunk;
  private final int threads;

  /** The thread's part in what the loop evaluates once; null until the thread comes to it. */
  private LoopHead head;

  /** The thread's turns; null unless the loop is ordered. */
  final Turns turns;

  /** The trip counts of the collapsed loops, or of the only loop; outermost first. */
  private long[] trips;

  /** The product of the trip counts. */
  private long total;

  // The thread has claimed [from, to). [at, end) is the current chunk, and the rest follows in
  // later chunks: a chunk has at most 2^31 - 1 iterations, all in one row of a collapse.
  private long from;
  private long to;
  private long at;
  private long end;

  /** The chunk that the thread claims next, under a static schedule. */
  private long nextChunk;

  private boolean hasClaimed;
  private boolean ranLast;

  /** A loop whose iterations are known after {@link #deal}. */
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
        throw new IllegalArgumentException(
            "the loops at " + label + " have more than 2^63-1 iterations together");
      }
      product *= n;
    }
    return product;
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
   * {@link #once} for an object.
   *
   * @param <T> its type
   * @param value the object, on the thread that evaluates the head
   * @return the same object on every thread
   */
  @SuppressWarnings("unchecked")
  public <T> T onceOf(T value) {
    return (T) head().next(value);
  }

  /**
   * Begins to deal out the iterations. Called once, before {@link #next}.
   *
   * @param schedule how they are dealt out
   * @param counts how often each of the loops runs, the outermost first
   * @return this
   */
  public Loop deal(Schedule schedule, long... counts) {
    Schedule known = schedule.kind == Schedule.Kind.RUNTIME ? Settings.schedule() : schedule;
    boolean isAuto = known.kind == Schedule.Kind.AUTO;
    trips = counts;
    total = product(counts, label);
    kind = isAuto ? Schedule.Kind.GUIDED : known.kind;
    chunk = isAuto ? autoChunk() : known.chunk;
    if (member.team.width != null && (isAuto || kind == Schedule.Kind.STATIC)) {
      // No part of the loop belongs to a thread before the thread runs: it may not come soon.
      kind = Schedule.Kind.DYNAMIC;
      chunk = chunk == 0 ? autoChunk() : chunk;
    }
    return this;
  }

  private long autoChunk() {
    return Math.max(1, total / (threads * AUTO_CHUNKS));
  }

  /**
   * Claims the next chunk.
   *
   * @return false if there is none left for this thread, or another thread has failed in the
   *     construct
   */
  public boolean next() {
    at = end;
    if (at == to && !claimNext()) {
      return false;
    }
    end = endOfRow(trips, at, to);
    return true;
  }

  /** The end of a chunk: 2^31 - 1 iterations at most, all in one row of a collapse. */
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

  /** Whether further iterations may never begin. */
  final boolean isEarly() {
    return outcome().isEarly() || outcome().isConstructEarly(construct);
  }

  /** Whether the claimed iterations must not begin. */
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
   * The chunk's first iteration.
   *
   * @return its number; in a collapse, that of the innermost loop
   */
  public long first() {
    return trips.length == 1 ? at : at % trips[trips.length - 1];
  }

  /**
   * How many iterations the chunk has, one after the other.
   *
   * @return 1 or more
   */
  public int size() {
    return (int) (end - at);
  }

  /**
   * The iteration of a collapsed loop that is not the innermost.
   *
   * @param loop the number of the loop, 0 for the outermost
   * @return the number of its iteration, the same for the whole chunk
   */
  public long index(int loop) {
    return index(trips, at, loop);
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
