package dev.hocket.directives;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The pool of idle threads for teams. It is a stack, so that the threads that became idle last, and
 * may still be spinning, are hired first. A region takes all its threads in one step, and returns
 * them in one step.
 */
// The top of the stack is one word: the number of the thread and 1 below, and above a count of the
// changes, which distinguishes a thread that was taken and put back meanwhile from one that stayed
// (the ABA problem). While hire walks down, another thread may change the links; then its
// compare-and-set fails.
final class TeamThreads {
  private static final AtomicLong TOP = new AtomicLong();
  private static final long CHANGE = 1L << 32;

  /**
   * All threads of the pool, busy ones included, by their numbers; replaced under the lock of the
   * class.
   */
  private static volatile TeamThread[] all = {};

  private TeamThreads() {}

  /**
   * Takes {@code count} idle threads and starts new ones for the rest; returns fewer if that fails.
   */
  static TeamThread[] hire(int count) {
    TeamThread[] hired = new TeamThread[count];
    long top;
    int found;
    int rest;
    do {
      top = TOP.get();
      found = 0;
      rest = (int) top;
      while (found < count && rest != 0) {
        hired[found] = all[rest - 1];
        rest = hired[found++].below;
      }
    } while (!TOP.compareAndSet(top, changed(top, rest)));
    while (found < count) {
      TeamThread made = makeOrNull();
      if (made == null) {
        return Arrays.copyOf(hired, found);
      }
      hired[found++] = made;
    }
    return hired;
  }

  /** Returns threads to the stack; the first one comes to the top. */
  static void release(TeamThread[] threads) {
    if (threads.length == 0) {
      return;
    }
    for (int i = 0; i < threads.length - 1; i++) {
      threads[i].below = threads[i + 1].id + 1;
    }
    TeamThread last = threads[threads.length - 1];
    long top;
    do {
      top = TOP.get();
      last.below = (int) top;
    } while (!TOP.compareAndSet(top, changed(top, threads[0].id + 1)));
  }

  private static long changed(long top, int id) {
    return (top & -CHANGE) + CHANGE + id;
  }

  /** The number of threads that have ever been created. */
  static int made() {
    return all.length;
  }

  private static TeamThread makeOrNull() {
    try {
      return make(Thread::start);
    } catch (Throwable noThread) {
      // The team gets fewer threads then.
      return null;
    }
  }

  /** Creates a thread for the pool; {@code starter} starts it. */
  static synchronized TeamThread make(Consumer<Thread> starter) {
    TeamThread[] before = all;
    TeamThread made = new TeamThread(before.length);
    TeamThread[] with = Arrays.copyOf(before, before.length + 1);
    with[before.length] = made;
    starter.accept(made);
    all = with;
    return made;
  }
}
