package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import dev.hocket.plan.measure.Dispatch;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.Span;
import dev.hocket.plan.requests.Request;
import dev.hocket.plan.requests.RequestLog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.HdrHistogram.Histogram;

/**
 * The content of a recording that a page shows, by loop and by target. Times are nanoseconds since
 * 1970. The activity of targets is summed up while reading, so that memory does not grow with the
 * number of blocks; dispatches are kept one by one.
 */
final class Recorded {
  private static final String BLOCK = "dev.hocket.Block";
  private static final String UNFINISHED_BLOCK = "dev.hocket.UnfinishedBlock";
  private static final String TARGET = "dev.hocket.Target";
  private static final String RESIZE = "dev.hocket.Resize";

  // The events of the agent of `hocket lag`, and the JDK's own samples of threads.
  private static final String LAG_SAMPLE = "dev.hocket.lag.Sample";
  private static final String LAG_PROBE = "dev.hocket.lag.Probe";
  private static final String EXECUTION_SAMPLE = "jdk.ExecutionSample";
  private static final String AWT_THREAD = "AWT-EventQueue-";

  /** Events about pauses of a thread, in which the JDK does not sample it. */
  private static final Set<String> PAUSES =
      Set.of(
          "jdk.ThreadSleep",
          "jdk.ThreadPark",
          "jdk.JavaMonitorWait",
          "jdk.JavaMonitorEnter",
          "jdk.SocketRead",
          "jdk.FileRead");

  /** The method in which an event thread waits for the next event. */
  private static final String IDLE = "java.awt.EventQueue.getNextEvent";

  private static final long SAMPLE_NANOS = 20_000_000;

  private static final int MOST_SAMPLES = 50_000;

  /** The figures that models need. */
  final Measurement measurement;

  /** The dispatches, by the name of their loop. */
  final Map<String, List<Dispatch>> dispatches;

  final Map<String, Activity> targets = new TreeMap<>();

  /** The recorded work of flows' sections, by flow and by section. */
  final Map<String, Map<String, FlowSection.Seen>> flows = new TreeMap<>();

  final Decisions decisions = new Decisions();

  /** Nanoseconds from the time at which a probe was due to its run on the loop. */
  final Histogram probes = new Histogram(3);

  /** The slowest requests, slowest first. */
  final List<Request> requests;

  final RequestLog requestLog = new RequestLog();

  private final List<StackSample> samples = new ArrayList<>();

  /** The last event about each running block, by the block's id; removed when the block ends. */
  private final Map<Long, Running> unfinished = new HashMap<>();

  /** The ids of ended blocks, one bit each because there are many, in a map by the upper bits. */
  private final Map<Long, BitSet> finished = new HashMap<>();

  private static final int LOWER_BITS = 12;

  private record Running(String target, Span span) {}

  private Recorded(Path recording, LongConsumer progress) throws RecordingException {
    measurement = Measurement.reading(recording, progress, event -> add(event, recording));
    dispatches = measurement.dispatches();
    addUnfinished();
    requests = requestLog.slowest(recording, RequestSection.MOST);
  }

  /** Reads a recording, and reports now and then how many events have been read. */
  static Recorded read(Path recording, LongConsumer progress) throws RecordingException {
    return new Recorded(recording, progress);
  }

  static Recorded read(Path recording) throws RecordingException {
    return read(recording, events -> {});
  }

  /** Returns the dispatches of a loop, at least one. */
  List<Dispatch> dispatchesOf(String loop, Path recording) throws RecordingException {
    if (dispatches.isEmpty()) {
      throw new RecordingException(
          recording
              + " has no event of type dev.hocket.Dispatch: the program did not use the target "
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

  /** Returns the stacks in the order of time. */
  List<StackSample> samples() {
    samples.sort(Comparator.comparingLong(StackSample::time));
    return Collections.unmodifiableList(samples);
  }

  private void add(RecordedEvent event, Path recording) throws RecordingException {
    requestLog.add(event);
    switch (event.getEventType().getName()) {
      case LAG_SAMPLE ->
          addSample(nanos(event.getStartTime()), event.getString("stack").lines().toList());
      case FlowSection.EVENT -> FlowSection.add(event, recording, flows);
      case LAG_PROBE -> probes.recordValue(Math.max(0, event.getLong("latency")));
      case EXECUTION_SAMPLE -> {
        if (isEventThread(event.getThread("sampledThread"))) {
          addSample(nanos(event.getStartTime()), frames(event.getStackTrace()));
        }
      }
      case Decisions.EVENT -> {
        RecordingReader.requireFields(
            event, recording, "target", "action", "reason", "from", "to", "dryRun");
        decisions.add(event);
      }
      case TARGET ->
          activity(event.getString("target"))
              .setTarget(event.getString("kind"), event.getInt("size"));
      case RESIZE -> activity(event.getString("target")).setTarget("", event.getInt("to"));
      case BLOCK -> {
        RecordingReader.requireFields(
            event, recording, "id", "target", "queueTime", "inPlace", "waitTime");
        long id = event.getLong("id");
        finished.computeIfAbsent(id >> LOWER_BITS, upper -> new BitSet()).set(lowerBits(id));
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
      case String type when PAUSES.contains(type) -> {
        if (isEventThread(event.getThread())) {
          addPause(span(event), frames(event.getStackTrace()));
        }
      }
      default -> {
        // The JDK's other events are not reported on.
      }
    }
  }

  private static boolean isEventThread(RecordedThread thread) {
    return thread != null
        && thread.getJavaName() != null
        && thread.getJavaName().startsWith(AWT_THREAD);
  }

  private void addSample(long time, List<String> frames) {
    if (samples.size() < MOST_SAMPLES) {
      samples.add(new StackSample(time, frames));
    }
  }

  /** Adds samples for a pause, as if the JDK also sampled threads that do not run. */
  private void addPause(Span pause, List<String> frames) {
    if (frames.stream().noneMatch(frame -> frame.startsWith(IDLE))) {
      for (long time = pause.start(); time < pause.end(); time += SAMPLE_NANOS) {
        addSample(time, frames);
      }
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
                    + (frame.getLineNumber() < 0
                        ? "(no line)"
                        : "(line " + frame.getLineNumber() + ")"))
            .toList();
  }

  private Activity activity(String target) {
    return targets.computeIfAbsent(target, t -> new Activity());
  }

  /** Adds a block, unless it ran in place, as a part of another one, or never ran. */
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

  private static int lowerBits(long id) {
    return (int) (id & (1 << LOWER_BITS) - 1);
  }

  private void addUnfinished() {
    unfinished.forEach((id, block) -> {
      BitSet near = finished.get(id >> LOWER_BITS);
      if (near == null || !near.get(lowerBits(id))) {
        activity(block.target).add(block.span, 0, 1);
      }
    });
  }

  private static Span span(RecordedEvent event) {
    return new Span(nanos(event.getStartTime()), nanos(event.getEndTime()));
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }
}
