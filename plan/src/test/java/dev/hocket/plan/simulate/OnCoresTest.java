package dev.hocket.plan.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests pools on the cores of a machine. */
class OnCoresTest {
  private static final SpeedUp NONE = new SpeedUp.Amdahl(1);

  private static double[] all(int count, double seconds) {
    double[] times = new double[count];
    Arrays.fill(times, seconds);
    return times;
  }

  /** Makes a burst of handlers that compute for 1 s of their 10 s. */
  private static Workload burst(int events) {
    return Workload.replayed(new double[events], all(events, 10), new int[events], 1)
        .computing(all(events, 1), all(events, 0));
  }

  private static double[] sorted(Workload workload, String sizes) {
    List<SpeedUp> curves = Collections.nCopies(workload.classCount, NONE);
    double[] flows = Simulation.pools(workload, curves, Sizes.parse(sizes)).inOrder();
    Arrays.sort(flows);
    return flows;
  }

  @Test
  void handlersOfABurst_waitForCores_thoughEachHasAThread() {
    assertArrayEquals(
        new double[] {10, 10, 11, 11, 12, 12}, sorted(burst(6).onCores(2), "P1A6"), 1e-12);
    assertArrayEquals(all(6, 10), sorted(burst(6), "P1A6"), 1e-12);
    assertArrayEquals(all(6, 10), sorted(burst(6).onCores(6), "P1A6"), 1e-12);
  }

  @Test
  void handlersWithUnknownNeeds_waitForNoCore() {
    Workload unknown = Workload.replayed(new double[6], all(6, 10), new int[6], 1);
    assertArrayEquals(all(6, 10), sorted(unknown.onCores(2), "P1A6"), 1e-12);
    assertArrayEquals(
        all(6, 10), sorted(unknown.computing(all(6, 0), all(6, 0)).onCores(2), "P1A6"), 1e-12);
  }

  /** If it were, the replay would contain the wait for a core twice. */
  @Test
  void timeThatARecordedHandlerWasReady_isNoPartOfItsRun() {
    Workload workload = burst(6).computing(all(6, 1), all(6, 3)).onCores(2);
    assertArrayEquals(new double[] {7, 7, 8, 8, 9, 9}, sorted(workload, "P1A6"), 1e-12);
    assertArrayEquals(all(6, 7), sorted(workload.onCores(6), "P1A6"), 1e-12);
  }

  /** Half of the 3 s that each was ready is kept. */
  @Test
  void timeThatOtherProgramsHadTheCores_isAWait() {
    Workload workload = burst(6).computing(all(6, 1), all(6, 3)).keepingReady(.5).onCores(2);
    assertArrayEquals(
        new double[] {8.5, 8.5, 9.5, 9.5, 10.5, 10.5}, sorted(workload, "P1A6"), 1e-12);
  }

  @Test
  void oneCore_isAQueueOfItsOwn_howeverManyThreads() {
    Load load = new Load(.8, 1, 1);
    Workload workload = Workload.poisson(List.of(load), 10_000, 5);
    double[] service = workload.service.clone();
    Workload computing = workload.computing(service, all(service.length, 0)).onCores(1);
    assertArrayEquals(sorted(workload, "P1A1"), sorted(computing, "P1A50"), 1e-9);
  }

  /** A queue before one pool must not keep cores from another. */
  @Test
  void poolsAskForCores_inTheOrderOfTime() {
    // Two long runs are on a pool of one worker; a short one follows on the other pool.
    Workload workload =
        Workload.replayed(new double[] {0, 0, 1}, new double[] {10, 10, 2}, new int[] {0, 0, 1}, 2)
            .computing(new double[] {1, 5, 2}, all(3, 0))
            .onCores(1);
    FlowTimes flows = Simulation.pools(workload, List.of(NONE, NONE), Sizes.parse("P1A(1,1)"));
    assertArrayEquals(new double[] {10, 20, 2}, flows.inOrder(), 1e-12);
  }

  @Test
  void parallelHandler_takesACoreForEachThread() {
    // Each run takes both cores for half a second, one after the other.
    Workload workload =
        Workload.replayed(new double[2], all(2, 1), new int[2], 1)
            .computing(all(2, 1), all(2, 0))
            .onCores(2);
    FlowTimes flows =
        Simulation.pools(workload, List.of(new SpeedUp.Amdahl(0)), Sizes.parse("P2A2"));
    assertArrayEquals(new double[] {.5, 1}, flows.inOrder(), 1e-12);
  }

  @Test
  void enoughCores_changeNothing() {
    Workload workload = Workload.poisson(List.of(new Load(3, 1, 1)), 1000, 5);
    double[] service = workload.service.clone();
    Workload computing = workload.computing(service, all(service.length, 0)).onCores(3);
    double exact = Simulation.pools(workload, List.of(NONE), Sizes.parse("P1A4")).mean();
    double three = Simulation.pools(workload, List.of(NONE), Sizes.parse("P1A3")).mean();
    assertEquals(three, Simulation.pools(computing, List.of(NONE), Sizes.parse("P1A3")).mean());
    assertEquals(
        exact, Simulation.pools(computing.onCores(4), List.of(NONE), Sizes.parse("P1A4")).mean());
  }

  /** Two runs overlap: the second starts beside a busy core, and takes half as long again. */
  @Test
  void busyCores_slowDownAHandlerThatDependsOnThem() {
    SpeedUp crowded = new SpeedUp.Crowded(NONE, new TreeMap<>(Map.of(1, 1.5)));
    Workload workload =
        Workload.replayed(new double[] {0, 0, 9}, all(3, 1), new int[3], 1)
            .computing(all(3, 1), all(3, 0))
            .onCores(2);
    FlowTimes flows = Simulation.pools(workload, List.of(crowded), Sizes.parse("P1A2"));
    assertArrayEquals(new double[] {1, 1.5, 1}, flows.inOrder(), 1e-12);
  }
}
