package dev.hocket.casestudies.logs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Searches the index on every free core. Without Hocket the directive is a comment, and the same
 * loop runs on one.
 */
final class Finder {
  private Finder() {}

  /**
   * Finds the lines that match, those of the newest segments first.
   *
   * @param enough the oldest lines need not be looked at when so many newer ones match
   * @param obsolete set when nobody waits for the result any more; the search then ends early
   */
  static Hits find(List<Segment> segments, Query query, long enough, AtomicBoolean obsolete)
      throws IOException {
    List<Segment> newestFirst = segments.reversed();
    AtomicLongArray counts = new AtomicLongArray(segments.size());
    Hits hits = Hits.NONE;
    // #omp parallel for schedule(dynamic) reduction(Hits::plus, Hits.NONE: hits)
    for (int i = 0; i < newestFirst.size(); i++) {
      boolean isLeftOut = obsolete.get() || sum(counts, i) >= enough;
      Hits more = isLeftOut ? Hits.SKIPPED : newestFirst.get(i).find(query, enough);
      counts.set(i, more.count());
      hits = Hits.plus(hits, more);
    }
    return hits;
  }

  /** The lines that were found in newer segments. */
  private static long sum(AtomicLongArray counts, int end) {
    long sum = 0;
    for (int i = 0; i < end; i++) {
      sum += counts.get(i);
    }
    return sum;
  }
}
