package dev.hocket.bench.kernels;

import dev.hocket.casestudies.encryption.Idea;
import java.util.Arrays;
import java.util.Random;

/**
 * Computations of the kinds of the Java Grande suite that paper 1 puts into its handlers. Each
 * takes some milliseconds, and returns a number that is the same every time. It consists of items
 * that any thread may compute. The number comes from the exact sum of the items, so it does not
 * depend on which thread computes which item.
 */
public enum Kernel {
  /** IDEA (Lai and Massey, 1991): encrypts and decrypts, and counts the bytes that came back. */
  CRYPT(80) {
    @Override
    public long part(int from, int to) {
      byte[] plain = Arrays.copyOfRange(Plain.TEXT, from * Plain.PIECE, to * Plain.PIECE);
      byte[] back = plain.clone();
      Idea.apply(back, 0, back.length, Plain.KEY);
      if (Arrays.equals(plain, back)) {
        throw new AssertionError("not encrypted");
      }
      Idea.apply(back, 0, back.length, Plain.INVERSE);
      return Arrays.mismatch(plain, back) < 0 ? back.length : -1;
    }
  },

  /** The first Fourier coefficients of (x + 1)^x on [0, 2]. */
  SERIES(12) {
    @Override
    public long part(int from, int to) {
      long sum = 0;
      for (int n = from; n < to; n++) {
        sum += Math.round(1e9 * Fourier.coefficient(n, false));
        sum += Math.round(1e9 * Fourier.coefficient(n, true));
      }
      return sum;
    }
  },

  /** The price of a European call, from random walks of the share. */
  MONTE_CARLO(300) {
    @Override
    public long part(int from, int to) {
      long payOffs = 0;
      for (int path = from; path < to; path++) {
        Random random = new Random(path * MIX);
        double logPrice = Math.log(100);
        for (int day = 0; day < DAYS; day++) {
          logPrice += 0.03 / DAYS - 0.02 / DAYS + 0.2 / Math.sqrt(DAYS) * random.nextGaussian();
        }
        payOffs += Math.round(1e6 * Math.max(0, Math.exp(logPrice) - 100));
      }
      return payOffs;
    }

    @Override
    public long result(long sum) {
      return sum / items();
    }
  },

  /** Spheres above each other, lit from one side, with their mirror images. */
  RAY_TRACER(150) {
    @Override
    public long part(int from, int to) {
      int pixels = items();
      long sum = 0;
      for (int y = from; y < to; y++) {
        for (int x = 0; x < pixels; x++) {
          double u = 2.0 * x / pixels - 1;
          double v = 1 - 2.0 * y / pixels;
          sum += Math.round(255 * Spheres.brightness(u, v));
        }
      }
      return sum;
    }
  };

  private static final int DAYS = 250;

  /** An odd number with random bits, so that neighbouring paths have different seeds. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** The text to encrypt. */
  private static final class Plain {
    static final int PIECE = 1_000;
    static final byte[] TEXT = new byte[80 * PIECE];
    static final int[] KEY = Idea.encryptionKey(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);

    static final int[] INVERSE = Idea.decryptionKey(KEY);

    static {
      new Random(1).nextBytes(TEXT);
    }
  }

  private final int items;

  Kernel(int items) {
    this.items = items;
  }

  /**
   * The sum over some items.
   *
   * @param from the first item
   * @param to the item after the last one
   * @return the sum
   */
  public abstract long part(int from, int to);

  /**
   * The number that comes from the sum over all items.
   *
   * @param sum the sum
   * @return the number
   */
  public long result(long sum) {
    return sum;
  }

  /**
   * The number of items.
   *
   * @return the number
   */
  public int items() {
    return items;
  }

  public long compute() {
    return compute(1);
  }

  /** Computes a share of the items, at least one of them. */
  public long compute(double share) {
    return result(part(0, Math.max(1, (int) Math.round(share * items))));
  }

  /** The kernel's name in tables. */
  public String title() {
    return name().toLowerCase().replace('_', ' ');
  }
}
