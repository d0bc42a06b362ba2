package dev.hocket.casestudies.encryption;

import java.util.Arrays;

/**
 * The block cipher IDEA (Lai and Massey, 1991): eight and a half rounds over blocks of four 16-bit
 * words. As in the Crypt of the Java Grande suite, each block is encrypted independently, so that
 * blocks may be encrypted in any order and by several threads; equal blocks have equal results.
 */
public final class Idea {
  /** The bytes of a block. */
  public static final int BLOCK = 8;

  private static final int ROUNDS = 8;
  private static final int WORDS = 6 * ROUNDS + 4;
  private static final int MODULUS = 0x10001;

  private Idea() {}

  /**
   * Computes the words with which a key encrypts: its 128 bits, turned left by 25 bits after each 8
   * words.
   *
   * @param high the first 64 bits of the key
   * @param low the other 64 bits
   * @return 52 words of 16 bits
   */
  public static int[] encryptionKey(long high, long low) {
    int[] key = new int[WORDS];
    for (int i = 0; i < WORDS; i++) {
      if (i > 0 && i % 8 == 0) {
        long turned = high << 25 | low >>> 39;
        low = low << 25 | high >>> 39;
        high = turned;
      }
      long half = i % 8 < 4 ? high : low;
      key[i] = (int) (half >>> 48 - 16 * (i % 4)) & 0xFFFF;
    }
    return key;
  }

  /**
   * Computes the words that decrypt: the inverses of the encrypting words, in the opposite order.
   *
   * @param key the result of {@link #encryptionKey}
   * @return 52 words of 16 bits
   */
  public static int[] decryptionKey(int[] key) {
    int[] inverse = new int[WORDS];
    for (int round = 0; round <= ROUNDS; round++) {
      int from = 6 * (ROUNDS - round);
      int to = 6 * round;
      boolean swapped = round > 0 && round < ROUNDS;
      inverse[to] = inverse(key[from]);
      inverse[to + 1] = -key[from + (swapped ? 2 : 1)] & 0xFFFF;
      inverse[to + 2] = -key[from + (swapped ? 1 : 2)] & 0xFFFF;
      inverse[to + 3] = inverse(key[from + 3]);
      if (round < ROUNDS) {
        inverse[to + 4] = key[from - 2];
        inverse[to + 5] = key[from - 1];
      }
    }
    return inverse;
  }

  /**
   * Pads the last block; each padding byte holds the number of padding bytes (section 6.3 of RFC
   * 5652). A text of whole blocks gets one more block, so that its end is never ambiguous.
   *
   * @param text any bytes
   * @return the same bytes, and 1 to 8 more
   */
  public static byte[] padded(byte[] text) {
    int missing = BLOCK - text.length % BLOCK;
    byte[] padded = Arrays.copyOf(text, text.length + missing);
    Arrays.fill(padded, text.length, padded.length, (byte) missing);
    return padded;
  }

  /**
   * Encrypts or decrypts some blocks in place.
   *
   * @param text the text, a whole number of blocks
   * @param from the offset where the first of them begins
   * @param to the offset where the last one ends
   * @param key the result of {@link #encryptionKey} or {@link #decryptionKey}
   */
  public static void apply(byte[] text, int from, int to, int[] key) {
    for (int at = from; at < to; at += BLOCK) {
      block(text, at, key);
    }
  }

  private static void block(byte[] text, int at, int[] key) {
    int a = word(text, at);
    int b = word(text, at + 2);
    int c = word(text, at + 4);
    int d = word(text, at + 6);
    int k = 0;
    for (int round = 0; round < ROUNDS; round++) {
      a = times(a, key[k++]);
      b = b + key[k++] & 0xFFFF;
      c = c + key[k++] & 0xFFFF;
      d = times(d, key[k++]);
      int e = times(a ^ c, key[k++]);
      int f = times((b ^ d) + e & 0xFFFF, key[k++]);
      e = e + f & 0xFFFF;
      int oldB = b;
      a ^= f;
      b = c ^ f;
      c = oldB ^ e;
      d ^= e;
    }
    put(text, at, times(a, key[k]));
    put(text, at + 2, c + key[k + 1]);
    put(text, at + 4, b + key[k + 2]);
    put(text, at + 6, times(d, key[k + 3]));
  }

  /** Multiplies modulo 2^16 + 1, where 0 stands for 2^16. */
  private static int times(int x, int y) {
    if (x == 0) {
      return MODULUS - y & 0xFFFF;
    }
    if (y == 0) {
      return MODULUS - x & 0xFFFF;
    }
    return (int) ((long) x * y % MODULUS) & 0xFFFF;
  }

  /** Inverts a number by Fermat's theorem: x^(p-2). */
  private static int inverse(int x) {
    int result = 1;
    int power = x;
    for (int exponent = MODULUS - 2; exponent > 0; exponent >>= 1) {
      if ((exponent & 1) == 1) {
        result = times(result, power);
      }
      power = times(power, power);
    }
    return result;
  }

  private static int word(byte[] text, int at) {
    return (text[at] & 0xFF) << 8 | text[at + 1] & 0xFF;
  }

  private static void put(byte[] text, int at, int word) {
    text[at] = (byte) (word >> 8);
    text[at + 1] = (byte) word;
  }
}
