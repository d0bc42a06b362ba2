package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SpeedUpFitTest {
  private static final int[] SIZES = {1, 2, 4, 8, 16};

  private static List<SpeedUpFit.Run> runs(SpeedUp curve, double noise, int each, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SpeedUpFit.Run> runs = new ArrayList<>();
    for (int threads : SIZES) {
      for (int i = 0; i < each; i++) {
        double factor = 1 + noise * (random.nextDouble() - 0.5);
        runs.add(new SpeedUpFit.Run(threads, 3 * factor / curve.at(threads)));
      }
    }
    return runs;
  }

  @Test
  void usl_findsTheCurveThatMadeTheRuns() {
    SpeedUpFit fit = SpeedUpFit.usl(runs(new SpeedUp.Usl(.03, .002), 0, 1, 1), 7);
    SpeedUp.Usl found = (SpeedUp.Usl) fit.curve();
    assertEquals(.03, found.contention(), 1e-9);
    assertEquals(.002, found.coherency(), 1e-9);
    assertEquals(fit.bandAt(16).low(), fit.bandAt(16).high(), 1e-12);
  }

  @Test
  void amdahl_findsTheSerialShare() {
    SpeedUpFit fit = SpeedUpFit.amdahl(runs(new SpeedUp.Amdahl(.1), 0, 2, 1), 7);
    assertEquals(.1, ((SpeedUp.Amdahl) fit.curve()).serialShare(), 1e-9);
  }

  @Test
  void measured_isTheTable() {
    SpeedUp made = new SpeedUp.Usl(.1, .01);
    SpeedUpFit fit = SpeedUpFit.measured(runs(made, 0, 1, 1), 7);
    assertEquals(made.at(8), fit.curve().at(8), 1e-12);
  }

  @Test
  void superlinearRuns_areFittedWithoutNegativeParameters() {
    List<SpeedUpFit.Run> runs =
        List.of(new SpeedUpFit.Run(1, 1), new SpeedUpFit.Run(2, .45), new SpeedUpFit.Run(4, .2));
    assertEquals(new SpeedUp.Usl(0, 0), SpeedUpFit.usl(runs, 7).curve());
    assertEquals(new SpeedUp.Amdahl(0), SpeedUpFit.amdahl(runs, 7).curve());
  }

  @Test
  void twoNumbersOfThreads_areEnough() {
    List<SpeedUpFit.Run> runs = List.of(new SpeedUpFit.Run(1, 1), new SpeedUpFit.Run(4, .5));
    assertEquals(2, SpeedUpFit.usl(runs, 7).curve().at(4), 1e-12);
  }

  @Test
  void band_containsTheTrueValueAboutAsOftenAsItClaims() {
    SpeedUp truth = new SpeedUp.Usl(.05, .001);
    int held = 0;
    int trials = 200;
    for (int trial = 0; trial < trials; trial++) {
      SpeedUpFit.Band band = SpeedUpFit.usl(runs(truth, .2, 12, trial), trial).bandAt(12);
      held += band.low() <= truth.at(12) && truth.at(12) <= band.high() ? 1 : 0;
    }
    // 95 % less what resampling a dozen runs underestimates.
    assertTrue(held >= .85 * trials && held < trials, held + " of " + trials);
  }

  @Test
  void tooFewRuns_areRefused() {
    List<SpeedUpFit.Run> none = List.of(new SpeedUpFit.Run(2, 1), new SpeedUpFit.Run(4, 1));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> SpeedUpFit.usl(none, 7));
    assertTrue(refusal.getMessage().contains("[2, 4]"), refusal.getMessage());
  }

  @Test
  void measuredSpeedUpsWithBands_haveThoseBands() {
    SpeedUpFit fit = SpeedUpFit.within(new TreeMap<>(Map.of(2, 1.9, 4, 3.5)), Map.of(4, .4), 1);
    assertEquals(3.5, fit.curve().at(4));
    assertEquals(new SpeedUpFit.Band(1.9, 1.9), fit.bandAt(2));
    assertEquals(3.1, fit.bandAt(4).low(), .15);
    assertEquals(3.9, fit.bandAt(4).high(), .15);
    SplittableRandom random = new SplittableRandom(1);
    assertNotEquals(fit.drawn(random).at(4), fit.drawn(random).at(4));
  }

  @Test
  void serialShareWithABand_staysAShare() {
    SpeedUpFit fit = SpeedUpFit.amdahlWithin(.02, .1, 1);
    assertEquals(8, fit.bandAt(8).high(), 1e-9, "no share is below 0");
    assertTrue(fit.bandAt(8).low() < fit.curve().at(8));
    assertEquals(new SpeedUpFit.Band(4, 4), SpeedUpFit.exact(new SpeedUp.Amdahl(0)).bandAt(4));
    assertThrows(IllegalArgumentException.class, () -> SpeedUpFit.amdahlWithin(.1, -.1, 1));
  }
}
