package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which figures of paper 2 are right, and which are not. */
class PaperTest {

  /** Table 4: rate, sequential time, workers by the paper's rule, four predictions in ms. */
  @ParameterizedTest
  @CsvSource({
    "10, .177, 3, 143, 203, 226",
    "4, .496, 3, 442, 609, 709",
    "10, .779, 10, 765, 849, 907",
    "4, 1.175, 6, 1173, 1406, 1613"
  })
  void table4_asPrintedPredictsLessThanTheServiceTime(
      double rate, double seconds, int workers, long printed, long exact, long exponential) {
    Load load = new Load(rate, seconds, 0);
    assertEquals(workers, Staffing.byUtilisation(load, .8));
    assertEquals(printed, Math.round(1000 * AsPrinted.meanFlow(load, workers)));
    assertTrue(AsPrinted.meanFlow(load, workers) < seconds);
    assertEquals(exact, Math.round(1000 * Station.of(load, workers).meanFlow()));
    Load varying = new Load(rate, seconds, 1);
    assertEquals(exponential, Math.round(1000 * Station.of(varying, workers).meanFlow()));
  }

  @Test
  void thresholds_atEqualUtilisation() {
    assertEquals(5, Threshold.overUnlimited(.8, 1), 1e-12);
    assertEquals(3, Threshold.overUnlimited(.8, 0), 1e-12);
    // The paper reads 2.5 from its figure 5, which is what formula (4) gives as printed.
    assertEquals(2.5, AsPrinted.meanFlow(new Load(.8, 1, 0), 1), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1.80, 1.58",
    "4, 2.86, 2.16",
    "8, 3.89, 2.60",
    "16, 4.57, 2.85",
    "64, 4.98, 2.99"
  })
  void thresholds_overANumberOfWorkers(int workers, double exponential, double deterministic) {
    assertEquals(exponential, Threshold.overWorkers(.8, 1, workers), .005);
    assertEquals(deterministic, Threshold.overWorkers(.8, 0, workers), .005);
  }

  @ParameterizedTest
  @CsvSource({
    ".5, 4, .73, .65",
    ".5, 8, .62, .57",
    ".5, 16, .56, .53",
    ".5, 64, .52, .51",
    ".8, 2, .98, .95",
    ".8, 4, .94, .90",
    ".8, 8, .90, .86",
    ".8, 16, .86, .83",
    ".8, 64, .82, .81"
  })
  void thresholds_onSameCores(
      double utilisation, int cores, double exponential, double deterministic) {
    Load varying = new Load(utilisation * cores, 1, 1);
    double speedUp = Threshold.onSameCores(varying, cores);
    assertEquals(exponential, speedUp / cores, .005);
    double closedForm = varying.offered() + 1 / Station.of(varying, cores).meanFlow();
    assertEquals(closedForm, speedUp, 1e-9);
    Load equal = new Load(utilisation * cores, 1, 0);
    assertEquals(deterministic, Threshold.onSameCores(equal, cores) / cores, .005);
  }

  @Test
  void thresholds_ofALoadThatTheCoresCannotCarry_areUnknown() {
    assertTrue(Double.isNaN(Threshold.onSameCores(new Load(4, 1, 1), 4)));
    assertEquals(Double.POSITIVE_INFINITY, Threshold.overUnlimited(1, 1));
    assertThrows(IllegalArgumentException.class, () -> Threshold.overWorkers(1, 1, 4));
  }

  @Test
  void idealSpeedUp_makesParallelWorkersFasterThanAsynchronousOnes() {
    // Figure 3: λ = 0.8, μ = 1 and 16 processors, all for the one or all for the other.
    Load load = new Load(.8, 1, 1);
    double parallel = Station.of(load.dividedBy(16), 1).meanFlow();
    assertTrue(parallel < Station.of(load, 16).meanFlow() / 10);
  }

  @Test
  void speedUps_followTheirLaws() {
    assertEquals(1 / (.05 + .95 / 4), new SpeedUp.Amdahl(.05).at(4), 1e-12);
    assertEquals(4, new SpeedUp.Amdahl(0).at(4), 1e-12);
    assertEquals(4 / (1 + .1 * 3 + .01 * 12), new SpeedUp.Usl(.1, .01).at(4), 1e-12);
    SpeedUp usl = new SpeedUp.Usl(.02, .02);
    assertTrue(usl.at(32) < usl.at(8), "too many threads make it slower");
    assertEquals(1, usl.at(1));
    TreeMap<Integer, Double> measured = new TreeMap<>();
    measured.put(4, 3.0);
    measured.put(8, 4.0);
    SpeedUp table = new SpeedUp.Measured(measured);
    assertEquals(1, table.at(1));
    assertEquals(1 + 2 / 3.0, table.at(2), 1e-12);
    assertEquals(3.5, table.at(6), 1e-12);
    assertEquals(.5, table.efficiency(8), 1e-12);
    assertThrows(IllegalArgumentException.class, () -> table.at(9));
    assertThrows(IllegalArgumentException.class, () -> new SpeedUp.Amdahl(1.1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"P6A14", "P(4,3,10,7)A(1,1,1,1)", "P1A(4,3,10,7)", "P(4,3)A5", "P1A64"})
  void notation_isReadAndWritten(String notation) {
    assertEquals(notation, Sizes.parse(notation).toString());
  }

  @Test
  void notation_saysHowManyThreadsThereAre() {
    assertEquals(84, Sizes.parse("P6A14").threads());
    assertEquals(24, Sizes.parse("P(4,3,10,7)A(1,1,1,1)").threads());
    assertEquals(24, Sizes.parse(" P1 A(4, 3, 10, 7) ").threads());
    assertEquals(List.of(1, 1, 1, 1), Sizes.parse("P1A(4,3,10,7)").parallel());
    assertEquals(20, Sizes.parse("P(4,3)A5").threads());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "P6", "A14P6", "P(1,2)A(1,2,3)", "P0A1", "P()A1", "P99999999999A1"})
  void malformedNotation_isRefused(String notation) {
    assertThrows(IllegalArgumentException.class, () -> Sizes.parse(notation));
  }

  @Test
  void classesThatShareAQueue_varyMore() {
    Load both = new Load(10, .1, 0).mixedWith(new Load(10, .3, 0));
    assertEquals(20, both.arrivalsPerSecond());
    assertEquals(.2, both.serviceSeconds(), 1e-12);
    assertEquals(.25, both.squaredVariation(), 1e-12);
    Load same = both.mixedWith(new Load(0, 5, 1));
    assertEquals(both.serviceSeconds(), same.serviceSeconds(), 1e-12);
    assertEquals(both.squaredVariation(), same.squaredVariation(), 1e-12);
  }
}
