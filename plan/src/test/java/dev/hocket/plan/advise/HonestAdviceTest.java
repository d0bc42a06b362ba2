package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.advise.RandomProgram.Hindered;
import dev.hocket.plan.advise.SimulatedProgram.Ran;
import dev.hocket.plan.decide.Goal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Follows the advice in random programs, some of which do something that the replay does not know.
 * Advice must not make the goal worse, and a prediction that fails must come with a caution.
 */
class HonestAdviceTest {
  private static final int PROGRAMS = Boolean.getBoolean("hocket.long") ? 60 : 5;
  private static final long FIRST_SEED = 3_000;
  private static final int DAYS = 3;

  /** The share of programs that must get advice, not a refusal. */
  private static final double LEAST_ADVISED = .6;

  /** The factor by which the goal may be worse than on the worst of the old days. */
  private static final double WORSE = 1.05;

  private static final String CAUTION = "Expect less if runs wait for each other";
  private static final String WAITED = "runs took ";

  /** The result of the advice in a program. */
  private record Followed(String name, String words, boolean changes, int inside, boolean worse) {
    static Followed in(RandomProgram program) {
      Advice advice = program.advice();
      boolean changes = advice.verdict().change();
      Prediction predicted = changes ? advice.best() : advice.today().orElseThrow();
      List<Ran> after = changes ? program.on(advice.best().plan(), 0) : program.asRecorded();
      return new Followed(
          program.toString(),
          advice.verdict().inWords(),
          changes,
          (int) Arrays.stream(Goal.values()).filter(goal -> holds(goal, after, predicted)).count(),
          changes && isWorse(program, after, advice));
    }

    private static boolean holds(Goal goal, List<Ran> after, Prediction predicted) {
      double figure = RandomProgram.figure(goal, after);
      Prediction.Banded band = predicted.replayed(goal);
      return figure >= band.low() - 1e-9 && figure <= band.high() + 1e-9;
    }

    private static boolean isWorse(RandomProgram program, List<Ran> after, Advice advice) {
      double before =
          IntStream.range(0, DAYS)
              .mapToDouble(day -> RandomProgram.figure(program.goal, program.before(day)))
              .max()
              .orElseThrow();
      double slack = program.goal == Goal.OVER_100_MS ? .002 : 1e-4;
      long worseDays =
          IntStream.range(1, DAYS)
              .filter(day ->
                  RandomProgram.figure(program.goal, program.on(advice.best().plan(), day))
                      > WORSE * before + slack)
              .count();
      return RandomProgram.figure(program.goal, after) > WORSE * before + slack
          || worseDays > DAYS / 2;
    }

    boolean isHonest() {
      return inside == Goal.values().length || words.contains(CAUTION) || !changes;
    }
  }

  /**
   * A program on few processors may have been recorded while they were overloaded. Without
   * processor times, its waits for a processor look like a need of more processors.
   */
  private static boolean isRefusedAsOverloaded(RandomProgram program, String refusal) {
    return program.hasProcessorTime()
        ? refusal.startsWith("handlers had no processor for ")
        : refusal.matches("the handlers need .* cores, more than .*");
  }

  private static List<Followed> follow(Hindered hindered) {
    List<Followed> all = new ArrayList<>();
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomProgram(hindered, FIRST_SEED + i);
      try {
        all.add(Followed.in(program));
      } catch (IllegalArgumentException refusal) {
        assertTrue(
            hindered == Hindered.BY_FEW_PROCESSORS
                && isRefusedAsOverloaded(program, refusal.getMessage()),
            program + ": " + refusal.getMessage());
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %d of %d figures inside their bands, %d of %d changed%n",
        hindered,
        all.stream().mapToInt(Followed::inside).sum(),
        Goal.values().length * all.size(),
        all.stream().filter(Followed::changes).count(),
        all.size());
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void advice_neverMakesTheGoalWorse_andItsPromisesAreKeptOrCautioned(Hindered hindered) {
    List<Followed> all = follow(hindered);
    assertTrue(all.size() >= LEAST_ADVISED * PROGRAMS, () -> "most are refused: " + all);
    assertEquals(List.of(), all.stream().filter(Followed::worse).toList());
    boolean waitsForEachOther =
        hindered == Hindered.BY_A_LOCK || hindered == Hindered.BY_FEW_CONNECTIONS;
    if (waitsForEachOther) {
      assertEquals(List.of(), all.stream().filter(one -> !one.isHonest()).toList());
      assertTrue(
          all.stream().filter(one -> one.words.contains(WAITED)).count() > all.size() / 3,
          () -> "hardly any is recognised: " + all);
    } else {
      int inside = all.stream().mapToInt(Followed::inside).sum();
      assertTrue(inside >= .9 * Goal.values().length * all.size(), () -> all.toString());
    }
    if (hindered == Hindered.BY_NOTHING) {
      assertEquals(List.of(), all.stream().filter(one -> one.words.contains(WAITED)).toList());
    }
  }
}
