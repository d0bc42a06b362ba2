package dev.hocket.plan.measure;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Collects the dispatches of event loops from the events of a recording: Hocket's own, those of the
 * agent of {@code hocket lag}, and JavaFX's. Keeps the first {@value #MOST} of them, some 70 MB.
 */
public final class DispatchLog {
  /** The most dispatches that are kept. */
  public static final int MOST = 1_000_000;

  private static final String DISPATCH = "dev.hocket.Dispatch";
  private static final String LAG_DISPATCH = "dev.hocket.lag.Dispatch";
  private static final String LAG_IDLE = "dev.hocket.lag.Idle";
  private static final String LAG_UNFINISHED = "dev.hocket.lag.UnfinishedDispatch";
  private static final String AWT_LOOP = "edt";

  // JavaFX's own events, for inputs and for the phases of drawing.
  private static final String FX_INPUT = "javafx.Input";
  private static final String FX_PULSE_PHASE = "javafx.PulsePhase";
  private static final String FX_LOOP = "fx";
  private static final String FX_THREAD = "JavaFX Application Thread";

  /** The types of Hocket's events that {@link #add} accepts. */
  static final List<String> TYPES = List.of(DISPATCH, LAG_DISPATCH, LAG_IDLE, LAG_UNFINISHED);

  /** The prefix of the names of JavaFX's pulses. */
  public static final String FX_PULSE = "Pulse ";

  private final Map<String, List<Dispatch>> byLoop = new TreeMap<>();

  /** The agent's dispatches of AWT. They include all that Hocket's own queue records. */
  private final List<Dispatch> ofAwtByAgent = new ArrayList<>();

  /** Interned names: in a recording every event has a copy of its name. */
  private final Map<String, String> names = new HashMap<>();

  /** The last event about each dispatch that had not ended, by its id, and the ids that ended. */
  private final Map<Long, Unfinished> unfinished = new HashMap<>();

  private final BitSet ended = new BitSet();

  private record Unfinished(String loop, Dispatch dispatch) {}

  private int size;

  /** Makes an empty log. */
  public DispatchLog() {}

  /**
   * Adds an event if it is a dispatch.
   *
   * @param event any event
   * @param recording the file it is in
   * @throws RecordingException if it is a dispatch of another version of Hocket
   */
  public void add(RecordedEvent event, Path recording) throws RecordingException {
    switch (event.getEventType().getName()) {
      case DISPATCH -> {
        RecordingReader.requireFields(event, recording, "loop", "event", "waitTime", "input");
        put(ofLoop(event.getString("loop")), hockets(event));
      }
      case LAG_DISPATCH -> {
        String loop = event.getString("loop");
        put(ofAgents(loop), hockets(event));
        if (event.hasField("id")) {
          ended.set(bit(event.getLong("id")));
        }
      }
      case LAG_IDLE -> put(ofAgents(event.getString("loop")), Dispatch.idle(span(event)));
      case LAG_UNFINISHED -> unfinished.put(event.getLong("id"), unfinished(event));
      case FX_INPUT ->
          put(ofLoop(FX_LOOP), javaFxs(event, true, "Input " + event.getString("input")));
      case FX_PULSE_PHASE -> {
        // JavaFX's other phases run on the render thread.
        if (event.getThread() != null && FX_THREAD.equals(event.getThread().getJavaName())) {
          String phase = FX_PULSE + event.getString("phaseName");
          put(ofLoop(FX_LOOP), javaFxs(event, false, phase));
        }
      }
      default -> {
        // All other events are no dispatches.
      }
    }
  }

  private List<Dispatch> ofAgents(String loop) {
    return loop.equals(AWT_LOOP) ? ofAwtByAgent : ofLoop(loop);
  }

  private static int bit(long id) {
    return (int) Math.min(Integer.MAX_VALUE - 1, id);
  }

  private Unfinished unfinished(RecordedEvent event) {
    long now = nanos(event.getStartTime());
    String name = event.getString("event");
    return new Unfinished(
        event.getString("loop"),
        new Dispatch(
            new Span(now - event.getLong("runTime"), now),
            event.getLong("waitTime"),
            event.getBoolean("input") && !isMadeUp(name),
            names.computeIfAbsent(name, one -> one)));
  }

  private List<Dispatch> ofLoop(String loop) {
    return byLoop.computeIfAbsent(loop, one -> new ArrayList<>());
  }

  private void put(List<Dispatch> dispatches, Dispatch dispatch) {
    if (size < MOST) {
      dispatches.add(dispatch);
      size++;
    }
  }

  private Dispatch hockets(RecordedEvent event) {
    String name = event.getString("event");
    return new Dispatch(
        span(event),
        event.getLong("waitTime"),
        event.getBoolean("input") && !isMadeUp(name),
        names.computeIfAbsent(name, one -> one));
  }

  /**
   * Returns whether an event is not counted as an input, because no user waits for it: enter and
   * leave events, which toolkits also generate when a window moves under a resting pointer, and
   * JavaFX's changes of its window.
   */
  private static boolean isMadeUp(String event) {
    return event.endsWith("MOUSE_ENTERED")
        || event.endsWith("MOUSE_EXITED")
        || event.contains("VIEW_EVENT");
  }

  /** JavaFX does not record when the event occurred, so its wait is unknown. */
  private Dispatch javaFxs(RecordedEvent event, boolean input, String name) {
    return new Dispatch(
        span(event), -1, input && !isMadeUp(name), names.computeIfAbsent(name, one -> one));
  }

  private static Span span(RecordedEvent event) {
    return new Span(nanos(event.getStartTime()), nanos(event.getEndTime()));
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  /**
   * The dispatches of each loop, unordered.
   *
   * @return by name of the loop; without loops that dispatched nothing
   */
  public Map<String, List<Dispatch>> byLoop() {
    unfinished.keySet().removeIf(id -> ended.get(bit(id)));
    unfinished.values().forEach(one -> put(ofAgents(one.loop), one.dispatch));
    unfinished.clear();
    Map<String, List<Dispatch>> all = new TreeMap<>(byLoop);
    if (!ofAwtByAgent.isEmpty()) {
      all.put(AWT_LOOP, ofAwtByAgent);
    }
    return Collections.unmodifiableMap(all);
  }
}
