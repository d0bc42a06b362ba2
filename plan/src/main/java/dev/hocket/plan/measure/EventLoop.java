package dev.hocket.plan.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An event loop as a recording shows it: a station of one thread that all events pass before their
 * handlers run on pools (paper 2, section 2.2).
 */
public final class EventLoop {
  private final String name;

  /** All dispatches; those without a timestamp arrive when they begin. */
  private final Label all;

  /** The dispatches with a timestamp, whose flow times are known. */
  private final Label timed;

  private final Map<String, Label> byEvent = new HashMap<>();

  /** The spans in which the loop was busy, ascending, and how long each dispatch took in all. */
  private final long[] starts;

  private final long[] ends;
  private final long[] whole;

  private EventLoop(String name, List<Dispatch.Unnested> dispatches) {
    this.name = name;
    all = new Label(name);
    timed = new Label(name);
    for (Dispatch.Unnested one : dispatches) {
      all.add(run(one, Math.max(0, one.dispatch().waited())));
      byEvent.computeIfAbsent(one.dispatch().event(), Label::new).add(run(one, 0));
      if (one.dispatch().hasTimestamp()) {
        timed.add(run(one, one.dispatch().waited()));
      }
    }
    List<Busy> busy =
        dispatches.stream()
            .flatMap(one ->
                one.busy().stream()
                    .filter(span -> span.length() > 0)
                    .map(span -> new Busy(span, one.busyNanos())))
            .sorted(Comparator.comparingLong(one -> one.span.start()))
            .toList();
    starts = busy.stream().mapToLong(one -> one.span.start()).toArray();
    ends = busy.stream().mapToLong(one -> one.span.end()).toArray();
    whole = busy.stream().mapToLong(one -> one.whole).toArray();
  }

  private record Busy(Span span, long whole) {}

  /** Makes a loop from its recorded dispatches. */
  static EventLoop of(String name, List<Dispatch> dispatches) {
    return new EventLoop(name, Dispatch.unnest(dispatches));
  }

  /** Makes a loop of which only its blocks are known. */
  EventLoop(Label blocks) {
    name = blocks.name();
    all = blocks;
    timed = blocks;
    starts = new long[0];
    ends = starts;
    whole = starts;
  }

  private Run run(Dispatch.Unnested one, long waited) {
    Dispatch dispatch = one.dispatch();
    return new Run(
        dispatch.event(),
        name,
        dispatch.span().start(),
        one.busyNanos(),
        waited,
        0,
        0,
        0,
        false,
        "completed");
  }

  /**
   * The loop's name.
   *
   * @return the name, as in {@code edt}
   */
  public String name() {
    return name;
  }

  /**
   * All dispatches of the loop, as if they had one label: how often they happened, and how long
   * each took without nested ones. Flow times count from the event's timestamp, if there is one;
   * see {@link #flow()}.
   *
   * @return the dispatches
   */
  public Label all() {
    return all;
  }

  /**
   * Mean time from an event's timestamp to the end of its dispatch.
   *
   * @return the estimate; unknown if no event has a timestamp
   */
  public Estimate flow() {
    return timed.flow();
  }

  /**
   * Groups the dispatches by the kind of their event.
   *
   * @return the kinds with most of the loop's time first; empty if only its blocks are known
   */
  public List<Label> byEvent() {
    return byEvent.values().stream()
        .sorted(Comparator.comparingDouble((Label one) -> -one.runs() * one.service().value()))
        .toList();
  }

  /**
   * The part of some handlers' runs that the loop handed over.
   *
   * @param share the share of their runs that were requested in a dispatch
   * @param seconds the mean time of such a dispatch by itself, tUI without waiting; not a number if
   *     there is none
   */
  public record HandOvers(double share, double seconds) {}

  /**
   * Finds the runs that were requested during a dispatch of the loop.
   *
   * @param trace the runs
   * @param labels the labels of the handlers
   * @return the share of such runs and the mean time of such a dispatch
   */
  public HandOvers handOvers(Trace trace, Collection<String> labels) {
    long[] arrivals = trace.arrivalsOf(labels);
    double nanos = 0;
    long found = 0;
    for (long arrival : arrivals) {
      int at = Arrays.binarySearch(starts, arrival);
      int last = at >= 0 ? at : -at - 2;
      if (last >= 0 && arrival <= ends[last]) {
        nanos += whole[last];
        found++;
      }
    }
    return new HandOvers(
        arrivals.length == 0 ? 0 : (double) found / arrivals.length, nanos / found / 1e9);
  }
}
