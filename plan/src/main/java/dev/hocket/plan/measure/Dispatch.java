package dev.hocket.plan.measure;

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
 * counts only until its first nested one begins and after its last one ends. The user's wait is
 * over when the first nested dispatch begins.
 *
 * @param span from the start to the end of the dispatch
 * @param waited nanoseconds from the event's own timestamp to the start; negative: it has none
 * @param input whether it is a user's input
 * @param event what was dispatched, as in {@code MouseEvent.MOUSE_PRESSED}
 */
public record Dispatch(Span span, long waited, boolean input, String event) {

  /**
   * Whether the event has a timestamp.
   *
   * @return if not, the time that it waited for its dispatch is unknown
   */
  public boolean hasTimestamp() {
    return waited >= 0;
  }

  /**
   * When the event occurred, as far as it is known.
   *
   * @return its timestamp, or else the start of its dispatch
   */
  public long arrival() {
    return span.start() - Math.max(0, waited);
  }

  /** Sets the fields that depend on the nested dispatches. */
  public static final class Unnested {
    private final Dispatch dispatch;
    private final int depth;
    private long firstNestedStart;
    private long lastNestedEnd;

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

    /**
     * The dispatch itself.
     *
     * @return as it was recorded
     */
    public Dispatch dispatch() {
      return dispatch;
    }

    /**
     * How many dispatches enclose this one.
     *
     * @return 0 or more
     */
    public int depth() {
      return depth;
    }

    /**
     * Time from the event's timestamp until it was handled; from the start of its dispatch if it
     * has none.
     *
     * @return nanoseconds
     */
    public long latency() {
      return firstNestedStart - dispatch.arrival();
    }

    /**
     * The times at which the loop was busy with this dispatch, without nested ones.
     *
     * @return two spans, of which the second may be empty
     */
    public List<Span> busy() {
      return List.of(
          new Span(dispatch.span().start(), firstNestedStart),
          new Span(lastNestedEnd, dispatch.span().end()));
    }

    /**
     * How long the loop was busy with this dispatch, without nested ones.
     *
     * @return nanoseconds
     */
    public long busyNanos() {
      return dispatch.span().length() - (lastNestedEnd - firstNestedStart);
    }
  }

  /**
   * Separates nested dispatches from outer ones.
   *
   * @param dispatches those of one loop, in any order
   * @return the same in the order of time, outer ones before those inside them
   */
  public static List<Unnested> unnest(List<Dispatch> dispatches) {
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
