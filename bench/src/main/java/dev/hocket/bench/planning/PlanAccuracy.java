package dev.hocket.bench.planning;

import dev.hocket.bench.race.Settings;

/**
 * Measures the planner: its speed on a large recording, its simulator against SimPy's, the sizes it
 * chooses against the best of all simulated sizes, its formulas against simulations, and its
 * predictions against measurements.
 */
public final class PlanAccuracy {
  private PlanAccuracy() {}

  public static void run(Settings settings) throws Exception {
    boolean quick = settings.isQuick();
    LargeRecording.run(quick ? 10_000 : 1_400_000);
    SimulatorRace.run(quick ? 20_000 : 200_000, settings.seed());
    LargeStations.run(quick ? 1 : 5);
    UnlikeRunTimes.run(quick ? 20_000 : 1_000_000, quick ? 2 : 12, settings.seed());
    SizeChoice.run(quick ? 20_000 : 400_000, settings.seed());
    FlowTimeCells.run(quick ? 2 : 45, settings.seed());
  }
}
