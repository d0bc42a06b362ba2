package dev.hocket.bench.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The tables and medians that a race computes from its entrants' figures. */
class RaceTest {
  private final AtomicReference<Map<String, Double>> medians = new AtomicReference<>();

  @Test
  void entrants_haveMediansAndARatio_inATableForEachFigure() throws Exception {
    Race race = new Race("rates", "times").in(value -> "%.0f!".formatted(value));
    add(race, "ours", List.of(4.0, 6.0, 5.0), 10);
    add(race, "peer", List.of(2.0, 3.0, 2.5), 5);
    String tables = Printed.by(() -> medians.set(race.run(0, 3, 1)));
    assertEquals(Map.of("ours", 5.0, "peer", 2.5), medians.get());
    assertTrue(tables.contains("### rates\n") && tables.contains("### times\n"), tables);
    assertTrue(tables.contains("| ours | 5! | 5! – 6! |  |\n"), tables);
    assertTrue(tables.contains("| peer | 5! | 5! – 5! | 2.00× (2.00 – 2.00) |\n"), tables);
  }

  @Test
  void roundsThatDoNotCount_areLeftOut_andAnEntrantWithNoOtherHasNoMedian() throws Exception {
    Race race = new Race("rates").in(value -> "%.0f!".formatted(value));
    add(race, "ours", List.of(4.0, Double.NaN, 8.0), 0);
    add(race, "peer", List.of(Double.NaN, 100.0, 4.0), 0);
    add(race, "broken", List.of(Double.NaN, Double.NaN, Double.NaN), 0);
    String tables = Printed.by(() -> medians.set(race.run(0, 3, 1)));
    assertTrue(tables.contains(" | 2.00× (2.00 – 2.00) |\n"), tables);
    assertTrue(tables.contains("| broken | no run counts | | |\n"), tables);
    assertEquals(Double.NaN, medians.get().get("broken"));
  }

  @Test
  void anEntrantThatCannotDoTheTask_hasADashInEveryTable_andNoMedian() throws Exception {
    Race race = new Race("rates", "times").without("absent");
    add(race, "ours", List.of(1.0), 1);
    String tables = Printed.by(() -> medians.set(race.run(0, 1, 1)));
    assertEquals(2, Printed.dashes(tables, "absent"), tables);
    assertEquals(Map.of("ours", 1.0), medians.get());
  }

  private static void add(Race race, String name, List<Double> firsts, double second) {
    Iterator<Double> figures = firsts.iterator();
    race.withAll(name, () -> new double[] {figures.next(), second});
  }
}
