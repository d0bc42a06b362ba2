package dev.hocket.bench.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kernels of the benchmarks compute the right values. */
class KernelTest {
  private static final double SKY = 0.1;
  private static final double EXACT = 1e-9;

  @Test
  void crypt_getsEveryByteBack() {
    assertEquals(80_000, Kernel.CRYPT.compute());
  }

  /**
   * The values with which the Java Grande suite checks its own, coarser sums; it halves the first
   * one.
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
  void series_addsTheFirstTwelveOfBothUp() {
    // These values come from Simpson's rule with 200,000 intervals.
    assertEquals(0.893515, Kernel.SERIES.compute() / 1e9, 1e-3);
  }

  @Test
  void monteCarlo_comesNearTheFormulaOfBlackAndScholes() {
    // Spot and strike 100, one year, rate 3 %, volatility 20 %: 9.41, or 9.70 before discounting,
    // with a standard error of 0.84 over 300 walks.
    assertEquals(9.70, Kernel.MONTE_CARLO.compute() / 1e6, 2 * 0.84);
  }

  @Test
  void spheres_whereThereIsNone_areTheDarkSky() {
    // The point is the image's corner: the spheres end at 1.4 to each side of the axis, at a
    // distance of 4 and more.
    assertEquals(SKY, Spheres.brightness(1, 1), EXACT);
  }

  @Test
  void spheres_seenHeadOn_showTheLightAndTheSkyBehindTheEye() {
    // The sphere at (0, 0, 4) has the normal (0, 0, -1), and the light comes from (5, 7, -5).
    assertEquals(0.5 * 5 / Math.sqrt(99) + 0.5 * SKY, Spheres.brightness(0, 0), EXACT);
  }

  @Test
  void spheres_seenFromTheDarkSide_showTheSkyAlone() {
    // The left end of the sphere at (-1, 0, 4): the light comes from the right.
    assertEquals(0.5 * SKY, Spheres.brightness(-0.7, 0), EXACT);
  }

  @Test
  void spheres_inTheShadowOfAnother_showTheSkyAlone() {
    // From the sphere at (-1, -1, 5), the ray towards the light passes (0, 0.4, 4), inside the
    // sphere at (0, 0, 4).
    assertEquals(0.5 * SKY, Spheres.brightness(-0.3, -0.45), EXACT);
  }

  @Test
  void spheres_mirroredInAnother_showTheSkyTwiceDimmed() {
    // The left of the sphere at (0, -1, 4) mirrors the right of the sphere at (-1, -1, 4), which
    // mirrors the sky; both points face away from the light.
    assertEquals(0.25 * SKY, Spheres.brightness(-0.15, -0.55), EXACT);
  }

  @Test
  void rayTracer_isAsBrightAsAnotherGridOverTheSameImage() {
    // The sky alone would give 0.1.
    assertEquals(meanBrightness(40), Kernel.RAY_TRACER.compute() / 255.0 / (150 * 150), 0.01);
  }

  private static double meanBrightness(int pixels) {
    double sum = 0;
    for (int y = 0; y < pixels; y++) {
      for (int x = 0; x < pixels; x++) {
        sum += Spheres.brightness((2.0 * x + 1) / pixels - 1, (2.0 * y + 1) / pixels - 1);
      }
    }
    return sum / (pixels * pixels);
  }

  @ParameterizedTest
  @EnumSource
  void kernel_givesTheSameEveryTime(Kernel kernel) {
    assertEquals(kernel.compute(), kernel.compute());
  }
}
