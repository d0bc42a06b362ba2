package dev.hocket.plan.report;

import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Span;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data of a report's charts, aggregated to the resolution of a screen. Times are in seconds, or
 * in milliseconds where noted.
 */
final class ReportData {
  /** Points of time of a timeline. */
  private static final int PARTS = 1200;

  private static final int MOST_LANES = 24;
  private static final int MOST_HANDLERS = 12;
  private static final int MOST_FREEZES = 2000;
  private static final MathContext DIGITS = new MathContext(6);

  /** The shares of events for which flow times are drawn. */
  private static final double[] SHARES = {
    0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995,
    0.999
  };

  private ReportData() {}

  static Map<String, Object> of(List<RunReport> runs) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("runs", runs.stream().map(ReportData::run).toList());
    List<Object> handlers = new ArrayList<>();
    for (RunReport run : runs) {
      run.advice().ifPresent(advice -> handlers.addAll(handlers(run, advice)));
    }
    data.put("handlers", handlers);
    return data;
  }

  private static Map<String, Object> run(RunReport run) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", run.name());
    data.put("seconds", rounded(run.whole().length() / 1e9));
    data.put("lanes", lanes(run).stream().map(lane -> lane(run, lane)).toList());
    return data;
  }

  /** The names of the loop, which is first, and of the targets with most blocks. */
  static List<String> lanes(RunReport run) {
    List<String> names = new ArrayList<>();
    run.latency().ifPresent(latency -> names.add(latency.loop()));
    run.recorded().targets.entrySet().stream()
        .filter(one -> one.getValue().blocks() > 0 && !names.contains(one.getKey()))
        .sorted(Comparator.comparing((Map.Entry<String, Activity> one) -> -one.getValue().blocks()))
        .limit(MOST_LANES)
        .forEach(one -> names.add(one.getKey()));
    return names;
  }

  private static Map<String, Object> lane(RunReport run, String name) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", name);
    boolean isLoop = run.latency().isPresent() && run.latency().get().loop().equals(name);
    if (isLoop) {
      LatencyReport latency = run.latency().get();
      Coverage busy = new Coverage();
      latency.busy().forEach(busy::add);
      data.put("kind", "loop");
      data.put("busy", rounded(busy.means(new Span(0, latency.session().length()), PARTS)));
      data.put("freezes", freezes(latency));
    } else {
      Activity activity = run.recorded().targets.get(name);
      data.put("kind", activity.kind());
      // The axis reaches at least to the size of the pool.
      data.put("floor", activity.size() > 0 && activity.size() < 1000 ? activity.size() : 1);
      data.put("busy", rounded(activity.running.means(run.whole(), PARTS)));
      data.put("queued", rounded(activity.queued.means(run.whole(), PARTS)));
      data.put("freezes", List.of());
    }
    return data;
  }

  private static List<List<Number>> freezes(LatencyReport latency) {
    return latency.busy().stream()
        .filter(span -> span.length() > LatencyRow.NOTICEABLE.toNanos())
        .sorted(Comparator.comparingLong(Span::length).reversed())
        .limit(MOST_FREEZES)
        .map(span -> List.of(rounded(span.start() / 1e9), rounded(span.end() / 1e9)))
        .toList();
  }

  /**
   * Lists the handlers whose distribution is drawn, with the model's distribution if the recorded
   * pools are known.
   */
  private static List<Object> handlers(RunReport run, Advice advice) {
    List<Object> handlers = new ArrayList<>();
    for (int i = 0; i < Math.min(MOST_HANDLERS, advice.subjects().size()); i++) {
      int one = i;
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("name", run.name() + ", " + advice.subjects().get(i).handler().name());
      data.put("shares", rounded(SHARES));
      Label label = advice.subjects().get(i).labels().getFirst();
      data.put(
          "measured",
          rounded(Arrays.stream(SHARES).map(share -> millis(label.flowQuantile(share))).toArray()));
      advice
          .today()
          .filter(today -> today.utilisation() < 1)
          .ifPresent(today -> data.put("model", rounded(model(advice, today, one))));
      handlers.add(data);
    }
    return handlers;
  }

  /** Converts to milliseconds, at least a nanosecond, because a logarithmic axis has no 0. */
  private static double millis(double seconds) {
    return 1e3 * Math.max(1e-9, seconds);
  }

  private static double[] model(Advice advice, Prediction today, int one) {
    List<Handler> handlers = advice.subjects().stream().map(subject -> subject.handler()).toList();
    return Arrays.stream(SHARES)
        .map(share -> millis(today.plan().flowQuantile(one, share, handlers)))
        .toArray();
  }

  private static List<Number> rounded(double[] values) {
    List<Number> rounded = new ArrayList<>();
    for (double value : values) {
      rounded.add(rounded(value));
    }
    return rounded;
  }

  /** Writes a number with few digits, because a page has many; a whole number without a point. */
  private static Number rounded(double value) {
    if (!Double.isFinite(value)) {
      return null;
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return (long) value;
    }
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().doubleValue();
  }
}
