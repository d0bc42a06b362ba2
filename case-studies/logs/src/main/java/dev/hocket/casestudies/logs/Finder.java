package dev.hocket.casestudies.logs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Searches the index on every free core. Without Hocket the directive is a comment, and the same
 * loop runs on one.
 */
final class Finder {
  private Finder() {}

  /**
   * Finds the lines that match.
   *
   * @param obsolete set when nobody waits for the result any more; the search then ends early
   */
  static Hits find(List<Segment> segments, Query query, AtomicBoolean obsolete) throws IOException {
    Hits hits = Hits.NONE;
    // #omp parallel for schedule(dynamic) reduction(Hits::plus, Hits.NONE: hits)
    for (Segment segment : segments) {
      if (!obsolete.get()) {
        hits = Hits.plus(hits, segment.find(query));
      }
    }
    return hits;
  }
}
