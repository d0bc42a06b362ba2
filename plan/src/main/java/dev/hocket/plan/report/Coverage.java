package dev.hocket.plan.report;

import dev.hocket.plan.measure.Span;

/**
 * Counts how many spans overlap, on average over equal windows of time. Spans may be added in any
 * order. Windows begin at a millisecond and are joined two by two when there are too many, so
 * memory is bounded, and adding a span takes constant time, apart from joining.
 *
 * <p>A span adds its weight at its start and subtracts it at its end. For each window there are two
 * sums over the changes inside it: {@code partial}, their effect until the window's end, and {@code
 * change}, their total, which counts fully in all later windows.
 */
final class Coverage {
  private static final int MOST = 4096;
  private static final long FIRST_WIDTH_NANOS = 1_000_000;

  private double[] partial = new double[MOST];
  private double[] change = new double[MOST];
  private long width = FIRST_WIDTH_NANOS;

  /** Number of the first window, counted from time 0. */
  private long first;

  private long low = Long.MAX_VALUE;
  private long high = Long.MIN_VALUE;

  void add(Span span) {
    add(span, 1);
  }

  void add(Span span, double weight) {
    include(span);
    step(span.start(), weight);
    step(span.end(), -weight);
  }

  private void step(long time, double weight) {
    int window = (int) (Math.floorDiv(time, width) - first);
    partial[window] += weight * ((first + window + 1) * width - time);
    change[window] += weight;
  }

  private void include(Span span) {
    low = Math.min(low, span.start());
    high = Math.max(high, span.end());
    long needed = width;
    while (windows(needed) > MOST) {
      needed *= 2;
    }
    boolean fits = Math.floorDiv(low, width) >= first && Math.floorDiv(high, width) < first + MOST;
    if (!fits) {
      // Leaves room on both sides, because spans are not added in order.
      regroup(needed, Math.floorDiv(low, needed) - (MOST - windows(needed)) / 2);
    }
  }

  private long windows(long ofWidth) {
    return Math.floorDiv(high, ofWidth) - Math.floorDiv(low, ofWidth) + 1;
  }

  private void regroup(long newWidth, long newFirst) {
    double[] newPartial = new double[MOST];
    double[] newChange = new double[MOST];
    for (int i = 0; i < MOST; i++) {
      if (partial[i] != 0 || change[i] != 0) {
        long end = (first + i + 1) * width;
        int window = (int) (Math.floorDiv(end - width, newWidth) - newFirst);
        newPartial[window] += partial[i] + change[i] * ((newFirst + window + 1) * newWidth - end);
        newChange[window] += change[i];
      }
    }
    partial = newPartial;
    change = newChange;
    width = newWidth;
    first = newFirst;
  }

  /** The mean over each of some equal parts of a span. */
  double[] means(Span whole, int parts) {
    double[] means = new double[parts];
    if (low > high || whole.length() == 0) {
      return means;
    }
    double part = (double) whole.length() / parts;
    double level = 0;
    for (int i = 0; i < MOST; i++) {
      double area = partial[i] + level * width;
      level += change[i];
      if (area != 0) {
        spread(area, ((first + i) * width - whole.start()) / part, width / part, means);
      }
    }
    for (int i = 0; i < parts; i++) {
      means[i] /= part;
    }
    return means;
  }

  /** Distributes an area over the parts that a window overlaps; positions are in parts. */
  private static void spread(double area, double from, double length, double[] parts) {
    int begin = Math.max(0, (int) Math.floor(from));
    int end = Math.min(parts.length - 1, (int) Math.floor(from + length));
    for (int i = begin; i <= end; i++) {
      double overlap = Math.min(i + 1, from + length) - Math.max(i, from);
      parts[i] += area * Math.max(0, overlap) / length;
    }
  }
}
