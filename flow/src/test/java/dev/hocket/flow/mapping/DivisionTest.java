package dev.hocket.flow.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How costs divide the units of a flow into sections. */
class DivisionTest {
  private static List<Integer> sections(int processors, double... costs) {
    return Division.best(costs, Set.of(), processors).sections();
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
    assertEquals(2, Division.best(new double[] {1_000, 90_000, 1_000}, Set.of(), 2).groups());
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
    Division division = Division.best(costs, Set.of(), 4);
    for (int group = 0; group < 4; group++) {
      int number = group;
      assertEquals(125, division.sections().stream().filter(s -> s == number).count());
    }
  }

  @Test
  void aUnitThatBlocks_isAloneAndTakesNoProcessor() {
    Division division = Division.best(new double[] {1_000, 900_000, 1_000}, Set.of(1), 1);
    assertEquals(List.of(0, 1, 0), division.sections());
    assertEquals(1, division.groups());
    assertEquals(900_300, division.nanos(new double[] {1_000, 900_000, 1_000}, 1));
    assertTrue(
        Division.best(new double[] {1_000, 900_000, 1_000}, Set.of(), 1)
                .nanos(new double[] {1_000, 900_000, 1_000}, 1)
            > 900_300);
  }

  @Test
  void unitsThatAllBlock_leaveNoOtherSection() {
    assertEquals(0, Division.best(new double[2], Set.of(0, 1), 2).groups());
  }
}
