package dev.hocket.directives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The shared state of one work-sharing construct in a team, if the construct needs any: most loops
 * with a static schedule do not. Constructs are numbered as each thread encounters them, and the
 * shared ones form a list in the order of their numbers, on which every thread walks at its own
 * pace. Only the threads refer to the list, so a construct that all have passed is garbage.
 */
final class Share {
  private static final VarHandle NEXT;
  private static final VarHandle CLAIMED;
  private static final VarHandle COMBINED;
  private static final VarHandle SHARED;
  private static final VarHandle HEAD_BEGUN;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Share.class, "next", Share.class);
      CLAIMED = lookup.findVarHandle(Share.class, "claimed", long.class);
      COMBINED = lookup.findVarHandle(Share.class, "combined", Contributions.class);
      SHARED = lookup.findVarHandle(Share.class, "shared", Contributions.class);
      HEAD_BEGUN = lookup.findVarHandle(Share.class, "isHeadBegun", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long number;
  private final String label;
  private volatile Share next;

  /**
   * The number of iterations, chunks or threads that have been assigned; the construct's schedule
   * defines the unit.
   */
  private volatile long claimed;

  /** The first iteration of the chunk whose turn it is, in an ordered loop. */
  volatile long turn;

  private final int threads;

  /**
   * Contributions to the variables that all threads share, and to those for which each thread has a
   * copy.
   */
  private volatile Contributions combined;

  private volatile Contributions shared;

  /** The values that {@code single} hands to the other threads, before the barrier. */
  volatile Object[] copies;

  private static final Object[] NO_VALUES = {};

  /** The values of a loop's head that its one thread has evaluated so far. */
  private volatile Object[] head = NO_VALUES;

  private volatile boolean isHeadBegun;

  /**
   * Creates the head of a list. It represents no construct, but has the shared state of the region
   * itself.
   */
  Share(int threads) {
    this(threads, 0, "");
  }

  private Share(int threads, long number, String label) {
    this.threads = threads;
    this.number = number;
    this.label = label;
  }

  /**
   * Finds the construct with a number: this one or a later one. The first thread that needs the
   * construct inserts it.
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
    // Both are usually the same string constant; equals is needed for two class loaders.
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

  /** Returns true to the one thread that must evaluate the head of the loop. */
  boolean beginHead() {
    return !isHeadBegun && HEAD_BEGUN.compareAndSet(this, false, true);
  }

  /** Publishes the next value of the head; called by the one thread that evaluates it. */
  void publishHead(Object value) {
    Object[] before = head;
    Object[] with = Arrays.copyOf(before, before.length + 1);
    with[before.length] = value;
    head = with;
  }

  boolean hasHead(int number) {
    return number < head.length;
  }

  Object head(int number) {
    return head[number];
  }

  long claimed() {
    return claimed;
  }

  /**
   * Claims the next {@code count} iterations, chunks or threads; returns how many had been claimed
   * before.
   */
  long claim(long count) {
    return (long) CLAIMED.getAndAdd(this, count);
  }

  boolean claim(long from, long to) {
    return CLAIMED.compareAndSet(this, from, to);
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
