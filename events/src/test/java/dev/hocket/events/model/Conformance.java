package dev.hocket.events.model;

import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Compares the library with the model, in a JVM of its own with {@link Turns#OPTION}: random
 * programs from a seed on, as many as given. Ends with 1 if a run has ended as it must not, and
 * prints the smallest program that shows it.
 */
final class Conformance {
  private static final int STATES = 20_000;
  private static final int SCHEDULES = 60;
  private static final int PROCESSORS = 4;

  private final ExecutorService pool = Executors.newFixedThreadPool(PROCESSORS);

  private Conformance() {}

  public static void main(String[] args) {
    long seed = Long.parseLong(args[0]);
    int programs = Integer.parseInt(args[1]);
    Conformance conformance = new Conformance();
    int failed = 0;
    int compared = 0;
    for (long s = seed; s < seed + programs && failed < 10; s++) {
      Stmt[] program = RandomPrograms.program(s);
      if (!outcomes(program).isEmpty()) {
        compared++;
        failed += conformance.compare(s, program) ? 0 : 1;
      }
    }
    System.out.println(compared + " programs compared, " + failed + " failed");
    System.exit(failed == 0 && compared > programs / 2 ? 0 : 1);
  }

  private boolean compare(long seed, Stmt[] program) {
    Outcome wrong = wrong(program);
    if (wrong == null) {
      return true;
    }
    Stmt[] smallest = Shrink.smallest(program, smaller -> wrong(smaller) != null);
    Outcome again = wrong(smallest);
    System.out.println(
        "Seed "
            + seed
            + ": what the library made of\n"
            + Show.program(smallest).indent(4)
            + "was, once\n    "
            + (again == null ? wrong + ", of the whole program" : again)
            + "\nbut can only be\n"
            + outcomes(smallest).stream()
                .map(Outcome::toString)
                .sorted()
                .collect(Collectors.joining("\n"))
                .indent(4));
    return false;
  }

  /** An outcome that the model has not, if one is found. */
  private Outcome wrong(Stmt[] program) {
    Set<Outcome> allowed = outcomes(program);
    if (allowed.isEmpty()) {
      return null;
    }
    for (int i = 0; i < SCHEDULES; i++) {
      Outcome scheduled = Runs.scheduled(Schedule.random(i), program);
      Outcome together = Runs.together(pool, i, program);
      for (Outcome outcome : new Outcome[] {scheduled, together}) {
        if (!allowed.contains(outcome) && !isOfShrinking(outcome)) {
          return outcome;
        }
      }
    }
    return null;
  }

  /**
   * A program that has become smaller may mix synchronous and asynchronous events, which Java would
   * not compile.
   */
  private static boolean isOfShrinking(Outcome outcome) {
    return outcome.failures().stream().anyMatch(f -> f.contains(LibraryRun.NOT_JAVA));
  }

  /** Those of the model; none if there are too many to know. */
  private static Set<Outcome> outcomes(Stmt[] program) {
    try {
      return new Explorer(STATES, true).from(State.start(program));
    } catch (Explorer.TooManyStates large) {
      return Set.of();
    }
  }
}
