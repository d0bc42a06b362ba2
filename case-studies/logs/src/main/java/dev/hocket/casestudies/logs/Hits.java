package dev.hocket.casestudies.logs;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a search has found. Immutable.
 *
 * @param count the number of lines that match, of those that have been looked at
 * @param isWhole whether all lines have been looked at
 * @param newest the last of them, the newest first
 */
record Hits(long count, boolean isWhole, List<Hit> newest) {
  static final Hits NONE = new Hits(0, true, List.of());

  /** Nothing was looked at. */
  static final Hits SKIPPED = new Hits(0, false, List.of());

  /** The most lines that are kept. */
  static final int MOST_LINES = 200;

  /**
   * A line that matches.
   *
   * @param segment the number of its segment
   * @param offset its place in the segment
   */
  record Hit(int segment, int offset, String line) {}

  private static final Comparator<Hit> NEWEST_FIRST =
      Comparator.comparingInt(Hit::segment).thenComparingInt(Hit::offset).reversed();

  Hits {
    newest = List.copyOf(newest);
  }

  /** Combines the hits in different segments, in any order. */
  static Hits plus(Hits one, Hits other) {
    List<Hit> newest =
        Stream.concat(one.newest.stream(), other.newest.stream())
            .sorted(NEWEST_FIRST)
            .limit(MOST_LINES)
            .toList();
    return new Hits(one.count + other.count, one.isWhole && other.isWhole, newest);
  }
}
