package dev.hocket.plan.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * One event dispatched on a loop.
 *
 * <p>A dispatch may itself dispatch events: a modal dialog does, for as long as it is open. Between
 * the nested dispatches the loop is idle, though the outer one has not ended. So an outer dispatch
 * counts only until its first and after its last nested one; what the user waited for is over when
 * the first nested dispatch begins.
 *
 * @param span from the start to the end of the dispatch
 * @param waited nanoseconds from the event's own timestamp to the start; negative: it has none
 * @param input whether it is a user's input
 * @param event what was dispatched, as in {@code MouseEvent.MOUSE_PRESSED}
 */
record Dispatch(Span span, long waited, boolean input, String event) {

  /** What the outline of a dispatch says once the nested ones are known. */
  static final class Unnested {
    final Dispatch dispatch;
    private long firstNestedStart;
    private long lastNestedEnd;

    /** How many dispatches this one is inside of. */
    final int depth;

    private Unnested(Dispatch dispatch, int depth) {
      this.dispatch = dispatch;
      this.depth = depth;
      firstNestedStart = dispatch.span().end();
      lastNestedEnd = dispatch.span().end();
    }

    private void nest(Span inner) {
      firstNestedStart = Math.min(firstNestedStart, inner.start());
      lastNestedEnd = inner.end();
    }

    /** Nanoseconds from the event's timestamp until it was handled. */
    long latency() {
      return dispatch.waited() + firstNestedStart - dispatch.span().start();
    }

    /** When the loop was busy with this dispatch itself. */
    List<Span> busy() {
      return List.of(
          new Span(dispatch.span().start(), firstNestedStart),
          new Span(lastNestedEnd, dispatch.span().end()));
    }
  }

  /** Tells nested dispatches from outer ones. All must be of one loop. */
  static List<Unnested> unnest(List<Dispatch> dispatches) {
    List<Dispatch> sorted = new ArrayList<>(dispatches);
    // An outer dispatch starts earlier, or at the same clock tick and ends later.
    sorted.sort(
        Comparator.comparingLong((Dispatch d) -> d.span().start())
            .thenComparing(Comparator.comparingLong((Dispatch d) -> d.span().end()).reversed()));
    List<Unnested> all = new ArrayList<>();
    Deque<Unnested> open = new ArrayDeque<>();
    for (Dispatch dispatch : sorted) {
      while (!open.isEmpty() && open.peek().dispatch.span().end() <= dispatch.span().start()) {
        open.pop();
      }
      if (!open.isEmpty()) {
        open.peek().nest(dispatch.span());
      }
      Unnested unnested = new Unnested(dispatch, open.size());
      open.push(unnested);
      all.add(unnested);
    }
    return all;
  }
}
