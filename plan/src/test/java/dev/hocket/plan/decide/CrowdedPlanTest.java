package dev.hocket.plan.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests plans for handlers that busy cores slow down, by formulas and simulated. */
class CrowdedPlanTest {
  private static final SpeedUp CROWDED =
      new SpeedUp.Crowded(new SpeedUp.Amdahl(0), new TreeMap<>(Map.of(1, 1.5)));
  private static final Load LOAD = new Load(5, 1, 0);
  private static final List<Handler> HANDLERS = List.of(new Handler("h", LOAD, CROWDED));
  private static final Plan TEN = new Plan(List.of(new Pool(List.of(0), 10, List.of(1))));

  /** If b of the nine other cores are busy, a run takes 1 + b/18 s, and b is five times that. */
  @Test
  void busyCoresAndRunTimes_settle() {
    Handler settled = TEN.crowded(HANDLERS, 10).getFirst();
    double busy = 5 / (1 - 5 / 18.0);
    assertEquals(1 / (1 + busy / 18), settled.curve().at(1), 1e-6);
  }

  @Test
  void simulation_agreesWithTheFormulas() {
    Workload poisson = Workload.poisson(List.of(LOAD), 200_000, 3);
    double[] second = new double[poisson.events()];
    Arrays.fill(second, 1);
    Workload workload = poisson.computing(second, new double[second.length]).onCores(10);
    FlowTimes simulated = TEN.simulate(workload, HANDLERS).settled(.05);
    double modelled = TEN.predict(Goal.MEAN, TEN.crowded(HANDLERS, 10));
    assertEquals(modelled, simulated.mean(), .02 * modelled);
    double idle = TEN.predict(Goal.MEAN, HANDLERS);
    assertTrue(simulated.mean() > 1.25 * idle, simulated.mean() + " and " + idle);
  }

  @Test
  void handlersThatDoNotDependOnOthers_stayAsTheyAre() {
    Handler plain = new Handler("h", LOAD, new SpeedUp.Amdahl(0));
    assertSame(plain, TEN.crowded(List.of(plain), 10).getFirst());
  }
}
