package dev.hocket.directives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the threads of a team share of one work-sharing construct, if it needs anything: most loops
 * with a static schedule do not. Constructs are numbered as each thread encounters them, and the
 * shared ones form a list in the order of their numbers, on which every thread walks at its own
 * pace. Nothing but the threads refers to the list, so what all have left behind is garbage.
 */
final class Share {
  private static final VarHandle NEXT;
  private static final VarHandle CLAIMED;
  private static final VarHandle COMBINED;
  private static final VarHandle SHARED;
  private static final VarHandle FAILED_AT;
  private static final VarHandle COPYING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Share.class, "next", Share.class);
      CLAIMED = lookup.findVarHandle(Share.class, "claimed", long.class);
      COMBINED = lookup.findVarHandle(Share.class, "combined", Contributions.class);
      SHARED = lookup.findVarHandle(Share.class, "shared", Contributions.class);
      COPYING = lookup.findVarHandle(Share.class, "isCopying", boolean.class);
      FAILED_AT = lookup.findVarHandle(Share.class, "failedAt", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final long NOWHERE = Long.MAX_VALUE;

  private final long number;
  private final String label;
  private volatile Share next;

  /** Iterations, chunks or threads that have been dealt out, by the construct's schedule. */
  private volatile long claimed;

  /** Of an ordered loop: the first iteration of the chunk whose turn it is. */
  volatile long turn;

  /** The first iteration of the first chunk that has failed. */
  private volatile long failedAt = NOWHERE;

  private final int threads;

  /** Contributions to variables that belong to all threads, and to those each has its own of. */
  private volatile Contributions combined;

  private volatile Contributions shared;

  /** What {@code single} hands to the other threads, before the barrier. */
  volatile Object[] copies;

  /** The elements of a loop over an iterable, once the first thread has read them. */
  volatile Object elements;

  private volatile boolean isCopying;

  /** The beginning of a list: no construct, but what a region shares itself. */
  Share(int threads) {
    this(threads, 0, "");
  }

  private Share(int threads, long number, String label) {
    this.threads = threads;
    this.number = number;
    this.label = label;
  }

  /**
   * The construct of that number, which is this one or comes later, encountered at that position.
   * The first thread to need it inserts it.
   */
  Share find(long wanted, String position) {
    Share before = this;
    while (before.number < wanted) {
      Share after = before.next;
      if (after != null && after.number <= wanted) {
        before = after;
        continue;
      }
      Share made = new Share(threads, wanted, position);
      made.next = after;
      if (NEXT.compareAndSet(before, after, made)) {
        return made;
      }
    }
    // A string constant is the same object for all; equals is for constructs of two class loaders.
    if (before.label != position && !before.label.equals(position)) {
      throw new IllegalStateException(
          "the work-sharing construct at "
              + position
              + " meets the one at "
              + before.label
              + ": all threads of a team must come to the same constructs in the same order");
    }
    return before;
  }

  /** True for the one thread that is to read {@link #elements}. */
  boolean beginCopy() {
    return COPYING.compareAndSet(this, false, true);
  }

  long claimed() {
    return claimed;
  }

  /** Deals out the next {@code count}; returns how many had been before. */
  long claim(long count) {
    return (long) CLAIMED.getAndAdd(this, count);
  }

  boolean claim(long from, long to) {
    return CLAIMED.compareAndSet(this, from, to);
  }

  boolean hasFailed() {
    return failedAt != NOWHERE;
  }

  /** Whether an iteration of the chunk that begins there comes after one that has failed. */
  boolean hasFailedBefore(long first) {
    return failedAt < first;
  }

  void fail(long first) {
    long known = failedAt;
    while (first < known && !FAILED_AT.compareAndSet(this, known, first)) {
      known = failedAt;
    }
  }

  Contributions combined() {
    return made(COMBINED, combined);
  }

  Contributions shared() {
    return made(SHARED, shared);
  }

  private Contributions made(VarHandle field, Contributions known) {
    if (known != null) {
      return known;
    }
    Contributions made = new Contributions(threads);
    Contributions other = (Contributions) field.compareAndExchange(this, null, made);
    return other == null ? made : other;
  }
}
