package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpanTest {
  @Test
  void union_joinsSpansThatTouch_andWithinCutsThem() {
    List<Span> spans = List.of(new Span(5, 7), new Span(0, 2), new Span(2, 3), new Span(1, 2));
    assertEquals(List.of(new Span(0, 3), new Span(5, 7)), Span.union(spans));
    assertEquals(
        List.of(new Span(0, 1), new Span(3, 4)), Span.within(new Span(2, 6), Span.union(spans)));
  }
}
