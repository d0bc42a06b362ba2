package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.tune.Decision.Action;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests decisions on a virtual clock: nothing here depends on the speed of the machine. */
class DeciderTest {
  private static final IntToDoubleFunction ALIKE = running -> 1;
  private static final int WINDOW = 500;
  private static final long MS = 1_000_000;
  private static final double TEN_MS = 0.01;

  /** 20 events a second, then 2,000: one thread, then 20 are busy on the average. */
  @Test
  void stepOfTheLoadBy100_isAnsweredWithinTwoWindows() {
    int step = 10_000;
    Events events =
        Events.poisson(60_000, i -> i < step ? 20 : 2_000, Events.exponential(TEN_MS), 2);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, new Tuned(1, 64, WINDOW), ALIKE);
    assertTrue(tuned.sizes()[step - 1] <= 4, "before: " + tuned.sizes()[step - 1]);
    assertTrue(tuned.sizes()[step + 2 * WINDOW] >= 20, "at " + tuned.sizes()[step + 2 * WINDOW]);
    int settled = step + 5_000;
    double best = PoolSimulation.of(events, SizePolicy.fixed(64), ALIKE).mean(settled, 60_000);
    assertTrue(tuned.mean(settled, 60_000) < 1.1 * best, "mean " + tuned.mean(settled, 60_000));
  }

  @Test
  void inALull_nothingIsDecidedUntilEventsCome() {
    Events events =
        Events.poisson(
            90_000, i -> i < 30_000 || i >= 35_000 ? 2_000 : 20, Events.exponential(TEN_MS), 3);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, new Tuned(1, 64, WINDOW), ALIKE);
    double best = PoolSimulation.of(events, SizePolicy.fixed(64), ALIKE).mean(35_000, 90_000);
    assertTrue(tuned.mean(35_000, 90_000) < 1.1 * best, "mean " + tuned.mean(35_000, 90_000));
  }

  @Test
  void steadyLoadOfAMillionEvents_changesTheSizeAFewTimes() {
    Events events = Events.poisson(1_000_000, i -> 320, Events.exponential(TEN_MS), 1);
    Tuned policy = new Tuned(4, 32, WINDOW);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, policy, ALIKE);
    assertTrue(tuned.changes() <= 20, tuned.changes() + " changes");
    List<Decision> late =
        policy.decisions().subList(policy.decisions().size() / 2, policy.decisions().size());
    assertTrue(late.stream().filter(Decision::isChange).count() <= 4, "changes late");
    double best = PoolSimulation.of(events, SizePolicy.fixed(32), ALIKE).mean(0, 1_000_000);
    assertTrue(tuned.mean(0, 1_000_000) < 1.1 * best, "mean " + tuned.mean(0, 1_000_000));
  }

  /** A formula for Poisson arrivals would answer 7 threads. */
  @Test
  void burstsOf20_getThreadsForABurst() {
    Events events = Events.poisson(100_000, i -> 320, Events.exponential(TEN_MS), 5).inBursts(20);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, new Tuned(4, 64, WINDOW), ALIKE);
    double best = PoolSimulation.of(events, SizePolicy.fixed(64), ALIKE).mean(5_000, 100_000);
    assertTrue(tuned.mean(5_000, 100_000) < 1.1 * best, "mean " + tuned.mean(5_000, 100_000));
  }

  /** Beyond 4 threads each one more slows all down so much that the pool gets less done. */
  @Test
  void threadsThatSlowEachOtherDown_areTakenBack() {
    IntToDoubleFunction crowded = n -> n <= 4 ? 1 : Math.pow(n / 4.0, 1.3);
    Events events =
        Events.poisson(200_000, i -> i < 50_000 ? 40 : 300, Events.exponential(TEN_MS), 7);
    Tuned policy = new Tuned(1, 16, WINDOW);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, policy, crowded);
    assertTrue(
        policy.decisions().stream().anyMatch(d -> d.action() == Action.ROLL_BACK), "rolls back");
    double best = PoolSimulation.of(events, SizePolicy.fixed(4), crowded).mean(100_000, 200_000);
    assertTrue(
        tuned.mean(100_000, 200_000) < 1.1 * best,
        tuned.mean(100_000, 200_000) + " ms; on 4 threads " + best);
  }

  @Test
  void sizeStaysWithinTheLargestAllowed() {
    Events events = Events.poisson(20_000, i -> 5_000, Events.exponential(TEN_MS), 8);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, new Tuned(2, 8, WINDOW), ALIKE);
    assertEquals(8, Arrays.stream(tuned.sizes()).max().getAsInt());
    assertEquals(8, tuned.sizes()[19_999]);
  }

  @Test
  void dryRun_decidesTheSameAtFirst_andChangesNothing() {
    Events events = Events.poisson(5_000, i -> 320, Events.exponential(TEN_MS), 9);
    Tuned wet = new Tuned(1, 16, WINDOW);
    Tuned dry = new Tuned(1, 16, WINDOW, true);
    PoolSimulation.of(events, wet, ALIKE);
    assertEquals(0, PoolSimulation.of(events, dry, ALIKE).changes());
    Decision first = dry.decisions().getFirst();
    assertEquals(wet.decisions().getFirst(), first);
    assertEquals(Action.GROW, first.action());
  }

  /** The pool has four threads, but the runs follow each other, as with a lock. */
  @Test
  void measurementThatTheReplayContradicts_isNotActedOn() {
    Decision decision = new Decider("pool", 16, TuningGoal.MEAN).decide(oneAfterTheOther(4));
    assertEquals(Action.REFUSE, decision.action());
    assertEquals(4, decision.to());
    assertEquals(
        "the replay does not agree with what was measured on this size", decision.reason());
  }

  @Test
  void sameLoadOnOneThread_growsAtOnce() {
    Decision decision = new Decider("pool", 16, TuningGoal.MEAN).decide(oneAfterTheOther(1));
    assertEquals(Action.GROW, decision.action());
    assertEquals(16, decision.to());
    assertEquals(decision.measured(), decision.replayed(), 1);
  }

  @Test
  void fewerThreads_areGivenAfterFourWindowsThatAgree() {
    Decider decider = new Decider("pool", 16, TuningGoal.MEAN);
    for (int i = 0; i < 3; i++) {
      assertEquals(Action.KEEP, decider.decide(idle(8)).action());
    }
    Decision fourth = decider.decide(idle(8));
    assertEquals(List.of(Action.SHRINK, 1), List.of(fourth.action(), fourth.to()));
  }

  @Test
  void equalWindows_giveEqualDecisions() {
    assertEquals(
        new Decider("pool", 16, TuningGoal.MEAN).decide(oneAfterTheOther(1)),
        new Decider("pool", 16, TuningGoal.MEAN).decide(oneAfterTheOther(1)));
  }

  /** A window of 100 runs of a millisecond that were queued at once. */
  private static Window oneAfterTheOther(int size) {
    long[] began = new long[100];
    Arrays.setAll(began, i -> i * MS);
    return window(size, new long[100], began);
  }

  /** A window of 100 runs of a millisecond, ten milliseconds from one to the next. */
  private static Window idle(int size) {
    long[] queued = new long[100];
    Arrays.setAll(queued, i -> 10 * i * MS);
    return window(size, queued, queued);
  }

  private static int[] ones(int count) {
    int[] ones = new int[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static Window window(int size, long[] queued, long[] began) {
    long[] ended = Arrays.stream(began).map(t -> t + MS).toArray();
    return new Window(size, 0, queued, began, ended, new long[100], ones(100), new long[0]);
  }
}
