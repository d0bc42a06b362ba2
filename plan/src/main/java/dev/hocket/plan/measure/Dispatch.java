package dev.hocket.plan.measure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * One event dispatched on a loop.
 *
 * <p>A dispatch may itself dispatch events: a modal dialog does, for as long as it is open. The
 * time of nested dispatches, and the time for which the loop waited for the next event, are not its
 * own. Where these waits are not recorded, all the time from the begin of its first nested dispatch
 * to the end of its last counts as such. The latency of the outer event is its wait and all of its
 * own time, including its time after the dialog.
 *
 * @param span from the start to the end of the dispatch
 * @param waited nanoseconds from the event's own timestamp to the start; negative if it has none
 * @param input whether it is a user's input
 * @param event the dispatched event, as in {@code MouseEvent.MOUSE_PRESSED}
 */
public record Dispatch(Span span, long waited, boolean input, String event) {

  /**
   * Returns whether the event has a timestamp.
   *
   * @return false if the time that it waited for its dispatch is unknown
   */
  public boolean hasTimestamp() {
    return waited >= 0;
  }

  /**
   * Returns the time at which the event occurred, as far as it is known.
   *
   * @return its timestamp, or else the start of its dispatch
   */
  public long arrival() {
    return span.start() - Math.max(0, waited);
  }

  /** A name that no event has, for idle times. */
  private static final String IDLE = "\0idle";

  /**
   * A time for which the loop waited for an event inside a dispatch. It is no dispatch itself.
   *
   * @param span from the begin of the wait to its end
   * @return a part of the dispatch around it
   */
  static Dispatch idle(Span span) {
    return new Dispatch(span, -1, false, IDLE);
  }

  private boolean isIdle() {
    return event.equals(IDLE);
  }

  /** A dispatch without what is nested in it. */
  public static final class Unnested {
    private final Dispatch dispatch;
    private final int depth;
    private final List<Span> nested = new ArrayList<>();
    private boolean knowsIdle;

    private Unnested(Dispatch dispatch, int depth) {
      this.dispatch = dispatch;
      this.depth = depth;
    }

    private void nest(Dispatch inner) {
      nested.add(inner.span());
      knowsIdle |= inner.isIdle();
    }

    /**
     * The dispatch itself.
     *
     * @return the dispatch as recorded
     */
    public Dispatch dispatch() {
      return dispatch;
    }

    /**
     * The number of dispatches that enclose this one.
     *
     * @return 0 or more
     */
    public int depth() {
      return depth;
    }

    /**
     * Time from the event's timestamp, or from the start of its dispatch if it has none, until it
     * was handled, without what is nested in it.
     *
     * @return nanoseconds
     */
    public long latency() {
      return Math.max(0, dispatch.waited()) + busyNanos();
    }

    /**
     * The times at which the loop was busy with this dispatch, without nested ones.
     *
     * @return spans in the order of time
     */
    public List<Span> busy() {
      if (nested.isEmpty()) {
        return List.of(dispatch.span());
      }
      List<Span> busy = new ArrayList<>();
      long from = dispatch.span().start();
      for (Span away : away()) {
        busy.add(new Span(from, Math.max(from, away.start())));
        from = Math.max(from, away.end());
      }
      busy.add(new Span(from, Math.max(from, dispatch.span().end())));
      return busy.stream().filter(span -> span.length() > 0).toList();
    }

    private List<Span> away() {
      if (knowsIdle) {
        return Span.union(nested);
      }
      return List.of(
          new Span(
              nested.getFirst().start(), nested.stream().mapToLong(Span::end).max().getAsLong()));
    }

    /**
     * The time for which the loop was busy with this dispatch, without nested ones.
     *
     * @return nanoseconds
     */
    public long busyNanos() {
      return nested.isEmpty()
          ? dispatch.span().length()
          : busy().stream().mapToLong(Span::length).sum();
    }
  }

  /**
   * Separates nested dispatches from outer ones.
   *
   * @param dispatches those of one loop, and its waits inside them, in any order
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
        open.peek().nest(dispatch);
      }
      if (dispatch.isIdle()) {
        continue;
      }
      Unnested unnested = new Unnested(dispatch, open.size());
      open.push(unnested);
      all.add(unnested);
    }
    return all;
  }
}
