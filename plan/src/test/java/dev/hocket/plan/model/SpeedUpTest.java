package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests speed-ups that depend on busy cores. */
class SpeedUpTest {
  private static final SpeedUp ALONE = new SpeedUp.Amdahl(0);
  private static final SpeedUp CROWDED =
      new SpeedUp.Crowded(ALONE, new TreeMap<>(Map.of(1, 1.5, 4, 1.2)));

  @Test
  void runs_growInAStraightLine_withTheShareOfBusyCores() {
    assertEquals(1, CROWDED.at(1));
    assertEquals(1 / 1.25, CROWDED.at(1, .5), 1e-12);
    assertEquals(1 / 1.5, CROWDED.at(1, 1), 1e-12);
    assertEquals(4 / 1.2, CROWDED.at(4, 1), 1e-12);
  }

  @Test
  void slowdown_isAStraightLineBetweenMeasuredThreads_andStaysBeyond() {
    assertEquals(2 / 1.4, CROWDED.at(2, 1), 1e-12);
    assertEquals(16 / 1.2, CROWDED.at(16, 1), 1e-12);
  }

  @Test
  void otherCurves_doNotDependOnBusyCores() {
    assertFalse(ALONE.dependsOnOthers());
    assertEquals(ALONE.at(3), ALONE.at(3, 1));
    assertTrue(CROWDED.dependsOnOthers());
  }

  @Test
  void curveBesideBusyCores_isOneForFormulas() {
    SpeedUp beside = new SpeedUp.Beside(CROWDED, .5);
    assertEquals(CROWDED.at(2, .5), beside.at(2));
    assertFalse(beside.dependsOnOthers());
    assertEquals(CROWDED.most(), beside.most());
  }

  @Test
  void impossibleValues_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SpeedUp.Crowded(ALONE, new TreeMap<>()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new SpeedUp.Crowded(ALONE, new TreeMap<>(Map.of(1, 0.0))));
    assertThrows(IllegalArgumentException.class, () -> CROWDED.at(1, 1.1));
  }
}
