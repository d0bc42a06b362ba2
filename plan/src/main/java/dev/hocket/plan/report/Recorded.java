package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.HdrHistogram.Histogram;

/**
 * Hocket's events in a recording, by loop and by target, and JavaFX's own beside them. Times are
 * nanoseconds since 1970. What targets do is added up as it is read, so that memory does not grow
 * with the number of blocks; dispatches are kept one by one.
 */
final class Recorded {
  private static final String DISPATCH = "dev.hocket.Dispatch";
  private static final String BLOCK = "dev.hocket.Block";
  private static final String UNFINISHED_BLOCK = "dev.hocket.UnfinishedBlock";
  private static final String TARGET = "dev.hocket.Target";
  private static final String RESIZE = "dev.hocket.Resize";

  // What the agent of `hocket lag` writes, and the JDK's own samples of threads.
  private static final String LAG_DISPATCH = "dev.hocket.lag.Dispatch";
  private static final String LAG_SAMPLE = "dev.hocket.lag.Sample";
  private static final String LAG_PROBE = "dev.hocket.lag.Probe";
  private static final String EXECUTION_SAMPLE = "jdk.ExecutionSample";
  private static final String AWT_LOOP = "edt";
  private static final String AWT_THREAD = "AWT-EventQueue-";

  private static final int MOST_SAMPLES = 50_000;

  // JavaFX's own, which it writes of inputs and of the phases in which it draws.
  private static final String FX_INPUT = "javafx.Input";
  private static final String FX_PULSE_PHASE = "javafx.PulsePhase";
  private static final String FX_LOOP = "fx";
  private static final String FX_THREAD = "JavaFX Application Thread";

  final Map<String, List<Dispatch>> dispatches = new TreeMap<>();
  final Map<String, Activity> targets = new TreeMap<>();

  /** Nanoseconds from the time at which a probe was due to its run on the loop. */
  final Histogram probes = new Histogram(3);

  private final List<StackSample> samples = new ArrayList<>();

  /** What the agent saw, which is more than what Hocket's own queue saw of the same events. */
  private final List<Dispatch> agentDispatches = new ArrayList<>();

  /** By id: the last that is said of a block while it runs, which its end makes void. */
  private final Map<Long, Running> unfinished = new HashMap<>();

  private final Set<Long> finished = new HashSet<>();

  private record Running(String target, Span span) {}

  private Recorded() {}

  static Recorded read(Path recording) throws RecordingException {
    Recorded recorded = new Recorded();
    RecordingReader.read(recording, event -> recorded.add(event, recording));
    recorded.addUnfinished();
    if (!recorded.agentDispatches.isEmpty()) {
      recorded.dispatches.put(AWT_LOOP, recorded.agentDispatches);
    }
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

  boolean hasEndedBlocks() {
    return !finished.isEmpty();
  }

  /** In the order of time. */
  List<StackSample> samples() {
    samples.sort(Comparator.comparingLong(StackSample::time));
    return Collections.unmodifiableList(samples);
  }

  private void add(RecordedEvent event, Path recording) throws RecordingException {
    switch (event.getEventType().getName()) {
      case DISPATCH -> {
        RecordingReader.requireFields(event, recording, "loop", "event", "waitTime", "input");
        dispatches
            .computeIfAbsent(event.getString("loop"), loop -> new ArrayList<>())
            .add(dispatch(event));
      }
      case LAG_DISPATCH -> agentDispatches.add(dispatch(event));
      case LAG_SAMPLE -> addSample(event, event.getString("stack").lines().toList());
      case LAG_PROBE -> probes.recordValue(Math.max(0, event.getLong("latency")));
      case EXECUTION_SAMPLE -> {
        RecordedThread thread = event.getThread("sampledThread");
        if (thread != null
            && thread.getJavaName() != null
            && thread.getJavaName().startsWith(AWT_THREAD)) {
          addSample(event, frames(event.getStackTrace()));
        }
      }
      case TARGET ->
          activity(event.getString("target"))
              .setTarget(
                  nanos(event.getStartTime()), event.getString("kind"), event.getInt("size"));
      case RESIZE ->
          activity(event.getString("target"))
              .setTarget(nanos(event.getStartTime()), "", event.getInt("to"));
      case FX_INPUT -> addFxDispatch(event, true);
      case FX_PULSE_PHASE -> {
        // Others of its phases are on the thread that renders.
        if (event.getThread() != null && FX_THREAD.equals(event.getThread().getJavaName())) {
          addFxDispatch(event, false);
        }
      }
      case BLOCK -> {
        RecordingReader.requireFields(
            event, recording, "id", "target", "queueTime", "inPlace", "waitTime");
        finished.add(event.getLong("id"));
        addBlock(event);
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

  private static Dispatch dispatch(RecordedEvent event) {
    return new Dispatch(
        span(event), event.getLong("waitTime"), isInput(event), event.getString("event"));
  }

  private void addSample(RecordedEvent event, List<String> frames) {
    if (samples.size() < MOST_SAMPLES) {
      samples.add(new StackSample(nanos(event.getStartTime()), frames));
    }
  }

  private static List<String> frames(RecordedStackTrace trace) {
    return trace == null
        ? List.of()
        : trace.getFrames().stream()
            .map(frame ->
                frame.getMethod().getType().getName()
                    + "."
                    + frame.getMethod().getName()
                    + "(:"
                    + frame.getLineNumber()
                    + ")")
            .toList();
  }

  private Activity activity(String target) {
    return targets.computeIfAbsent(target, t -> new Activity());
  }

  /** JavaFX does not record when the event came about, so how long it waited is unknown. */
  private void addFxDispatch(RecordedEvent event, boolean input) {
    dispatches
        .computeIfAbsent(FX_LOOP, loop -> new ArrayList<>())
        .add(new Dispatch(span(event), -1, input, event.getEventType().getLabel()));
  }

  /** Blocks in place are a part of others, and what never ran was on no thread. */
  private void addBlock(RecordedEvent event) {
    if (event.getBoolean("inPlace") || event.getLong("waitTime") < 0) {
      return;
    }
    Span run = span(event);
    long paused =
        event.getLong("waitTime") + event.getLong("suspendedTime") + event.getLong("requeueTime");
    double share = run.length() == 0 ? 1 : Math.max(0, 1 - (double) paused / run.length());
    activity(event.getString("target")).add(run, event.getLong("queueTime"), share);
  }

  private void addUnfinished() {
    unfinished.forEach((id, block) -> {
      if (!finished.contains(id)) {
        activity(block.target).add(block.span, 0, 1);
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
