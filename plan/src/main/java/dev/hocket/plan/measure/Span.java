package dev.hocket.plan.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A stretch of time.
 *
 * @param start nanoseconds since an origin that all spans of a report share
 * @param end nanoseconds since the same origin, not before the start
 */
public record Span(long start, long end) {

  /**
   * Returns the length of the stretch.
   *
   * @return nanoseconds, 0 or more
   */
  public long length() {
    return end - start;
  }

  /**
   * Merges stretches that overlap.
   *
   * @param spans in any order
   * @return stretches without overlaps, in the order of time
   */
  public static List<Span> union(List<Span> spans) {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(Comparator.comparingLong(Span::start));
    List<Span> union = new ArrayList<>();
    for (Span span : sorted) {
      Span last = union.isEmpty() ? null : union.getLast();
      if (last != null && span.start() <= last.end()) {
        union.set(union.size() - 1, new Span(last.start(), Math.max(last.end(), span.end())));
      } else {
        union.add(span);
      }
    }
    return union;
  }

  /**
   * Cuts out the parts that lie within a window.
   *
   * @param window the window
   * @param spans in any order
   * @return the parts in the same order, counted from the start of the window
   */
  public static List<Span> within(Span window, List<Span> spans) {
    return spans.stream()
        .filter(span -> span.end() > window.start() && span.start() < window.end())
        .map(span ->
            new Span(
                Math.max(span.start(), window.start()) - window.start(),
                Math.min(span.end(), window.end()) - window.start()))
        .toList();
  }
}
