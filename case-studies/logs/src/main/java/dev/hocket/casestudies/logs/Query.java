package dev.hocket.casestudies.logs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Words that a line must contain, in any order. The 26 letters of ASCII match in either case.
 *
 * @param words the longest first
 */
record Query(List<Word> words) {
  private static final int MOST_CHARACTERS = 200;
  private static final int BYTES = 256;
  private static final byte[] LOWER = new byte[BYTES];

  static {
    for (int letter = 0; letter < BYTES; letter++) {
      LOWER[letter] = (byte) (letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter);
    }
  }

  /** The byte in the case in which it is compared. */
  static byte lower(byte letter) {
    return LOWER[letter & 0xff];
  }

  static Query of(String text) {
    String cut = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
    List<Word> words = new ArrayList<>();
    for (String word : cut.split("\\s+")) {
      if (!word.isEmpty()) {
        words.add(new Word(word));
      }
    }
    words.sort(Comparator.comparing(Word::length).reversed());
    return new Query(words);
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  /** The sequences of three bytes, or fewer in shorter words, which a line that matches has. */
  Set<Integer> sequences() {
    Set<Integer> all = new LinkedHashSet<>();
    for (Word word : words) {
      word.addSequences(all);
    }
    return all;
  }

  /** The first place of the longest word between two places; -1 if there is none. */
  int firstPlace(byte[] text, int from, int to) {
    return words.getFirst().place(text, from, to);
  }

  /** Whether a line that contains the longest word contains the others, too. */
  boolean matches(byte[] text, int start, int end) {
    for (Word word : words.subList(1, words.size())) {
      if (word.place(text, start, end) < 0) {
        return false;
      }
    }
    return true;
  }

  /** A word, with the distances by which a search for it may go on (Horspool's algorithm). */
  static final class Word {
    private final byte[] letters;
    private final int[] distances = new int[BYTES];

    Word(String word) {
      letters = word.getBytes(StandardCharsets.UTF_8);
      Arrays.fill(distances, letters.length);
      for (int i = 0; i < letters.length; i++) {
        letters[i] = lower(letters[i]);
        if (i < letters.length - 1) {
          distances[letters[i] & 0xff] = letters.length - 1 - i;
        }
      }
    }

    int length() {
      return letters.length;
    }

    private void addSequences(Set<Integer> all) {
      for (int end = Math.min(letters.length, Blocks.SEQUENCE); end <= letters.length; end++) {
        int sequence = 0;
        for (int i = Math.max(0, end - Blocks.SEQUENCE); i < end; i++) {
          sequence = sequence << Byte.SIZE | letters[i] & 0xff;
        }
        all.add(sequence);
      }
    }

    int place(byte[] text, int from, int to) {
      int last = letters.length - 1;
      int at = from;
      while (at + last < to) {
        byte end = lower(text[at + last]);
        if (end == letters[last] && isAt(at, text)) {
          return at;
        }
        at += distances[end & 0xff];
      }
      return -1;
    }

    private boolean isAt(int at, byte[] text) {
      for (int i = 0; i < letters.length - 1; i++) {
        if (lower(text[at + i]) != letters[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
