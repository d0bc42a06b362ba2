package dev.hocket.events.model;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Compares the library with the model, in a JVM of its own with {@link Turns#OPTION}. It runs a
 * given number of random programs from a seed on; every third of them is a network, and every third
 * one of choices that meet. Exits with 1 if a run has ended in a way that the model does not have,
 * and prints the smallest program that shows this.
 */
final class Conformance {
  private static final int STATES = 1_000;
  private static final int PROCESSORS = 4;

  /** The share of all outcomes that may have too many states to be judged. */
  private static final double UNJUDGED = 0.1;

  private final ExecutorService pool = Executors.newFixedThreadPool(PROCESSORS);
  private final int schedules;
  private int judged;
  private int unjudged;

  private Conformance(int schedules) {
    this.schedules = schedules;
  }

  public static void main(String[] args) {
    long seed = Long.parseLong(args[0]);
    int programs = Integer.parseInt(args[1]);
    Conformance conformance = new Conformance(Integer.parseInt(args[2]));
    int failed = 0;
    for (long s = seed; s < seed + programs && failed < 10; s++) {
      failed += conformance.compare(s, program(s)) ? 0 : 1;
    }
    System.out.println(
        programs
            + " programs, "
            + failed
            + " failed; of "
            + (conformance.judged + conformance.unjudged)
            + " ways in which they ended, "
            + conformance.unjudged
            + " were too much to judge");
    boolean enough = conformance.unjudged < UNJUDGED * conformance.judged;
    System.exit(failed == 0 && enough ? 0 : 1);
  }

  private static Stmt[] program(long seed) {
    return switch ((int) Math.floorMod(seed, 3L)) {
      case 0 -> RandomPrograms.network(seed);
      case 1 -> RandomPrograms.program(seed);
      default -> RandomMeetings.program(seed);
    };
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
            + outcomes(smallest).indent(4));
    return false;
  }

  /** Searches for an outcome that the model does not have. */
  private Outcome wrong(Stmt[] program) {
    Set<Outcome> known = new HashSet<>();
    Witness witness = new Witness(program);
    for (int i = 0; i < schedules; i++) {
      for (Waits waits : Waits.values()) {
        Outcome scheduled = Runs.scheduled(Schedule.random(i), waits, program);
        Outcome together = Runs.together(pool, i, waits, program);
        for (Outcome outcome : new Outcome[] {scheduled, together}) {
          if (known.add(outcome) && !isAllowed(outcome, witness) && !isOfShrinking(outcome)) {
            return outcome;
          }
        }
      }
    }
    return null;
  }

  private boolean isAllowed(Outcome outcome, Witness witness) {
    Witness.Answer answer = witness.of(outcome, STATES);
    judged += answer == Witness.Answer.UNKNOWN ? 0 : 1;
    unjudged += answer == Witness.Answer.UNKNOWN ? 1 : 0;
    return answer != Witness.Answer.IMPOSSIBLE;
  }

  /**
   * Returns whether an outcome comes from shrinking: a smaller program may mix synchronous and
   * asynchronous events, which Java would not compile.
   */
  private static boolean isOfShrinking(Outcome outcome) {
    return outcome.failures().stream().anyMatch(f -> f.contains(LibraryRun.NOT_JAVA));
  }

  /** Prints the outcomes of the model. */
  private static String outcomes(Stmt[] program) {
    try {
      return new Explorer(4 * STATES, true)
          .from(State.start(program)).stream()
              .map(Outcome::toString)
              .sorted()
              .collect(Collectors.joining("\n"));
    } catch (Explorer.TooManyStates large) {
      return "one of too many to tell";
    }
  }
}
