package dev.hocket.bench.planning;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.race.Printed;
import org.junit.jupiter.api.Test;

class PxAyTest {
  /** Kernels that run on one thread only, so a run takes the same time with all sizes. */
  private static long compute(Kernel kernel, int rounds, int threads) {
    return kernel.compute();
  }

  @Test
  void everyRow_hasWhatWasMeasuredAndWhatWasPredicted() throws Exception {
    String printed = Printed.by(() -> PxAy.run(PxAyTest::compute, .05, .001, 1));
    assertTrue(printed.contains("| crypt | "), printed);
    assertTrue(printed.contains("| alike | 0.25 | virtual | "), printed);
    assertTrue(printed.contains("| alike | 0.67 | tasks of a region | "), printed);
    assertTrue(printed.contains("| unlike | 0.67 | shared widths | "), printed);
    assertTrue(printed.contains("| P1A(6,13,17,28) | "), printed);
  }
}
