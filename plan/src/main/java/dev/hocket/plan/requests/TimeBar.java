package dev.hocket.plan.requests;

import dev.hocket.plan.measure.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Where the time of a request went. Each instant counts once: as computing if any part computes,
 * else as queued if any is queued, else as waiting if a thread waits, else as suspended. So the
 * times add up to the whole request.
 */
public final class TimeBar {
  /** A use of time, in the order of precedence. */
  public enum Use {
    /** A part held a thread and did not wait. Waits of less than a millisecond count here. */
    COMPUTING,
    /** A part had all it needed but a thread, or a message was on its way. */
    QUEUED,
    /** A thread waited. */
    WAITING,
    /** A block waited without a thread. */
    SUSPENDED,
    /** Nothing that is recorded happened. */
    ELSEWHERE
  }

  /**
   * One piece of the bar.
   *
   * @param use the use of the time
   * @param what the thing that was waited for; empty if the use says all
   * @param nanos the time, more than 0
   */
  public record Piece(Use use, String what, long nanos) {}

  private record Stretch(Span span, Use use, String what) {}

  private TimeBar() {}

  /**
   * Adds up the uses of a request's time.
   *
   * @param request the request
   * @return the pieces in the order of the uses, the longest first within each
   */
  public static List<Piece> of(Request request) {
    Map<Use, Map<String, Long>> sums = new HashMap<>();
    sweep(request)
        .forEach(one ->
            sums.computeIfAbsent(one.use, use -> new LinkedHashMap<>())
                .merge(one.what, one.span.length(), Long::sum));
    List<Piece> pieces = new ArrayList<>();
    for (Use use : Use.values()) {
      sums.getOrDefault(use, Map.of()).entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .forEach(one -> pieces.add(new Piece(use, one.getKey(), one.getValue())));
    }
    return pieces;
  }

  /** Cuts the request's time into stretches of one use each. */
  private static List<Stretch> sweep(Request request) {
    List<Stretch> all = stretches(request);
    List<Stretch> byEnd = new ArrayList<>(all);
    all.sort(Comparator.comparingLong(one -> one.span.start()));
    byEnd.sort(Comparator.comparingLong(one -> one.span.end()));
    // The first of those that are going on decides: by use, then the latest to begin.
    Map<Stretch, Integer> numbers = new HashMap<>();
    all.forEach(one -> numbers.putIfAbsent(one, numbers.size()));
    TreeSet<Stretch> going =
        new TreeSet<>(
            Comparator.comparing(Stretch::use)
                .thenComparing(numbers::get, Comparator.reverseOrder()));
    Map<Stretch, Integer> times = new HashMap<>();
    List<Stretch> bar = new ArrayList<>();
    long now = request.span().start();
    int next = 0;
    for (Stretch ending : byEnd) {
      while (next < all.size() && all.get(next).span.start() < ending.span.end()) {
        Stretch beginning = all.get(next++);
        now = pass(bar, going, now, beginning.span.start());
        times.merge(beginning, 1, Integer::sum);
        going.add(beginning);
      }
      now = pass(bar, going, now, ending.span.end());
      if (times.merge(ending, -1, Integer::sum) == 0) {
        going.remove(ending);
      }
    }
    return bar;
  }

  private static long pass(List<Stretch> bar, TreeSet<Stretch> going, long from, long to) {
    if (to <= from) {
      return from;
    }
    Stretch first = going.isEmpty() ? new Stretch(null, Use.ELSEWHERE, "") : going.first();
    bar.add(new Stretch(new Span(from, to), first.use, first.what));
    return to;
  }

  private static List<Stretch> stretches(Request request) {
    Map<Long, List<Span>> inside = new HashMap<>();
    for (Part part : request.parts()) {
      if (part.isInPlace()) {
        inside.computeIfAbsent(part.parent(), one -> new ArrayList<>()).add(onCallersThread(part));
      }
    }
    List<Stretch> all = new ArrayList<>();
    for (Part part : request.parts()) {
      add(all, new Span(part.arrival(), part.span().start()), Use.QUEUED, "");
      List<Span> away = new ArrayList<>(inside.getOrDefault(part.id(), List.of()));
      for (Part.Pause pause : part.pauses()) {
        away.add(pause.span());
        Use use = pause.isSuspended() ? Use.SUSPENDED : Use.WAITING;
        add(all, pause.waiting(), use, pause.what());
        add(all, new Span(pause.waiting().end(), pause.span().end()), Use.QUEUED, "");
      }
      long from = part.span().start();
      long end = part.span().end();
      for (Span gap : Span.union(away)) {
        add(all, new Span(from, Math.max(from, Math.min(end, gap.start()))), Use.COMPUTING, "");
        from = Math.max(from, gap.end());
      }
      add(all, new Span(from, Math.max(from, end)), Use.COMPUTING, "");
    }
    return all;
  }

  /** A part in place has the thread of the part around it until it is suspended. */
  private static Span onCallersThread(Part inPlace) {
    Span whole = inPlace.span();
    return inPlace.pauses().stream()
        .filter(Part.Pause::isSuspended)
        .map(pause -> new Span(whole.start(), Math.max(whole.start(), pause.span().start())))
        .findFirst()
        .orElse(whole);
  }

  private static void add(List<Stretch> all, Span span, Use use, String what) {
    if (span.length() > 0) {
      all.add(new Stretch(span, use, what));
    }
  }
}
