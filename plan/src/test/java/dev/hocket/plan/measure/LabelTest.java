package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LabelTest {
  private static final long MILLI = 1_000_000;

  private static Run run(long arrival, long queue, long duration) {
    return new Run(
        "A.java:1", "worker", arrival + queue, duration, queue, 0, 0, 0, false, "completed");
  }

  private static SplittableRandom random() {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("LabelTest: -Dhocket.seed=" + seed);
    return new SplittableRandom(seed);
  }

  private static List<Long> poisson(double rate, int events, SplittableRandom random) {
    List<Long> times = new ArrayList<>();
    double now = 1e6;
    for (int i = 0; i < events; i++) {
      now -= Math.log1p(-random.nextDouble()) / rate;
      times.add((long) (now * 1e9));
    }
    return times;
  }

  private static Arrivals arrivals(List<Long> times) {
    Arrivals arrivals = new Arrivals();
    times.forEach(arrivals::add);
    return arrivals;
  }

  private static Run run(long duration, long processor, long ready, long waiting) {
    return new Run(
        "A.java:1",
        "worker",
        0,
        duration,
        0,
        0,
        0,
        0,
        new Run.Needs(processor, ready, waiting),
        false,
        "completed",
        1);
  }

  /** The loop only computes, but had a processor for only 7.6 % of its run. */
  @Test
  void loopWithoutProcessor_isNoWait() {
    Label label = new Label("A.java:1");
    label.add(run(1000, 76, 924, 0));
    assertEquals(1, label.processorShare());
    assertEquals(.924, label.readyShare(), 1e-12);
  }

  @Test
  void sleep_isAWait_whereReadyTimeIsCounted() {
    Label label = new Label("A.java:1");
    label.add(run(1000, 50, 20, 0));
    assertEquals(.07, label.processorShare(), 1e-12);
    assertEquals(.02, label.readyShare(), 1e-12);
  }

  @Test
  void timeWithoutProcessorOrRecordedWait_isReady_whereReadyTimeIsNotCounted() {
    Label label = new Label("A.java:1");
    label.add(run(1000, 50, -1, 900));
    assertEquals(.05, label.readyShare(), 1e-12);
    assertEquals(.1, label.processorShare(), 1e-12);
  }

  @Test
  void times_areThoseOfTheRuns() {
    Label label = new Label("A.java:1");
    for (int i = 0; i < 11; i++) {
      label.add(run(i * 100 * MILLI, 20 * MILLI, (i % 2 == 0 ? 30 : 50) * MILLI));
    }
    assertEquals(11, label.runs());
    assertEquals(10, label.arrivals().perSecond().value(), 1e-9);
    assertEquals((6 * .03 + 5 * .05) / 11, label.service().value(), 1e-12);
    assertEquals(.02, label.queueing().value(), 1e-12);
    assertEquals(.02 + label.service().value(), label.flow().value(), 1e-12);
    assertEquals(.07, label.flowQuantile(.95), 1e-4);
    assertEquals(0, label.shareOver100Millis());
    assertTrue(Double.isNaN(label.processor().value()));
    assertEquals(10, label.load().arrivalsPerSecond(), 1e-9);
  }

  @Test
  void waitsAndSuspensions_areNoServiceTime() {
    Label label = new Label("A.java:1");
    label.add(
        new Run(
            "A.java:1",
            "worker",
            0,
            100 * MILLI,
            7 * MILLI,
            20 * MILLI,
            30 * MILLI,
            10 * MILLI,
            new Run.Needs(25 * MILLI, -1, -1),
            false,
            "completed",
            1));
    assertEquals(.040, label.service().value(), 1e-12);
    assertEquals(.017, label.queueing().value(), 1e-12);
    assertEquals(.107, label.flow().value(), 1e-12);
    assertEquals(1, label.shareOver100Millis());
    assertEquals(.025, label.processor().value(), 1e-12);
  }

  @Test
  void unknownQueueTime_isNoArrival_andNoFlow() {
    Label label = new Label("A.java:1");
    label.add(run(0, 5 * MILLI, MILLI));
    label.add(new Run("A.java:1", "worker", 9 * MILLI, MILLI, -1, 0, 0, 0, false, "completed"));
    assertEquals(2, label.runs());
    assertEquals(1, label.arrivals().count());
    assertTrue(Double.isNaN(label.arrivals().perSecond().value()));
    assertEquals(.006, label.flow().value(), 1e-12);
    assertEquals(0, label.load().arrivalsPerSecond());
  }

  @Test
  void blocksThatNeverRan_areCountedApart() {
    Label label = new Label("A.java:1");
    label.add(new Run("A.java:1", "worker", 0, 0, MILLI, -1, -1, -1, false, "cancelled"));
    label.add(new Run("A.java:1", "worker", 0, 0, MILLI, -1, -1, -1, false, "rejected"));
    label.add(new Run("A.java:1", "other", 0, MILLI, MILLI, 0, 0, 0, false, "failed"));
    assertEquals(2, label.neverRan());
    assertEquals(1, label.runs());
    assertEquals(1, label.failed());
    assertEquals("other", label.target());
    assertTrue(label.hasSeveralTargets());
  }

  @Test
  void squaredVariation_containsTheTrueValueAboutAsOftenAsItClaims() {
    SplittableRandom random = random();
    int held = 0;
    for (int trial = 0; trial < 200; trial++) {
      Moments moments = new Moments();
      for (int i = 0; i < 2000; i++) {
        moments.add(-Math.log1p(-random.nextDouble()));
      }
      Estimate variation = moments.squaredVariation();
      held += variation.low() <= 1 && 1 <= variation.high() ? 1 : 0;
      assertEquals(1, moments.mean().value(), .2);
    }
    // The mean's error is left out and kurtosis is estimated low: a little more or less than 95 %.
    assertTrue(held >= 175, held + " of 200");
  }

  @Test
  void squaredVariation_ofEqualTimes_isZero() {
    Moments moments = new Moments();
    for (int i = 0; i < 5; i++) {
      moments.add(.25);
    }
    assertEquals(new Estimate(0, 0), moments.squaredVariation());
    assertTrue(Double.isNaN(new Moments().mean().value()));
  }

  @Test
  void poissonArrivals_passTheTest_inAnyOrder() {
    SplittableRandom random = random();
    int passed = 0;
    for (int trial = 0; trial < 100; trial++) {
      List<Long> times = poisson(50, 3000, random);
      Collections.shuffle(times, new Random(random.nextLong()));
      Arrivals arrivals = arrivals(times);
      assertEquals(1, arrivals.dispersion(), .5);
      passed += arrivals.poissonProbability() >= .01 ? 1 : 0;
      Estimate rate = arrivals.perSecond();
      assertEquals(50, rate.value(), 6 * rate.halfWidth() / 1.96);
    }
    assertTrue(passed >= 90, passed + " of 100");
  }

  @Test
  void clockAndBursts_failTheTest() {
    List<Long> clock = new ArrayList<>();
    List<Long> bursts = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      clock.add(i * 10 * MILLI);
      bursts.add(i / 50 * 500 * MILLI + i % 50);
    }
    assertTrue(arrivals(clock).dispersion() < .1);
    assertTrue(arrivals(clock).poissonProbability() < 1e-6);
    assertTrue(arrivals(bursts).dispersion() > 3);
    assertTrue(arrivals(bursts).poissonProbability() < 1e-6);
    Estimate even = arrivals(clock).perSecond();
    assertTrue(arrivals(bursts).perSecond().halfWidth() > even.halfWidth(), "bursts tell less");
  }

  @Test
  void fewArrivals_areNotJudged() {
    Arrivals arrivals = arrivals(List.of(1L, 5L, 9L));
    assertTrue(Double.isNaN(arrivals.poissonProbability()));
    assertFalse(Double.isNaN(arrivals.perSecond().value()));
  }

  /** A day of sparse events needs wider windows than the first ones, and no more memory. */
  @Test
  void longRecordings_areCountedInWiderWindows() {
    SplittableRandom random = random();
    Arrivals arrivals = arrivals(poisson(1, 80_000, random));
    assertEquals(1, arrivals.dispersion(), .15);
    assertEquals(1, arrivals.perSecond().value(), .03);
  }
}
