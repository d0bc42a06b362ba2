package dev.hocket.casestudies.encryption;

/** Encrypts blocks. Any thread may call it. */
@FunctionalInterface
public interface Cipher {
  /**
   * Encrypts some blocks in place.
   *
   * @param text the text, a whole number of blocks
   * @param from the offset where the first of them begins
   * @param to the offset where the last one ends
   */
  void encrypt(byte[] text, int from, int to);

  /**
   * Creates the cipher IDEA with a key.
   *
   * @param key 32 hexadecimal digits
   * @return the cipher
   * @throws IllegalArgumentException if the key has another form
   */
  static Cipher idea(String key) {
    if (!key.matches("[0-9a-fA-F]{32}")) {
      throw new IllegalArgumentException("the key '" + key + "' is not 32 hexadecimal digits");
    }
    long high = Long.parseUnsignedLong(key.substring(0, 16), 16);
    long low = Long.parseUnsignedLong(key.substring(16), 16);
    int[] words = Idea.encryptionKey(high, low);
    return (text, from, to) -> Idea.apply(text, from, to, words);
  }
}
