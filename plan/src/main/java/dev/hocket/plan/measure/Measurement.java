package dev.hocket.plan.measure;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The figures of all labels, targets and event loops of a recording (docs/recording.md has the
 * format).
 *
 * <pre>{@code
 * Measurement measured = Measurement.of(Path.of("run.jfr"));
 * Load load = measured.label("Photos.java:12").load();
 * }</pre>
 */
public final class Measurement {
  private static final String BLOCK = "dev.hocket.Block";
  private static final String TARGET = "dev.hocket.Target";
  private static final String RESIZE = "dev.hocket.Resize";

  private static final String[] BLOCK_FIELDS = {
    "label",
    "target",
    "queueTime",
    "waitTime",
    "suspendedTime",
    "requeueTime",
    "processorTime",
    "inPlace",
    "outcome"
  };

  /** Events between two reports of progress. */
  private static final int REPORT = 100_000;

  private final Path recording;
  private final Map<String, Label> labels = new TreeMap<>();
  private final Map<String, RecordedTarget> targets = new TreeMap<>();

  /** When the size of each target was recorded last. */
  private final Map<String, Long> sizedAt = new HashMap<>();

  private final Trace trace = new Trace();
  private final DispatchLog dispatches = new DispatchLog();

  /** All blocks of each target, whatever their label. */
  private final Map<String, Label> byTarget = new HashMap<>();

  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  private long events;

  private Measurement(Path recording) {
    this.recording = recording;
  }

  /**
   * Reads a recording.
   *
   * @param recording a file of JDK Flight Recorder
   * @return what it says
   * @throws RecordingException if there is no such file, it is damaged, or it has neither blocks
   *     nor dispatches
   */
  public static Measurement of(Path recording) throws RecordingException {
    return of(recording, events -> {});
  }

  /**
   * {@link #of(Path)}, with progress.
   *
   * @param recording a file of JDK Flight Recorder
   * @param progress told how many events have been read, now and then
   * @return what it says
   * @throws RecordingException if there is no such file, it is damaged, or it has neither blocks
   *     nor dispatches
   */
  public static Measurement of(Path recording, LongConsumer progress) throws RecordingException {
    Measurement measurement = new Measurement(recording);
    RecordingReader.read(
        recording,
        event -> {
          measurement.add(event);
          if (++measurement.events % REPORT == 0) {
            progress.accept(measurement.events);
          }
        });
    if (measurement.labels.isEmpty() && measurement.dispatches.byLoop().isEmpty()) {
      throw new RecordingException(
          recording
              + " has no event of type "
              + BLOCK
              + ": no block of Hocket's ended while it was recorded, and no event was dispatched. "
              + RecordingReader.howToRecord(recording));
    }
    return measurement;
  }

  /**
   * Measures the events of a stream, from now on. While the stream runs, only its handlers may read
   * the figures, since the stream runs them one by one.
   *
   * @param stream a stream of JDK Flight Recorder that has not started, in which {@code
   *     dev.hocket.Block}, {@code dev.hocket.Target}, {@code dev.hocket.Resize} and, for its event
   *     loops, {@code dev.hocket.Dispatch} are enabled
   * @return the figures so far, at first none
   */
  public static Measurement following(EventStream stream) {
    Measurement measurement = new Measurement(Path.of("stream"));
    List<String> types = new ArrayList<>(List.of(BLOCK, TARGET, RESIZE));
    types.addAll(DispatchLog.TYPES);
    for (String type : types) {
      stream.onEvent(
          type,
          event -> {
            try {
              measurement.add(event);
            } catch (RecordingException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return measurement;
  }

  private void add(RecordedEvent event) throws RecordingException {
    switch (event.getEventType().getName()) {
      case BLOCK -> {
        RecordingReader.requireFields(event, recording, BLOCK_FIELDS);
        Run run = run(event);
        begin = Math.min(begin, run.start() - Math.max(0, run.queueTime()));
        end = Math.max(end, run.start() + run.duration());
        labels.computeIfAbsent(run.label(), Label::new).add(run);
        byTarget.computeIfAbsent(run.target(), Label::new).add(run);
        trace.add(run);
      }
      case TARGET -> put(event, event.getString("kind"), event.getInt("size"));
      case RESIZE -> put(event, "", event.getInt("to"));
      default -> dispatches.add(event, recording);
    }
  }

  /** Events are not read in the order of time. */
  private void put(RecordedEvent event, String kind, int size) {
    String name = event.getString("target");
    RecordedTarget known = targets.get(name);
    boolean isLast = known == null || nanos(event.getStartTime()) >= sizedAt.get(name);
    String newKind = kind.isEmpty() ? known == null ? "worker" : known.kind() : kind;
    targets.put(name, new RecordedTarget(name, newKind, isLast ? size : known.size()));
    if (isLast) {
      sizedAt.put(name, nanos(event.getStartTime()));
    }
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  private static Run run(RecordedEvent event) {
    return new Run(
        event.getString("label"),
        event.getString("target"),
        nanos(event.getStartTime()),
        event.getDuration().toNanos(),
        event.getLong("queueTime"),
        event.getLong("waitTime"),
        event.getLong("suspendedTime"),
        event.getLong("requeueTime"),
        event.getLong("processorTime"),
        event.getBoolean("inPlace"),
        event.getString("outcome"));
  }

  /**
   * All labels.
   *
   * @return in the order of their names
   */
  public Collection<Label> labels() {
    return Collections.unmodifiableCollection(labels.values());
  }

  /**
   * One label.
   *
   * @param name its name
   * @return the label
   * @throws IllegalArgumentException if the recording has none of this name; the message lists them
   */
  public Label label(String name) {
    Label found = labels.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "the recording has no blocks labelled " + name + ", only " + labels.keySet());
    }
    return found;
  }

  /**
   * The targets, by name.
   *
   * @return a map that cannot be changed
   */
  public Map<String, RecordedTarget> targets() {
    return Collections.unmodifiableMap(targets);
  }

  /**
   * The event loops that dispatched something or ran blocks.
   *
   * @return the busiest first
   */
  public List<EventLoop> loops() {
    Map<String, EventLoop> loops = new TreeMap<>();
    dispatches.byLoop().forEach((name, all) -> loops.put(name, EventLoop.of(name, all)));
    // Where dispatches are recorded, blocks are a part of them.
    for (RecordedTarget target : targets.values()) {
      if (target.kind().equals("loop") && byTarget.containsKey(target.name())) {
        loops.computeIfAbsent(target.name(), name -> new EventLoop(byTarget.get(name)));
      }
    }
    return loops.values().stream()
        .sorted(Comparator.comparingDouble((EventLoop one) -> -one.all().load().offered()))
        .toList();
  }

  /**
   * The runs one by one, to be replayed.
   *
   * @return the first million of them
   */
  public Trace trace() {
    return trace;
  }

  /**
   * Number of events of any kind that the recording holds.
   *
   * @return 1 or more
   */
  public long events() {
    return events;
  }

  /**
   * Time from the first arrival to the last end of a block.
   *
   * @return seconds
   */
  public double seconds() {
    return (end - begin) / 1e9;
  }
}
