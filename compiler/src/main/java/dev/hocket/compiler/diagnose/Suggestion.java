package dev.hocket.compiler.diagnose;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which known word a misspelt word was meant to be. */
public final class Suggestion {
  private Suggestion() {}

  /** The nearest known word, if it is near enough to be a misspelling. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= reach(word, candidate))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /**
   * The largest distance at which a word counts as a misspelling. For words of one letter it is 0,
   * because all of them are near to each other.
   */
  private static int reach(String word, String candidate) {
    boolean oneLetter = Math.min(word.length(), candidate.length()) == 1;
    return oneLetter ? 0 : Math.max(1, word.length() / 3);
  }

  /** The edit distance. Swapped neighbours count as one edit; case is ignored. */
  public static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
