package dev.hocket.casestudies.logs;

import java.util.List;
import java.util.Map;

/**
 * What has been stored.
 *
 * @param isWhole whether the counts are those of everything; otherwise they are added to former
 *     ones
 * @param counts the number of lines that count in each place
 * @param segments the whole index
 */
@Immutable
record News(boolean isWhole, Map<Tally, Long> counts, List<Segment> segments) {
  News {
    counts = Map.copyOf(counts);
    segments = List.copyOf(segments);
  }

  /** Adds the counts to others, or replaces those. */
  void addTo(Map<Tally, Long> all) {
    if (isWhole) {
      all.clear();
    }
    counts.forEach((tally, lines) -> all.merge(tally, lines, Long::sum));
  }
}
