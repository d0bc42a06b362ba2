package dev.hocket.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The processors, as the one budget of running blocks and of the teams of parallel regions. A
 * running block of a {@link Worker} counts 1, and so does any other thread while it is in a region.
 * A region takes the free threads and never waits for more; a region that requests a number of
 * threads gets them even if the budget is used up, as long as all threads in regions together do
 * not exceed {@link #limit}.
 *
 * <p>A thread that encounters a region passes its permit on while it is parked in a wait of Hocket.
 * Threads of teams keep theirs until their region ends.
 */
public final class ThreadBudget {
  /** The environment variable of OpenMP for the limit. */
  public static final String LIMIT_VARIABLE = "OMP_THREAD_LIMIT";

  /** The environment variable that sets {@link #areWidthsShared} at the start. */
  public static final String SHARED_WIDTHS_VARIABLE = "HOCKET_SHARED_WIDTHS";

  private static final int DEFAULT_LIMIT = 128;

  // One word, so that a region takes all its permits at once:
  //
  //   bits 0-20: threads of teams, without those that encountered the regions;
  //   bits 21-41: threads that encountered a region and are in no other;
  //   bits 42-62: those of them that are not parked and belong to no worker, whose blocks are
  //   counted already.
  private static final int BITS = 21;
  private static final long MASK = (1L << BITS) - 1;
  private static final long EXTRA = 1L;
  private static final long ENCOUNTERING = 1L << BITS;
  private static final long AWAKE = 1L << 2 * BITS;

  private static final AtomicLong WORD = new AtomicLong();
  private static final int LIMIT = readLimit();

  private static volatile int size = Runtime.getRuntime().availableProcessors();

  private static volatile boolean sharesWidths = readSharesWidths();

  private ThreadBudget() {}

  /**
   * Returns whether regions share the budget evenly while they run. If so, a {@code parallel for}
   * or {@code parallel sections} without {@code num_threads}, outside of other regions, gets more
   * threads when others end, and fewer when others begin; a thread leaves between two chunks.
   * Otherwise, and by default, a region keeps the threads that were free when it began.
   *
   * @return false unless it was changed
   */
  public static boolean areWidthsShared() {
    return sharesWidths;
  }

  /**
   * Changes {@link #areWidthsShared} for regions that begin later.
   *
   * @param shared whether they share the budget while they run
   */
  public static void shareWidths(boolean shared) {
    sharesWidths = shared;
  }

  /**
   * Returns the number of threads that may run at once before a region finds none free.
   *
   * @return the processors, unless it was changed
   */
  public static int size() {
    return size;
  }

  /**
   * Changes the budget while the program runs, for regions that begin later.
   *
   * @param threads the new size
   * @throws IllegalArgumentException if it is less than 1
   */
  public static void resize(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "a budget of " + threads + " threads; it needs at least 1");
    }
    size = threads;
  }

  /**
   * Returns the number of threads that count at the moment.
   *
   * @return running blocks of workers and threads in regions; a number that may be stale by the
   *     time it is read
   */
  public static int inUse() {
    long word = WORD.get();
    return runningBlocks() + awake(word) + extras(word);
  }

  /**
   * Returns the number of threads that all regions of the process may have together: {@value
   * #LIMIT_VARIABLE}, or 128.
   *
   * @return the limit
   */
  public static int limit() {
    return LIMIT;
  }

  /**
   * Begins a region of the calling thread, which is the first of its threads.
   *
   * @param most the number of further threads that are requested
   * @param ifFree whether the region takes only free ones
   * @param first whether the thread is in no other region that counts
   * @return the number of further threads taken
   */
  static int take(int most, boolean ifFree, Context encountering, boolean first) {
    boolean outsider = first && !(encountering.pool instanceof Worker);
    long self = (first ? ENCOUNTERING : 0) + (outsider ? AWAKE : 0);
    int taken;
    long before;
    do {
      before = WORD.get();
      long with = before + self;
      int room = LIMIT - extras(with) - encountering(with);
      int wanted = ifFree ? size - runningBlocks() - awake(with) - extras(with) : most;
      taken = Math.max(0, Math.min(Math.min(wanted, most), room));
    } while (!WORD.compareAndSet(before, before + self + taken * EXTRA));
    encountering.isAwakeOutsider |= outsider;
    return taken;
  }

  /** Takes threads for a region that runs, free or not; fewer at the limit. */
  static int takeMore(int most) {
    int taken;
    long before;
    do {
      before = WORD.get();
      taken = Math.max(0, Math.min(most, LIMIT - extras(before) - encountering(before)));
    } while (!WORD.compareAndSet(before, before + taken * EXTRA));
    return taken;
  }

  static void giveBack(int extras) {
    WORD.addAndGet(-extras * EXTRA);
  }

  /** Ends a region that {@link #take} has begun. */
  static void end(int extras, Context encountering, boolean first) {
    boolean outsider = first && encountering.isAwakeOutsider;
    long self = (first ? ENCOUNTERING : 0) + (outsider ? AWAKE : 0);
    WORD.addAndGet(-extras * EXTRA - self);
    if (outsider) {
      encountering.isAwakeOutsider = false;
    }
  }

  /** Notes that the calling thread is about to park; true if it counted until now. */
  static boolean parks(Context context) {
    if (!context.isAwakeOutsider) {
      return false;
    }
    context.isAwakeOutsider = false;
    WORD.addAndGet(-AWAKE);
    return true;
  }

  /** Notes that the calling thread, which counted before it parked, continues. */
  static void goesOn(Context context) {
    context.isAwakeOutsider = true;
    WORD.addAndGet(AWAKE);
  }

  private static int runningBlocks() {
    int running = 0;
    for (Target target : Targets.made()) {
      if (target instanceof Worker worker) {
        running += worker.active();
      }
    }
    return running;
  }

  private static int extras(long word) {
    return (int) (word & MASK);
  }

  private static int encountering(long word) {
    return (int) (word >>> BITS & MASK);
  }

  private static int awake(long word) {
    return (int) (word >>> 2 * BITS & MASK);
  }

  private static boolean readSharesWidths() {
    String variable = System.getenv(SHARED_WIDTHS_VARIABLE);
    if (variable == null || variable.isBlank() || variable.strip().equalsIgnoreCase("false")) {
      return false;
    }
    if (!variable.strip().equalsIgnoreCase("true")) {
      System.err.println(
          "hocket: environment variable "
              + SHARED_WIDTHS_VARIABLE
              + " is \""
              + variable
              + "\" and is ignored: it must be true or false");
      return false;
    }
    return true;
  }

  private static int readLimit() {
    String variable = System.getenv(LIMIT_VARIABLE);
    if (variable == null || variable.isBlank()) {
      return DEFAULT_LIMIT;
    }
    try {
      int limit = Integer.parseInt(variable.strip());
      if (limit >= 1 && limit <= MASK) {
        return limit;
      }
    } catch (NumberFormatException notANumber) {
      // This falls through to the one message for all invalid limits.
    }
    System.err.println(
        "hocket: environment variable "
            + LIMIT_VARIABLE
            + " is \""
            + variable
            + "\"; it must be a number of threads from 1 to "
            + MASK
            + ", so the limit is "
            + DEFAULT_LIMIT);
    return DEFAULT_LIMIT;
  }
}
