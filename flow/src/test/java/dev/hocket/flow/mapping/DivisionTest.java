package dev.hocket.flow.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.mapping.Division.Loads;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests how costs divide the units of a flow into sections. */
class DivisionTest {
  private static List<Integer> sections(int processors, double... costs) {
    return Division.best(loads(Set.of(), costs), processors).sections();
  }

  private static Loads loads(Set<Integer> blocking, double... costs) {
    double[] visits = new double[costs.length];
    Arrays.fill(visits, 1);
    return new Loads(costs, visits, Set.of(), blocking, Set.of());
  }

  @Test
  void trivialFunctions_shareASection() {
    assertEquals(List.of(0, 0, 0), sections(8, 20, 20, 20));
    assertEquals(List.of(0, 0, 0), sections(8, 200, 100, 200));
  }

  @Test
  void costlyFunctions_areApartAndTheirCheapNeighboursGoWithThem() {
    assertEquals(List.of(0, 0, 1, 1), sections(2, 20, 5_000, 5_000, 20));
    assertEquals(List.of(0, 1, 2), sections(8, 5_000, 5_000, 5_000));
  }

  @Test
  void aFunctionThatLimitsTheFlow_isNotHelpedByMoreSections() {
    assertEquals(2, Division.best(loads(Set.of(), 1_000, 90_000, 1_000), 2).groups());
    assertEquals(List.of(0, 0), sections(8, 10, 90_000));
  }

  @Test
  void oneProcessor_hasOneSection() {
    assertEquals(List.of(0, 0, 0), sections(1, 5_000, 5_000, 5_000));
  }

  @Test
  void manyFunctions_areSharedEvenly() {
    double[] costs = new double[500];
    Arrays.fill(costs, 1_000);
    Division division = Division.best(loads(Set.of(), costs), 4);
    for (int group = 0; group < 4; group++) {
      int number = group;
      assertEquals(125, division.sections().stream().filter(s -> s == number).count());
    }
  }

  @Test
  void aUnitThatBlocks_isAloneAndTakesNoProcessor() {
    Loads loads = loads(Set.of(1), 1_000, 900_000, 1_000);
    Division division = Division.best(loads, 1);
    assertEquals(List.of(0, 1, 0), division.sections());
    assertEquals(1, division.groups());
    assertEquals(900_300, division.nanos(loads, 1));
    Loads computing = new Loads(loads.nanos(), loads.visits(), Set.of(1), Set.of(), Set.of());
    assertTrue(Division.best(computing, 1).nanos(computing, 1) > 900_300);
  }

  @Test
  void aUnitThatMayWait_isAlone() {
    double[] costs = {20, 20, 20, 20};
    Loads loads = new Loads(costs, new double[] {1, 1, 1, 1}, Set.of(2), Set.of(), Set.of());
    assertEquals(List.of(0, 0, 1, 0), Division.best(loads, 8).sections());
  }

  @Test
  void unitsOfALoop_areDividedOnlyIfEachTurnIsWorthAHandOver() {
    double[] visits = {1, 100, 100};
    Loads cheap =
        new Loads(new double[] {20, 10_000, 10_000}, visits, Set.of(), Set.of(), Set.of());
    assertEquals(List.of(0, 0, 0), Division.best(cheap, 2).sections());
    Loads costly =
        new Loads(new double[] {20, 200_000, 200_000}, visits, Set.of(), Set.of(), Set.of());
    assertEquals(List.of(0, 0, 1), Division.best(costly, 2).sections());
  }

  @Test
  void aUnitThatMayBeCopied_hasACopyForEachFreeProcessor() {
    double[] costs = {20, 90_000, 20};
    Loads loads = new Loads(costs, new double[] {1, 1, 1}, Set.of(), Set.of(), Set.of(1));
    assertEquals(Map.of(1, 4), Division.best(loads, 4).copies());
    assertEquals(Map.of(), Division.best(loads, 1).copies());
    assertEquals(List.of(0, 1, 0), Division.best(loads, 4).sections());
  }

  @Test
  void unitsThatAlreadyUseAllProcessors_areNotCopied() {
    double[] costs = {5_000, 5_000};
    Loads loads = new Loads(costs, new double[] {1, 1}, Set.of(), Set.of(), Set.of(0, 1));
    assertEquals(Map.of(), Division.best(loads, 2).copies());
  }

  @Test
  void unitsThatAllBlock_leaveNoOtherSection() {
    assertEquals(0, Division.best(loads(Set.of(0, 1), 0, 0), 2).groups());
  }
}
