package dev.hocket.plan.requests;

import dev.hocket.plan.measure.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Makes the parts of one request from the events of a recording, in any order. */
final class PartReader {
  static final String BLOCK = "dev.hocket.Block";
  static final String DISPATCH = "dev.hocket.Dispatch";
  static final String PROCESS = "dev.hocket.Process";
  static final String WAIT = "dev.hocket.Wait";
  private static final String REGION = "dev.hocket.Region";
  static final String UNFINISHED_BLOCK = "dev.hocket.UnfinishedBlock";
  static final String UNFINISHED_PROCESS = "dev.hocket.UnfinishedProcess";

  /** The outcome of a part that had not ended when the recording did. */
  static final String UNFINISHED = "unfinished";

  /** Shorter waits are not recorded, so they count as computing. */
  private static final long LEAST_NANOS = 1_000_000;

  /** The most parts of a request that a page needs, besides the first. */
  static final int MOST_PARTS = 10_000;

  private final int most;

  private final Map<Long, Part> parts = new HashMap<>();

  /** The longest waits of each part. */
  private final Map<Long, List<Part.Pause>> pauses = new HashMap<>();

  private int waits;
  private int uncounted;

  /** The last wait, or null, of each part that is not known to have ended. */
  private final Map<Long, Part.Pause> unfinished = new HashMap<>();

  private int more;

  /** Makes a reader of one request; {@code most} limits the parts, besides the first. */
  PartReader(int most) {
    this.most = most;
  }

  /** The time of an event that is a part of a request; null for any other event. */
  static Span extent(RecordedEvent event) {
    if (!isPart(event)) {
      return null;
    }
    Span span = span(event);
    return new Span(span.start() - queued(event), span.end());
  }

  static boolean isPart(RecordedEvent event) {
    return switch (event.getEventType().getName()) {
      case BLOCK, DISPATCH, PROCESS, REGION, UNFINISHED_BLOCK, UNFINISHED_PROCESS ->
          event.hasField("request") && event.getLong("request") >= 0;
      default -> false;
    };
  }

  static boolean isUnfinished(RecordedEvent event) {
    return switch (event.getEventType().getName()) {
      case UNFINISHED_BLOCK, UNFINISHED_PROCESS -> true;
      default -> false;
    };
  }

  /** Adds an event of the request. */
  void add(RecordedEvent event) {
    if (event.getEventType().getName().equals(WAIT)) {
      addWait(event.getLong("part"), pause(event));
    } else if (isPart(event)) {
      // The first part ends last, so it comes after all others.
      long id = event.getLong("id");
      boolean isKept = parts.containsKey(id) || id == event.getLong("request");
      if (isKept || parts.size() < most) {
        put(event);
      } else {
        more++;
      }
    }
  }

  private void addWait(long part, Part.Pause pause) {
    pauses.computeIfAbsent(part, one -> new ArrayList<>()).add(pause);
    if (++waits > 2 * Request.MOST_WAITS) {
      leaveOutShorterWaits();
    }
  }

  private void leaveOutShorterWaits() {
    int excess = waits - Request.MOST_WAITS;
    long[] lengths =
        pauses.values().stream()
            .flatMap(List::stream)
            .mapToLong(pause -> pause.span().length())
            .sorted()
            .toArray();
    long limit = lengths[excess];
    int[] ofThatLength = {excess - (int) Arrays.stream(lengths).filter(l -> l < limit).count()};
    for (List<Part.Pause> all : pauses.values()) {
      all.removeIf(pause ->
          pause.span().length() < limit || pause.span().length() == limit && ofThatLength[0]-- > 0);
    }
    uncounted += excess;
    waits = Request.MOST_WAITS;
  }

  /** Keeps a part; of one that is described several times, the end, or else the latest. */
  private void put(RecordedEvent event) {
    Part part = part(event);
    Part known = parts.get(part.id());
    boolean isUnfinished = isUnfinished(event);
    if (known == null
        || !isUnfinished
        || unfinished.containsKey(part.id()) && part.span().end() > known.span().end()) {
      parts.put(part.id(), part);
      if (isUnfinished) {
        unfinished.put(part.id(), lastPause(event, part.span()));
      } else {
        unfinished.remove(part.id());
      }
    }
  }

  /** The wait in which a part was when the recording ended; null if it was in none. */
  private static Part.Pause lastPause(RecordedEvent event, Span span) {
    boolean isBlock = event.getEventType().getName().equals(UNFINISHED_BLOCK);
    long suspended = isBlock ? Math.max(0, event.getLong("suspendedTime")) : 0;
    long waited = Math.max(0, event.getLong("waitTime"));
    boolean isSuspended = isBlock && event.getString("state").equals("suspended");
    String what = isBlock ? null : event.getString("what");
    long length = isSuspended ? suspended : waited;
    return length == 0
        ? null
        : new Part.Pause(
            what == null ? "what had not happened at the end of the recording" : what,
            new Span(Math.max(span.start(), span.end() - length), span.end()),
            isSuspended,
            0);
  }

  static Part.Pause pause(RecordedEvent wait) {
    return new Part.Pause(
        wait.getString("what"),
        span(wait),
        wait.getBoolean("suspended"),
        Math.max(0, wait.getLong("requeueTime")));
  }

  /** Makes a part, without its pauses. */
  static Part part(RecordedEvent event) {
    long id = event.getLong("id");
    Span span = span(event);
    return switch (event.getEventType().getName()) {
      case BLOCK, UNFINISHED_BLOCK ->
          new Part(
              id,
              event.getLong("parent"),
              "block",
              event.getString("label"),
              event.getString("target"),
              span,
              queued(event),
              event.getBoolean("inPlace"),
              isUnfinished(event) ? UNFINISHED : event.getString("outcome"),
              List.of());
      case DISPATCH ->
          part(event, -1, "dispatch", event.getString("event"), event.getString("loop"));
      case REGION ->
          new Part(
              id,
              event.getLong("parent"),
              "region",
              event.getString("label"),
              event.getInt("threads") + " threads",
              span,
              0,
              true,
              "completed",
              List.of());
      default -> {
        String thread = thread(event);
        yield part(
            event,
            event.getLong("parent"),
            event.getString("kind"),
            event.getString("name"),
            thread == null ? "" : thread);
      }
    };
  }

  private static Part part(
      RecordedEvent event, long parent, String kind, String name, String place) {
    return new Part(
        event.getLong("id"),
        parent,
        kind,
        name,
        place,
        span(event),
        queued(event),
        false,
        isUnfinished(event) && event.getLong("runTime") == event.getLong("age")
            ? UNFINISHED
            : "completed",
        List.of());
  }

  private static String thread(RecordedEvent event) {
    if (isUnfinished(event)) {
      return event.getString("threadName");
    }
    return event.getThread() == null ? "" : event.getThread().getJavaName();
  }

  /** Puts the parts together. */
  Request request(long id) {
    List<Part> all = new ArrayList<>();
    parts
        .values()
        .forEach(part -> {
          List<Part.Pause> own = new ArrayList<>(pauses.getOrDefault(part.id(), List.of()));
          own.addAll(presentWait(part));
          all.add(part.with(own));
        });
    return Request.of(id, all, more, uncounted);
  }

  /** Returns the parts, which have not ended, with the wait of each in which it is. */
  List<Part> unfinished() {
    return parts.values().stream().map(part -> part.with(presentWait(part))).toList();
  }

  /** The wait in which a part was at the end of the recording; none if it has ended. */
  private List<Part.Pause> presentWait(Part part) {
    List<Part.Pause> all = pauses.getOrDefault(part.id(), List.of());
    Part.Pause last = unfinished.get(part.id());
    if (last != null) {
      // Of a block only the sum of its waits is known, of which those that ended are recorded.
      long known =
          part.kind().equals("block")
              ? all.stream()
                  .filter(pause -> pause.isSuspended() == last.isSuspended())
                  .mapToLong(pause -> pause.waiting().length())
                  .sum()
              : 0;
      long start = Math.min(last.span().end(), last.span().start() + known);
      if (last.span().end() - start >= LEAST_NANOS) {
        Span rest = new Span(start, last.span().end());
        return List.of(new Part.Pause(last.what(), rest, last.isSuspended(), 0));
      }
    }
    return List.of();
  }

  private static long queued(RecordedEvent event) {
    return switch (event.getEventType().getName()) {
      case REGION -> 0;
      case DISPATCH -> Math.max(0, event.getLong("waitTime"));
      default -> Math.max(0, event.getLong("queueTime"));
    };
  }

  private static Span span(RecordedEvent event) {
    long start = nanos(event.getStartTime());
    return switch (event.getEventType().getName()) {
      case UNFINISHED_BLOCK -> new Span(start - Math.max(0, event.getLong("runTime")), start);
      case UNFINISHED_PROCESS -> {
        long began = start - event.getLong("age");
        yield new Span(began, began + event.getLong("runTime"));
      }
      default -> new Span(start, nanos(event.getEndTime()));
    };
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }
}
