package dev.hocket.flow.functions;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names of functions in algorithms. */
final class Names {
  private Names() {}

  /** Converts a Java name: {@code parseHTTPHeader} becomes {@code parse-http-header}. */
  static String kebab(String camel) {
    return camel
        .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
        .replaceAll("([A-Z]+)([A-Z][a-z])", "$1-$2")
        .toLowerCase(Locale.ROOT);
  }

  /** Finds the names that the program may have meant, the nearest first. */
  static List<String> near(String name, Collection<String> known, int most) {
    int limit = Math.max(1, name.length() / 3);
    return known.stream()
        .filter(other -> distance(name, other) <= limit)
        .sorted(Comparator.comparingInt(other -> distance(name, other)))
        .limit(most)
        .toList();
  }

  /** Computes the Levenshtein distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
