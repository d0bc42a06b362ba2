package dev.hocket.bench;

/** The block cipher IDEA: eight and a half rounds over blocks of four 16-bit words. */
final class Idea {
  private static final int ROUNDS = 8;
  private static final int WORDS = 6 * ROUNDS + 4;
  private static final int MODULUS = 0x10001;

  private Idea() {}

  /** 52 words: the 128 bits of the key, turned left by 25 bits after each 8 words. */
  static int[] encryptionKey(long high, long low) {
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

  /** The inverses, in the opposite order. */
  static int[] decryptionKey(int[] key) {
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

  /** Encrypts or decrypts, by the key; the length is a multiple of 8. */
  static void apply(byte[] text, int[] key) {
    for (int at = 0; at < text.length; at += 8) {
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

  /** Multiplication modulo 2^16 + 1, where 0 stands for 2^16. */
  private static int times(int x, int y) {
    if (x == 0) {
      return MODULUS - y & 0xFFFF;
    }
    if (y == 0) {
      return MODULUS - x & 0xFFFF;
    }
    return (int) ((long) x * y % MODULUS) & 0xFFFF;
  }

  /** By Fermat: x^(p-2). */
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
