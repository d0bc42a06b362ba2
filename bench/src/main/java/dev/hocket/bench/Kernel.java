package dev.hocket.bench;

import java.util.Arrays;
import java.util.Random;

/**
 * Sequential computations of the kinds of the Java Grande suite that paper 1 puts into its
 * handlers. Each takes some milliseconds, and returns a number that is the same every time.
 */
enum Kernel {
  /** IDEA (Lai and Massey, 1991): encrypts and decrypts, and counts the bytes that came back. */
  CRYPT {
    @Override
    long compute() {
      byte[] plain = new byte[CRYPT_BYTES];
      new Random(1).nextBytes(plain);
      int[] key = Idea.encryptionKey(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);
      byte[] back = plain.clone();
      Idea.apply(back, key);
      if (Arrays.equals(plain, back)) {
        throw new AssertionError("not encrypted");
      }
      Idea.apply(back, Idea.decryptionKey(key));
      return Arrays.mismatch(plain, back) < 0 ? back.length : -1;
    }
  },

  /** The first Fourier coefficients of (x + 1)^x on [0, 2]. */
  SERIES {
    @Override
    long compute() {
      double sum = 0;
      for (int n = 0; n < COEFFICIENTS; n++) {
        sum += Fourier.coefficient(n, false) + Fourier.coefficient(n, true);
      }
      return Math.round(sum * 1e9);
    }
  },

  /** The price of a European call, from random walks of the share. */
  MONTE_CARLO {
    @Override
    long compute() {
      Random random = new Random(42);
      double payOff = 0;
      for (int path = 0; path < PATHS; path++) {
        double logPrice = Math.log(100);
        for (int day = 0; day < DAYS; day++) {
          logPrice += 0.03 / DAYS - 0.02 / DAYS + 0.2 / Math.sqrt(DAYS) * random.nextGaussian();
        }
        payOff += Math.max(0, Math.exp(logPrice) - 100);
      }
      return Math.round(payOff / PATHS * 1e6);
    }
  },

  /** Spheres above each other, lit from one side, with their mirror images. */
  RAY_TRACER {
    @Override
    long compute() {
      long sum = 0;
      for (int y = 0; y < PIXELS; y++) {
        for (int x = 0; x < PIXELS; x++) {
          double u = 2.0 * x / PIXELS - 1;
          double v = 1 - 2.0 * y / PIXELS;
          sum += Math.round(255 * Spheres.brightness(u, v));
        }
      }
      return sum;
    }
  };

  private static final int CRYPT_BYTES = 80_000;
  private static final int COEFFICIENTS = 12;
  private static final int PATHS = 300;
  private static final int DAYS = 250;
  private static final int PIXELS = 150;

  abstract long compute();

  /** The word in tables. */
  String title() {
    return name().toLowerCase().replace('_', ' ');
  }
}
