package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.Recordings;
import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Search;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.SpeedUpFit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdviceTest {
  @TempDir static Path folder;
  private static Measurement measured;

  /**
   * Records one thread that runs, in turn, a long and a short handler on pools, and others that are
   * no subjects.
   */
  @BeforeAll
  static void record() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("run.jfr"),
            () -> {
              Recordings.target("worker", "worker", 3);
              Recordings.target("small", "worker", 1);
              Recordings.target("edt", "loop", 1);
              Recordings.target("io", "virtual", Integer.MAX_VALUE);
              for (int i = 0; i < 150; i++) {
                Recordings.block("Long.java:1", "worker", false, () -> spin(1_000_000));
                Recordings.block("Short.java:1", "small", false, () -> spin(200_000));
                Recordings.block("Part.java:1", "worker", true, () -> {});
              }
              Recordings.block("Loop.java:1", "edt", false, () -> {});
              Recordings.block("Io.java:1", "io", false, () -> {});
              Recordings.block("Once.java:1", "worker", false, () -> {});
            });
    measured = Measurement.of(file);
  }

  @Test
  void pauses_arePartOfFlowTimes_andNoSizeChangesThem() throws Exception {
    LongSummaryStatistics pauses = new LongSummaryStatistics();
    Path file =
        Recordings.record(
            folder.resolve("pauses.jfr"),
            () -> {
              Recordings.target("worker", "worker", 2);
              for (int i = 0; i < 50; i++) {
                pauses.accept(Recordings.blockThatWaits("Asks.java:3", () -> spin(3_000_000)));
              }
            });
    Advice advice =
        Advice.on(Measurement.of(file), new Advice.Question(8, Goal.MEAN, .9, Map.of()));
    Handler handler = advice.subjects().getFirst().handler();
    double pause = pauses.getAverage() / 1e9;
    assertEquals(pause, handler.pauseSeconds(), 1e-9);
    double service = handler.load().serviceSeconds();
    for (Prediction one : List.of(advice.best(), advice.ruleOfThumb(), advice.today().get())) {
      assertTrue(one.modelled(Goal.MEAN) >= service + pause - 1e-9, one.toString());
      assertTrue(one.modelled(Goal.P95) >= pauses.getMin() / 1e9, one.toString());
      assertTrue(one.replayed(Goal.MEAN).value() >= service + pause - 1e-9, one.toString());
    }
    String remark = advice.subjects().getFirst().remarks().getFirst();
    assertTrue(remark.contains("waits " + TimeText.of(pause) + " of each"), remark);
  }

  @Test
  void batchesAndTeams_areRemarkedOn() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("remarks.jfr"),
            () -> {
              Recordings.target("worker", "worker", 2);
              for (int i = 0; i < 20; i++) {
                Recordings.regionOfABlock("Team.java:4", 3);
                Recordings.block("Team.java:3", 10, 0, () -> spin(1_000_000));
              }
            });
    Advice advice =
        Advice.on(Measurement.of(file), new Advice.Question(8, Goal.MEAN, .9, Map.of()));
    List<String> remarks = advice.subjects().getFirst().remarks();
    assertEquals(2, remarks.size(), remarks.toString());
    assertTrue(remarks.getFirst().contains("which ran on up to 3 threads"), remarks.toString());
    assertTrue(remarks.getLast().contains("batches, of 10.0 pieces of work"), remarks.toString());
  }

  private static Measurement of(double processor, double ready) throws Exception {
    return Measurement.of(
        Recordings.record(
            folder.resolve("needs.jfr"),
            () -> {
              Recordings.target("worker", "worker", 2);
              for (int i = 0; i < 20; i++) {
                Recordings.block("Loop.java:3", processor, ready, () -> spin(500_000));
              }
            }));
  }

  /** A preempted loop was once taken for a handler that waits, and got 18 threads. */
  @Test
  void loopThatWasPreempted_isRefusedAsABase_asAnOverloadOfTheMachine() throws Exception {
    Measurement measured = of(.076, .9);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Advice.on(measured, question(Map.of())))
            .getMessage();
    assertTrue(message.startsWith("handlers had no processor for "), message);
    assertTrue(message.contains("Loop.java:3: 9"), message);
  }

  @Test
  void handlerThatSleeps_isNoOverload_whereReadyTimeIsCounted() throws Exception {
    Advice advice = Advice.on(of(.05, .01), question(Map.of()));
    assertEquals(.06, advice.subjects().getFirst().handler().processorShare(), .01);
  }

  /** The runs follow each other, so only one core was busy at a time. */
  @Test
  void slowdownByBusyCores_isNotSubtractedFromRunsThatWereAlone() throws Exception {
    Measurement alone = of(.9, .02);
    SpeedUpFit plain = SpeedUpFit.exact(new SpeedUp.Amdahl(.1));
    SpeedUpFit crowded = plain.crowded(new TreeMap<>(Map.of(1, 2.0)));
    Advice with = Advice.on(alone, question(Map.of("Loop.java:3", crowded)));
    Advice without = Advice.on(alone, question(Map.of("Loop.java:3", plain)));
    assertEquals(
        without.today().get().replayed(Goal.MEAN).value(),
        with.today().get().replayed(Goal.MEAN).value(),
        1e-9);
    assertEquals(without.evenSharing(), with.evenSharing(), 1e-6);
  }

  @Test
  void speedUpByBusyCores_isRefusedForARecordingWithoutProcessorTimes() {
    SpeedUpFit crowded =
        SpeedUpFit.exact(new SpeedUp.Amdahl(.1)).crowded(new TreeMap<>(Map.of(1, 1.5)));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Advice.on(measured, question(Map.of("Long.java:1", crowded))))
            .getMessage();
    assertTrue(message.contains("record with --processor-time"), message);
  }

  /** Returns how long it took. */
  private static long spin(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
    return System.nanoTime() - begin;
  }

  private static Advice advice(int cores, Goal goal, Map<String, SpeedUp> curves) {
    Map<String, SpeedUpFit> exact = new HashMap<>();
    curves.forEach((label, curve) -> exact.put(label, SpeedUpFit.exact(curve)));
    return Advice.on(measured, new Advice.Question(cores, goal, .9, exact));
  }

  @Test
  void handlersOfPools_areSubjects_theOthersAreLeftOutWithAReason() {
    Advice advice = advice(4, Goal.MEAN, Map.of());
    assertEquals(
        List.of("Long.java:1", "Short.java:1"),
        advice.subjects().stream().map(one -> one.handler().name()).toList());
    assertEquals(
        Map.of(
            "Part.java:1", "always runs in place, as a part of another",
            "Loop.java:1", "runs on the event loop edt",
            "Io.java:1", "has a virtual thread for each event on io",
            "Once.java:1", "ran too seldom for a rate (1 times)"),
        advice.leftOut());
  }

  @ParameterizedTest
  @EnumSource
  void best_isNoWorseThanTheOthers_andWithinItsBand(Goal goal) {
    Advice advice = advice(6, goal, Map.of("Long.java:1", new SpeedUp.Amdahl(.1)));
    double best = advice.best().replayed(goal).value();
    List<Prediction> others = new ArrayList<>(advice.runnersUp());
    others.add(advice.frugal());
    others.add(advice.proposed());
    others.forEach(one -> assertTrue(one.replayed(goal).value() >= best - 1e-9, one.toString()));
    assertTrue(advice.best().cores() <= 6);
    assertTrue(advice.frugal().cores() <= advice.best().cores());
    assertTrue(advice.frugal().replayed(goal).value() <= 1.05 * best + 1e-9);
    Prediction.Banded mean = advice.best().replayed(Goal.MEAN);
    assertTrue(mean.low() < mean.value() && mean.value() < mean.high(), mean.toString());
  }

  @Test
  void uncertainSpeedUp_isDrawnAgain_forEachSampleOfTheBand() {
    SpeedUpFit fit = SpeedUpFit.within(tree(2, 1.8), Map.of(2, .5), 1);
    Subject subject =
        Advice.on(measured, question(Map.of("Long.java:1", fit))).subjects().getFirst();
    assertEquals(1.8, subject.handler().curve().at(2));
    SplittableRandom random = new SplittableRandom(1);
    DoubleSummaryStatistics drawn = new DoubleSummaryStatistics();
    for (int i = 0; i < 200; i++) {
      drawn.accept(subject.drawn(random).curve().at(2));
    }
    assertTrue(drawn.getMin() < 1.6 && drawn.getMax() > 2, drawn.toString());
  }

  private static Advice.Question question(Map<String, SpeedUpFit> fits) {
    return new Advice.Question(4, Goal.MEAN, .9, fits);
  }

  /** Dispatches of 4 ms and blocks of 100 µs; half of the blocks come from dispatches. */
  private static Path recordingOfALoop() throws Exception {
    AtomicLong inBlocks = new AtomicLong();
    Runnable work = () -> inBlocks.addAndGet(spin(100_000));
    AtomicLong onLoop = new AtomicLong();
    Path file;
    do {
      inBlocks.set(0);
      onLoop.set(0);
      file =
          Recordings.record(
              folder.resolve("loop.jfr"),
              () -> {
                Recordings.target("worker", "worker", 2);
                for (int i = 0; i < 30; i++) {
                  // Each of these blocks was queued for 3 ms, so it was requested in the dispatch.
                  Recordings.dispatch(
                      "edt",
                      "MouseEvent.MOUSE_RELEASED",
                      true,
                      0,
                      () -> {
                        onLoop.addAndGet(spin(4_000_000));
                        Recordings.block("Handed.java:1", "worker", false, work);
                      });
                  spin(4_000_000);
                  Recordings.block("Other.java:1", "worker", false, work);
                  Recordings.dispatch("quiet", "tick", false, -1, () -> {});
                }
              });
      // Otherwise the machine stood still in a block, and made the pool the bottleneck.
    } while (4 * inBlocks.get() > onLoop.get());
    return file;
  }

  @Test
  void loop_standsBeforeThePools_andIsTheBottleneckWhereMostTimePassesOnIt() throws Exception {
    Advice advice = Advice.on(Measurement.of(recordingOfALoop()), question(Map.of()));
    assertEquals(
        List.of("edt", "quiet"),
        advice.loops().stream().map(one -> one.measured().name()).toList());
    LoopPrediction loop = advice.loops().getFirst();
    assertEquals(.5, loop.handedOver(), .05);
    assertTrue(loop.onLoop() >= .004, loop.toString());
    assertTrue(loop.whole().value() > loop.onLoop(), loop.toString());
    assertTrue(loop.whole().low() <= loop.whole().value(), loop.toString());
    assertTrue(loop.isBottleneck(), loop.toString());
    assertTrue(loop.inWords().contains("MouseEvent.MOUSE_RELEASED takes 100 %"), loop.inWords());
    LoopPrediction quiet = advice.loops().getLast();
    assertEquals(0, quiet.handedOver());
    assertFalse(quiet.isBottleneck(), quiet.toString());
    assertFalse(quiet.inWords().contains("NaN"), quiet.inWords());
  }

  @Test
  void recordingOfALoopAlone_isRefusedWithTheLoopsActivity() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("only.jfr"),
            () -> {
              for (int i = 0; i < 3; i++) {
                Recordings.input(0, () -> spin(1_000_000));
              }
            });
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Advice.on(Measurement.of(file), question(Map.of())))
            .getMessage();
    assertTrue(message.contains("; the event loop edt is "), message);
  }

  @Test
  void today_isThePoolsOfTheRecording() {
    Prediction today = advice(4, Goal.MEAN, Map.of()).today().orElseThrow();
    assertEquals("P1A(3,1)", today.plan().toString());
    assertEquals(4, today.cores());
  }

  @Test
  void replay_ofHandlersThatNeverWait_givesTheirServiceTimes() {
    Advice advice = advice(8, Goal.MEAN, Map.of());
    double service = 0;
    for (Subject one : advice.subjects()) {
      service += one.handler().load().serviceSeconds() / advice.subjects().size();
    }
    // The recording thread ran the blocks one after the other, so three workers are more than
    // enough.
    assertEquals(service, advice.best().replayed(Goal.MEAN).value(), .02 * service);
  }

  @Test
  void worth_comparesEfficiencyWithTheLoadOfACore() {
    Advice one = advice(2, Goal.MEAN, Map.of("Long.java:1", new SpeedUp.Measured(tree(2, 1.04))));
    Worth not = one.worth().getFirst();
    double needed =
        one.subjects().stream().map(Subject::handler).mapToDouble(h -> h.load().offered()).sum()
            / 2;
    assertEquals(needed, not.needed(), 1e-12);
    assertEquals(needed > .52 ? 1 : 2, not.threads(), not.reason());
    assertEquals(0, one.worth().getLast().threads());
    assertTrue(one.worth().getLast().reason().startsWith("speed-up not known; "));
    Advice none = advice(2, Goal.MEAN, Map.of("Long.java:1", new SpeedUp.Amdahl(1)));
    assertEquals(1, none.worth().getFirst().threads());
    assertFalse(none.worth().getFirst().reason().startsWith("worth"));
  }

  private static TreeMap<Integer, Double> tree(int threads, double speedUp) {
    return new TreeMap<>(Map.of(threads, speedUp));
  }

  @Test
  void handlersThatMostlyWait_takeThreadsButFewCores() {
    Handler waiting = new Handler("io", new Load(100, .1, 1), new SpeedUp.Amdahl(1), .05);
    Search search = new Search(List.of(waiting), 1, .9);
    Plan plan = search.best(Goal.MEAN);
    assertTrue(plan.pools().getFirst().workers() > 10, plan.toString());
    assertEquals(1, plan.cores(List.of(waiting)));
    assertTrue(plan.predict(Goal.MEAN, List.of(waiting)) < .11);
  }

  @Test
  void speedUpOfAnUnknownLabel_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> advice(4, Goal.MEAN, Map.of("None.java:1", new SpeedUp.Amdahl(0))));
  }
}
