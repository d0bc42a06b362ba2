package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.Recordings;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeamRunsTest {
  @TempDir Path folder;

  private static TeamRuns runs(int threads, long... nanos) {
    TeamRuns runs = new TeamRuns("A.java:3");
    for (long one : nanos) {
      runs.add(threads, one);
    }
    return runs;
  }

  @Test
  void speedUp_isTheRatioOfTheMeans_whoseRelativeErrorsAddUpAsSquares() {
    TeamRuns region = runs(1, 9_000_000, 11_000_000);
    region.add(4, 2_400_000);
    region.add(4, 2_600_000);
    assertEquals(Set.of(1, 4), region.sizes());
    assertEquals(2, region.runs(4));
    assertEquals(.010, region.seconds(1).value(), 1e-12);
    Estimate speedUp = region.speedUp(4);
    assertEquals(4, speedUp.value(), 1e-12);
    double alone = region.seconds(1).halfWidth() / .010;
    double team = region.seconds(4).halfWidth() / .0025;
    assertEquals(4 * Math.hypot(alone, team), speedUp.halfWidth(), 1e-12);
    assertEquals(new Estimate(1, 0), region.speedUp(1));
  }

  @Test
  void speedUp_withoutARunOnOneThread_isUnknown() {
    assertTrue(Double.isNaN(runs(2, 1_000, 2_000).speedUp(2).value()));
  }

  @Test
  void speedUp_ofSingleRuns_hasNoBand() {
    TeamRuns region = runs(1, 4_000);
    region.add(2, 2_000);
    assertEquals(2, region.speedUp(2).value(), 1e-12);
    assertTrue(Double.isNaN(region.speedUp(2).halfWidth()));
  }

  @Test
  void recording_hasTheTeamsOfEachRegion() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("run.jfr"),
            () -> {
              Recordings.region("B.java:1", 2, () -> {});
              Recordings.region("A.java:3", 1, () -> {});
              Recordings.region("A.java:3", 2, () -> {});
              Recordings.region("A.java:3", 2, () -> {});
            });
    Measurement measured = Measurement.of(file);
    assertEquals(
        List.of("A.java:3", "B.java:1"), measured.regions().stream().map(TeamRuns::name).toList());
    assertEquals(2, measured.regions().iterator().next().runs(2));
    assertTrue(measured.span().isPresent());
  }
}
