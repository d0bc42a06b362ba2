package dev.hocket.events.model;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Outcomes of programs that the library runs. */
final class Runs {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Runs() {}

  /** One run in which threads take turns as the schedule says. */
  static Outcome scheduled(Schedule schedule, Stmt... program) {
    OneAtATime turns = new OneAtATime(schedule);
    LibraryRun run = new LibraryRun(turns.factory(), Thread::yield);
    run.start(program);
    turns.run();
    Outcome outcome = run.outcome();
    while (interruptRest(run)) {
      turns.run();
    }
    return outcome;
  }

  /** Of all schedules, or the first {@code limit}. */
  static Set<Outcome> all(int limit, Stmt... program) {
    Set<Outcome> outcomes = new HashSet<>();
    Schedule.All all = new Schedule.All();
    int runs = 0;
    do {
      outcomes.add(scheduled(all, program));
    } while (++runs < limit && all.advance());
    return outcomes;
  }

  /** One run on all processors. */
  static Outcome free(long seed, Stmt... program) {
    Random random = new Random(seed);
    LibraryRun run = new LibraryRun(Thread.ofVirtual().factory(), () -> dawdle(random));
    run.start(program);
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!isQuiet(run)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("still running after 30 s: " + run.outcome());
      }
      LockSupport.parkNanos(1_000);
    }
    Outcome outcome = run.outcome();
    while (interruptRest(run)) {
      Thread.yield();
    }
    return outcome;
  }

  private static void dawdle(Random random) {
    switch (random.nextInt(4)) {
      case 0 -> Thread.yield();
      case 1 -> {
        for (int i = random.nextInt(200); i > 0; i--) {
          Thread.onSpinWait();
        }
      }
      default -> {}
    }
  }

  /**
   * Whether no thread can go on. A thread that wakes another is running, then; before it waits itself it returns from the
   * library and says so by {@link LibraryRun#activity}. So if all wait and there was no activity, nobody was woken.
   */
  private static boolean isQuiet(LibraryRun run) {
    int before = run.activity();
    for (Thread thread : run.threads()) {
      Thread.State state = thread.getState();
      if (state != Thread.State.WAITING && state != Thread.State.TERMINATED) {
        return false;
      }
    }
    return before == run.activity();
  }

  private static boolean interruptRest(LibraryRun run) {
    boolean alive = false;
    for (Thread thread : run.threads()) {
      if (thread.isAlive()) {
        thread.interrupt();
        alive = true;
      }
    }
    return alive;
  }
}
