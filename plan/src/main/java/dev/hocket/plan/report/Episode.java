package dev.hocket.plan.report;

import dev.hocket.plan.measure.Dispatch;
import dev.hocket.plan.measure.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A dispatch that kept its loop busy for long, with the stacks sampled in it. Nested dispatches, as
 * of a modal dialog, are not a part of it.
 */
public final class Episode {
  private static final int MOST = 50;

  private final Dispatch.Unnested dispatch;
  private final List<StackSample> samples = new ArrayList<>();

  private Episode(Dispatch.Unnested dispatch) {
    this.dispatch = dispatch;
  }

  /** Selects the dispatches that took at least this long without nested ones, longest first. */
  static List<Episode> longest(
      List<Dispatch.Unnested> dispatches, List<StackSample> samples, Duration atLeast) {
    List<Episode> longest =
        dispatches.stream()
            .filter(one -> one.busyNanos() >= atLeast.toNanos())
            .sorted(Comparator.comparingLong(Dispatch.Unnested::busyNanos).reversed())
            .limit(MOST)
            .map(Episode::new)
            .toList();
    for (Episode episode : longest) {
      for (Span span : episode.dispatch.busy()) {
        samples.stream()
            .filter(one -> one.time() >= span.start() && one.time() < span.end())
            .forEach(episode.samples::add);
      }
    }
    return longest;
  }

  /**
   * Returns the time at which the dispatch began.
   *
   * @return nanoseconds since 1970
   */
  public long start() {
    return dispatch.dispatch().span().start();
  }

  /**
   * Returns how long the dispatch kept the loop busy.
   *
   * @return the time without nested dispatches
   */
  public Duration duration() {
    return Duration.ofNanos(dispatch.busyNanos());
  }

  /**
   * Names the dispatched event.
   *
   * @return the name, as in {@code MouseEvent.MOUSE_PRESSED}
   */
  public String event() {
    return dispatch.dispatch().event();
  }

  /**
   * The sampled stacks, each with its share of all samples of this episode.
   *
   * @return the stacks, the most frequent first; frames innermost first; empty without samples
   */
  public Map<List<String>, Double> stacks() {
    Map<List<String>, Integer> counts = new LinkedHashMap<>();
    samples.forEach(one -> counts.merge(one.frames(), 1, Integer::sum));
    Map<List<String>, Double> stacks = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<List<String>, Integer>comparingByValue().reversed())
        .forEach(one -> stacks.put(one.getKey(), (double) one.getValue() / samples.size()));
    return Collections.unmodifiableMap(stacks);
  }

  /**
   * The innermost frame of the program in most samples: the first place to examine.
   *
   * @return as in {@code com.example.Panel.load(Panel.java:12)}; empty if no stack is known
   */
  public String culprit() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (StackSample sample : samples) {
      sample.frames().stream()
          .filter(frame -> !IntervalKind.isToolkit(frame))
          .findFirst()
          .or(() -> sample.frames().stream().findFirst())
          .ifPresent(frame -> counts.merge(frame, 1, Integer::sum));
    }
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
