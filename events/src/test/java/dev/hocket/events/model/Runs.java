package dev.hocket.events.model;

import dev.hocket.events.timers.VirtualTime;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** Computes the outcomes of programs that the library runs. */
final class Runs {

  private Runs() {}

  /** Runs a program once, with a schedule that decides the turns of the threads. */
  static Outcome scheduled(Schedule schedule, Waits waits, Stmt... program) {
    try (VirtualTime time = new VirtualTime()) {
      Turns.OneByOne turns = new Turns.OneByOne(schedule, time);
      return run(
          turns, turns, time, new LibraryRun(turns.factory(), Thread::yield, waits), program);
    }
  }

  /** Finds the outcomes of all schedules, of which there must be at most {@code limit}. */
  static Set<Outcome> all(int limit, Waits waits, Stmt... program) {
    Set<Outcome> outcomes = new HashSet<>();
    Schedule.All all = new Schedule.All();
    int runs = 0;
    do {
      if (runs++ == limit) {
        throw new IllegalStateException("more than " + limit + " schedules");
      }
      outcomes.add(scheduled(all, waits, program));
    } while (all.advance());
    return outcomes;
  }

  /** Runs a program once on all threads of a pool. */
  static Outcome together(ExecutorService pool, long seed, Waits waits, Stmt... program) {
    try (VirtualTime time = new VirtualTime()) {
      Turns turns = new Turns.Together(pool);
      Dawdling dawdling = new Dawdling(seed, time);
      return run(turns, dawdling, time, new LibraryRun(turns.factory(), dawdling, waits), program);
    }
  }

  private static Outcome run(
      Turns turns, SwitchPoints.Points points, VirtualTime time, LibraryRun run, Stmt... program) {
    SwitchPoints.set(points);
    run.start(program);
    untilNoneCanGoOn(turns, time, run);
    Outcome outcome = run.outcome();
    while (run.interruptRest()) {
      untilNoneCanGoOn(turns, time, run);
    }
    return outcome;
  }

  /**
   * Runs until no thread can continue. The JDK gives a thread that waits for a monitor its next
   * turn, perhaps after all others.
   */
  private static void untilNoneCanGoOn(Turns turns, VirtualTime time, LibraryRun run) {
    do {
      turns.run();
    } while (run.isBlockedOrRunnable() || time.passToNext());
  }
}
