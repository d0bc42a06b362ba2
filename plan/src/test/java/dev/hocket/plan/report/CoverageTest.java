package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.measure.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private static final long MS = 1_000_000;

  private static Span span(double startMillis, double endMillis) {
    return new Span((long) (startMillis * MS), (long) (endMillis * MS));
  }

  @Test
  void means_areAreasOverParts() {
    Coverage coverage = new Coverage();
    coverage.add(span(0, 10));
    coverage.add(span(5, 10));
    coverage.add(span(15, 20), .5);
    assertArrayEquals(new double[] {1, 2, 0, .5}, coverage.means(span(0, 20), 4), 1e-9);
    assertArrayEquals(new double[] {1.5, .25}, coverage.means(span(0, 20), 2), 1e-9);
  }

  @Test
  void partsThatCutWindows_shareThemOut() {
    Coverage coverage = new Coverage();
    coverage.add(span(10.25, 10.75));
    assertArrayEquals(new double[] {.25, .25}, coverage.means(span(10, 11), 2), .01 + .25);
    assertEquals(.5, coverage.means(span(10, 11), 1)[0], 1e-9);
  }

  @Test
  void nothing_isZero() {
    assertArrayEquals(new double[3], new Coverage().means(span(0, 9), 3));
  }

  @Test
  void longRecordings_keepTheirAreas_inAnyOrder() {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("CoverageTest: -Dhocket.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Coverage coverage = new Coverage();
    List<Span> spans = new ArrayList<>();
    long begin = 1_700_000_000_000L * MS;
    for (int i = 0; i < 2000; i++) {
      long start = begin + random.nextLong(3_600_000) * MS;
      Span one = new Span(start, start + random.nextLong(60_000 * MS));
      spans.add(one);
      coverage.add(one);
    }
    Span whole = new Span(begin, begin + 3_700_000L * MS);
    double[] means = coverage.means(whole, 37);
    for (int part = 0; part < 37; part++) {
      Span window = new Span(begin + part * 100_000L * MS, begin + (part + 1) * 100_000L * MS);
      double area =
          Span.within(window, spans).stream().mapToDouble(Span::length).sum() / window.length();
      assertEquals(area, means[part], .02 * area + .05, "part " + part);
    }
  }
}
