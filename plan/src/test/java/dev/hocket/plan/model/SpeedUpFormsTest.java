package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SpeedUpFormsTest {
  private static SpeedUp measured(Map<Integer, Double> bySize) {
    return new SpeedUp.Measured(new TreeMap<>(bySize));
  }

  @Test
  void measured_runsStraightBetweenItsPoints_andBeginsAtOne() {
    SpeedUp curve = measured(Map.of(5, 3.));
    assertEquals(1, curve.at(1));
    assertEquals(2, curve.at(3), 1e-12);
    assertEquals(3, curve.at(5));
    assertEquals(5, curve.most());
    assertThrows(IllegalArgumentException.class, () -> curve.at(6));
  }

  @Test
  void measured_keepsWhatWasMeasuredOnOneThread() {
    assertEquals(.9, measured(Map.of(1, .9, 2, 1.8)).at(1));
  }

  @Test
  void usl_fallsBeyondItsPeak() {
    SpeedUp curve = new SpeedUp.Usl(.1, .01);
    // 4 / (1 + .1 × 3 + .01 × 4 × 3).
    assertEquals(4 / 1.42, curve.at(4), 1e-12);
    assertEquals(1, curve.at(1));
  }
}
