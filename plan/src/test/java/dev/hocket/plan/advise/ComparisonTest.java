package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.MadeRecording;
import dev.hocket.plan.measure.Measurement;
import org.junit.jupiter.api.Test;

/** Tests what one recording predicts of another. */
class ComparisonTest {
  /** Not the number of any machine on which this test runs. */
  private static final int CORES = Runtime.getRuntime().availableProcessors() + 3;

  private static final int BURSTS = 10;
  private static final double RUN = .01;

  /** Records bursts of events that compute, four for each core, on some workers. */
  private static Measurement recorded(int workers) {
    MadeRecording made = new MadeRecording().pool("pool", workers, 0);
    int atOnce = Math.min(workers, CORES);
    for (int burst = 0; burst < BURSTS; burst++) {
      for (int i = 0; i < 4 * CORES; i++) {
        double begin = burst + i / atOnce * RUN;
        made.run("Computes.java:1", "pool", burst, begin, begin + RUN, RUN, 0);
      }
    }
    return made.measurement();
  }

  /** A thread for each event does not bring a core for each. */
  @Test
  void replayOfTheFirst_onTheSizesOfTheSecond_knowsTheCores() {
    Comparison comparison = Comparison.of(recorded(1), recorded(4 * CORES), Goal.MEAN, CORES);
    assertEquals(2.5 * RUN, comparison.after().value(), 1e-6);
    assertEquals(2.5 * RUN, comparison.foretold().orElseThrow().figure(), 1e-6);
  }

  @Test
  void replayOfTheFirst_onItsOwnSizes_isAsItWasRecorded() {
    Comparison comparison = Comparison.of(recorded(1), recorded(1), Goal.MEAN, CORES);
    assertEquals(comparison.before().value(), comparison.foretold().orElseThrow().figure(), 1e-6);
  }
}
