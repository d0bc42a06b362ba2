package dev.hocket.events.model;

import dev.hocket.events.VirtualTime;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** Outcomes of programs that the library runs. */
final class Runs {

  private Runs() {}

  /** One run in which threads take turns as the schedule says. */
  static Outcome scheduled(Schedule schedule, Stmt... program) {
    try (VirtualTime time = new VirtualTime()) {
      return run(new Turns.OneByOne(schedule, time), time, Thread::yield, program);
    }
  }

  /** Of all schedules; there must not be more than {@code limit}. */
  static Set<Outcome> all(int limit, Stmt... program) {
    Set<Outcome> outcomes = new HashSet<>();
    Schedule.All all = new Schedule.All();
    int runs = 0;
    do {
      if (runs++ == limit) {
        throw new IllegalStateException("more than " + limit + " schedules");
      }
      outcomes.add(scheduled(all, program));
    } while (all.advance());
    return outcomes;
  }

  /** One run on all threads of a pool. */
  static Outcome together(ExecutorService pool, long seed, Stmt... program) {
    Random random = new Random(seed);
    try (VirtualTime time = new VirtualTime()) {
      return run(new Turns.Together(pool), time, () -> dawdle(random, time), program);
    }
  }

  private static Outcome run(Turns turns, VirtualTime time, Runnable pause, Stmt... program) {
    LibraryRun run = new LibraryRun(turns.factory(), pause);
    run.start(program);
    untilNoneCanGoOn(turns, time, run);
    Outcome outcome = run.outcome();
    while (run.interruptRest()) {
      untilNoneCanGoOn(turns, time, run);
    }
    return outcome;
  }

  /**
   * A thread that waits for a monitor gets its next turn from the JDK, after all others perhaps.
   */
  private static void untilNoneCanGoOn(Turns turns, VirtualTime time, LibraryRun run) {
    do {
      turns.run();
    } while (run.isBlockedOrRunnable() || time.passToNext());
  }

  private static void dawdle(Random random, VirtualTime time) {
    switch (random.nextInt(5)) {
      case 0 -> Thread.yield();
      case 1 -> {
        for (int i = random.nextInt(200); i > 0; i--) {
          Thread.onSpinWait();
        }
      }
      case 2 -> time.passToNext();
      default -> {}
    }
  }
}
