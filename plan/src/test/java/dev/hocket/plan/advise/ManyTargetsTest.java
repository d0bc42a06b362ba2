package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.MadeRecording;
import dev.hocket.plan.measure.Measurement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests recordings with more targets than a person would plan by hand. */
class ManyTargetsTest {
  private static final Advice.Question QUESTION = new Advice.Question(64, Goal.MEAN, .9, Map.of());

  /** Returns runs of 5 ms on each virtual target, ten at once every second. */
  private static Measurement virtual(int targets, int runs) {
    MadeRecording made = new MadeRecording();
    for (int target = 0; target < targets; target++) {
      made.virtual("v" + target);
      for (int i = 0; i < runs; i++) {
        double at = i / 10;
        made.run("V.java:" + target, "v" + target, at, at, at + .005, -1, 0);
      }
    }
    return made.measurement();
  }

  @Test
  void twoRunsOfAVirtualTarget_giveNoLimit_forAnyNumberOfTargets() {
    assertEquals(List.of(), VirtualLimit.of(virtual(2_000, 2), Goal.MEAN));
  }

  @Test
  void limits_areForTheTargetsOfTheMostRuns() {
    List<VirtualLimit> limits = VirtualLimit.of(virtual(30, 40), Goal.MEAN);
    assertEquals(20, limits.size());
    assertTrue(limits.stream().allMatch(one -> one.limit() == 10), limits.toString());
  }

  @Test
  void refusalOfManyHandlers_namesSomeOfThem() {
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> Advice.on(virtual(2_000, 2), QUESTION))
            .getMessage();
    assertTrue(refusal.endsWith("; and 1995 others"), refusal);
    assertTrue(refusal.length() < 1_000, refusal);
  }

  /** A plan cannot express a class on several pools. */
  @Test
  void smallHandlersOfSeveralPools_arePlannedTogether_andTheVerdictSaysSo() {
    MadeRecording made = new MadeRecording();
    for (int pool = 0; pool < 14; pool++) {
      made.pool("pool" + pool, 1, 0);
      for (int i = 0; i < 50; i++) {
        double at = .02 * i + .001 * pool;
        made.run("P.java:" + pool, "pool" + pool, at, at, at + .005, -1, 0);
      }
    }
    Advice advice = Advice.on(made.measurement(), QUESTION);
    assertEquals(12, advice.subjects().size());
    String words = advice.verdict().inWords();
    assertTrue(words.contains("the smallest are planned together"), words);
  }
}
