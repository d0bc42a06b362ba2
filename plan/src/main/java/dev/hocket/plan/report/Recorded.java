package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Hocket's events in a recording, by loop and by target, and JavaFX's own beside them. Times are
 * nanoseconds since 1970.
 */
final class Recorded {
  private static final String DISPATCH = "dev.hocket.Dispatch";
  private static final String BLOCK = "dev.hocket.Block";
  private static final String UNFINISHED_BLOCK = "dev.hocket.UnfinishedBlock";

  // JavaFX's own, which it writes of inputs and of the phases in which it draws.
  private static final String FX_INPUT = "javafx.Input";
  private static final String FX_PULSE_PHASE = "javafx.PulsePhase";
  private static final String FX_LOOP = "fx";
  private static final String FX_THREAD = "JavaFX Application Thread";

  final Map<String, List<Dispatch>> dispatches = new TreeMap<>();
  final Map<String, List<Span>> blocks = new TreeMap<>();

  /** By id: the last that is said of a block while it runs, which its end makes void. */
  private final Map<Long, Running> unfinished = new HashMap<>();

  private final Set<Long> finished = new HashSet<>();

  private record Running(String target, Span span) {}

  private Recorded() {}

  static Recorded read(Path recording) throws RecordingException {
    Recorded recorded = new Recorded();
    RecordingReader.read(recording, event -> recorded.add(event, recording));
    recorded.addUnfinished();
    return recorded;
  }

  /** The dispatches of a loop, never none. */
  List<Dispatch> dispatchesOf(String loop, Path recording) throws RecordingException {
    if (dispatches.isEmpty()) {
      throw new RecordingException(
          recording
              + " has no event of type "
              + DISPATCH
              + ": the program did not use the target "
              + loop
              + " while it was recorded. "
              + RecordingReader.howToRecord(recording));
    }
    List<Dispatch> found = dispatches.get(loop);
    if (found == null) {
      throw new RecordingException(
          recording + " has no dispatches on loop " + loop + ", only on " + dispatches.keySet());
    }
    return found;
  }

  private void add(RecordedEvent event, Path recording) throws RecordingException {
    switch (event.getEventType().getName()) {
      case DISPATCH -> {
        RecordingReader.requireFields(event, recording, "loop", "event", "waitTime", "input");
        dispatches
            .computeIfAbsent(event.getString("loop"), loop -> new ArrayList<>())
            .add(new Dispatch(span(event), event.getLong("waitTime"), isInput(event)));
      }
      case FX_INPUT -> addFxDispatch(event, true);
      case FX_PULSE_PHASE -> {
        // Others of its phases are on the thread that renders.
        if (event.getThread() != null && FX_THREAD.equals(event.getThread().getJavaName())) {
          addFxDispatch(event, false);
        }
      }
      case BLOCK -> {
        RecordingReader.requireFields(event, recording, "id", "target");
        finished.add(event.getLong("id"));
        addBlock(event.getString("target"), span(event));
      }
      case UNFINISHED_BLOCK -> {
        RecordingReader.requireFields(event, recording, "id", "target", "runTime");
        long runTime = event.getLong("runTime");
        if (runTime >= 0) {
          long now = nanos(event.getStartTime());
          Span soFar = new Span(now - runTime, now);
          unfinished.merge(
              event.getLong("id"),
              new Running(event.getString("target"), soFar),
              (one, other) -> one.span.end() > other.span.end() ? one : other);
        }
      }
      default -> {
        // The JDK's own events are not reported on.
      }
    }
  }

  /** JavaFX does not record when the event came about, so how long it waited is unknown. */
  private void addFxDispatch(RecordedEvent event, boolean input) {
    dispatches
        .computeIfAbsent(FX_LOOP, loop -> new ArrayList<>())
        .add(new Dispatch(span(event), -1, input));
  }

  private void addBlock(String target, Span span) {
    blocks.computeIfAbsent(target, t -> new ArrayList<>()).add(span);
  }

  private void addUnfinished() {
    unfinished.forEach((id, block) -> {
      if (!finished.contains(id)) {
        addBlock(block.target, block.span);
      }
    });
  }

  /**
   * The toolkit makes up entering and leaving when a window opens or moves under a pointer at rest:
   * nobody waits for these.
   */
  private static boolean isInput(RecordedEvent event) {
    String name = event.getString("event");
    boolean madeUp = name.endsWith(".MOUSE_ENTERED") || name.endsWith(".MOUSE_EXITED");
    return event.getBoolean("input") && !madeUp;
  }

  private static Span span(RecordedEvent event) {
    return new Span(nanos(event.getStartTime()), nanos(event.getEndTime()));
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }
}
