package dev.hocket.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The computations in the benchmarks are what they say they are. */
class KernelTest {
  @Test
  void idea_encryptsItsPublishedExample_andDecryptsIt() {
    int[] key = Idea.encryptionKey(0x0001000200030004L, 0x0005000600070008L);
    byte[] text = {0, 0, 0, 1, 0, 2, 0, 3};
    Idea.apply(text, key);
    assertArrayEquals(
        new byte[] {0x11, (byte) 0xFB, (byte) 0xED, 0x2B, 0x01, (byte) 0x98, 0x6D, (byte) 0xE5},
        text);
    Idea.apply(text, Idea.decryptionKey(key));
    assertArrayEquals(new byte[] {0, 0, 0, 1, 0, 2, 0, 3}, text);
  }

  /**
   * The values by which the Java Grande suite checks its own, coarser sums; it halves the first.
   */
  @Test
  void fourier_findsTheKnownCoefficients() {
    assertEquals(2 * 2.8729524964837996, Fourier.coefficient(0, false), 2e-2);
    assertEquals(1.1161046676147888, Fourier.coefficient(1, false), 2e-2);
    assertEquals(-1.8819691893398025, Fourier.coefficient(1, true), 2e-2);
    assertEquals(0.34429060398168704, Fourier.coefficient(2, false), 2e-2);
    assertEquals(-1.1645642623320958, Fourier.coefficient(2, true), 2e-2);
  }

  @Test
  void monteCarlo_comesNearTheFormulaOfBlackAndScholes() {
    // Spot and strike 100, one year, rate 3 %, volatility 20 %: 9.41, or 9.70 before discounting.
    assertEquals(9.70, Kernel.MONTE_CARLO.compute() / 1e6, 3);
  }

  @ParameterizedTest
  @EnumSource
  void kernel_givesTheSameEveryTime(Kernel kernel) {
    assertEquals(kernel.compute(), kernel.compute());
  }
}
