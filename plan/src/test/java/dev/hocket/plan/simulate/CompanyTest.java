package dev.hocket.plan.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompanyTest {
  private static final SpeedUp CROWDED =
      new SpeedUp.Crowded(new SpeedUp.Amdahl(0), new TreeMap<>(Map.of(1, 1.6)));

  /** The first run is alone for one of its two seconds, the second never, the third always. */
  @Test
  void othersBusy_isTheMeanDuringTheRun() {
    double[] two = {2, 1, 1};
    Workload workload =
        Workload.replayed(new double[] {0, 1, 5}, two, new int[3], 1).computing(two, new double[3]);
    Company company = new Company(workload, FlowTimes.measured(two, new int[3]));
    assertEquals(.5, company.othersBusy(0, 2), 1e-12);
    assertEquals(1, company.othersBusy(1, 2), 1e-12);
    assertEquals(0, company.othersBusy(2, 2), 1e-12);
    assertEquals(.25, company.othersBusy(0, 3), 1e-12);
    assertEquals(0, company.othersBusy(0, 1));
  }

  /** A wait keeps no core busy: half of the second run is a wait. */
  @Test
  void waits_keepNoCoreBusy() {
    double[] seconds = {2, 2};
    Workload workload =
        Workload.replayed(new double[] {0, 0}, seconds, new int[2], 1)
            .computing(new double[] {2, 1}, new double[2]);
    Company company = new Company(workload, FlowTimes.measured(seconds, new int[2]));
    assertEquals(.5, company.othersBusy(0, 2), 1e-12);
    Workload alone = company.alone(List.of(CROWDED), 2);
    assertArrayEquals(new double[] {2 / 1.3, 1 + 1 / 1.6}, alone.service, 1e-12);
  }

  /**
   * Runs of a simulated machine whose cores slow each other down get back the time that they take
   * alone. The tolerance is for the simulation, which counts busy cores only when a run starts.
   */
  @Test
  void runsOfASimulatedMachine_getBackTheTimeThatTheyTakeAlone() {
    Workload poisson = Workload.poisson(List.of(new Load(200, .1, 0)), 50_000, 8);
    double[] tenth = new double[poisson.events()];
    Arrays.fill(tenth, .1);
    Workload machine = poisson.computing(tenth, new double[tenth.length]).onCores(40);
    FlowTimes flows = Simulation.pools(machine, List.of(CROWDED), Sizes.parse("P1A40"));
    // Hardly any run waits on 40 threads of which 29 are busy, so flow times are run times.
    double[] runs = flows.inOrder();
    Workload recorded =
        Workload.replayed(poisson.arrivals, runs, poisson.classes, 1)
            .computing(runs, new double[runs.length]);
    Workload alone = new Company(recorded, flows).alone(List.of(CROWDED), 40);
    assertEquals(.1, Arrays.stream(alone.service).average().orElseThrow(), .005);
    assertEquals(.145, flows.mean(), .015);
  }
}
