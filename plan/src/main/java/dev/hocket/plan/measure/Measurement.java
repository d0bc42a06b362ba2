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
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The figures of all labels, targets, parallel regions and event loops of a recording
 * (docs/recording.md has the format).
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
  private static final String REGION = "dev.hocket.Region";

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

  /** The most blocks whose regions are remembered until the blocks themselves are read. */
  private static final int MOST_OPEN = 100_000;

  /** Events between two reports of progress. */
  private static final int REPORT = 100_000;

  private final Path recording;
  private final Map<String, Label> labels = new TreeMap<>();
  private final Map<String, RecordedTarget> targets = new TreeMap<>();
  private final Map<String, TeamRuns> regions = new TreeMap<>();

  /** The time at which the size of each target was last recorded. */
  private final Map<String, Long> sizedAt = new HashMap<>();

  private final Trace trace = new Trace();
  private final DispatchLog dispatches = new DispatchLog();

  private final ThreadPauses threadPauses = new ThreadPauses();

  /** All blocks of each target, whatever their label. */
  private final Map<String, Label> byTarget = new HashMap<>();

  /** The largest team of a region of each block that has not been read yet, by the block's id. */
  private final Map<Long, Integer> teamOf = new HashMap<>();

  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  private long events;

  Measurement(Path recording) {
    this.recording = recording;
  }

  /**
   * Reads a recording.
   *
   * @param recording a file of JDK Flight Recorder
   * @return the measurement
   * @throws RecordingException if there is no such file, it is damaged, or it has neither blocks
   *     nor regions nor dispatches
   */
  public static Measurement of(Path recording) throws RecordingException {
    return of(recording, events -> {});
  }

  /**
   * Reads a recording, and reports progress.
   *
   * @param recording a file of JDK Flight Recorder
   * @param progress receives, now and then, the number of events read
   * @return the measurement
   * @throws RecordingException if there is no such file, it is damaged, or it has neither blocks
   *     nor regions nor dispatches
   */
  public static Measurement of(Path recording, LongConsumer progress) throws RecordingException {
    Measurement measurement = reading(recording, progress, event -> {});
    if (measurement.labels.isEmpty()
        && measurement.regions.isEmpty()
        && measurement.dispatches().isEmpty()) {
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
   * Reads a recording for a caller that also wants its events, so that they are read once. A
   * recording without events of Hocket's is not refused.
   *
   * @param recording a file of JDK Flight Recorder
   * @param progress receives, now and then, the number of events read
   * @param also receives each event, too
   * @return the figures, possibly none
   * @throws RecordingException if there is no such file, it is damaged, or {@code also} throws
   */
  public static Measurement reading(
      Path recording, LongConsumer progress, RecordingReader.Consumer also)
      throws RecordingException {
    Measurement measurement = new Measurement(recording);
    RecordingReader.read(
        recording,
        event -> {
          measurement.add(event);
          also.accept(event);
          if (++measurement.events % REPORT == 0) {
            progress.accept(measurement.events);
          }
        });
    return measurement;
  }

  /**
   * Measures the events of a stream, from now on. Only the stream's handlers may read the figures
   * while the stream runs, because it runs them one by one.
   *
   * @param stream a stream of JDK Flight Recorder that has not started, in which {@code
   *     dev.hocket.Block}, {@code dev.hocket.Target}, {@code dev.hocket.Resize}, {@code
   *     dev.hocket.Region} and, for its event loops, {@code dev.hocket.Dispatch} are enabled
   * @return the figures so far, at first none
   */
  public static Measurement following(EventStream stream) {
    Measurement measurement = new Measurement(Path.of("stream"));
    List<String> types = new ArrayList<>(List.of(BLOCK, TARGET, RESIZE, REGION));
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
        add(run);
        Integer team = event.hasField("id") ? teamOf.remove(event.getLong("id")) : null;
        if (team != null) {
          labels.get(run.label()).hadTeam(team);
        }
      }
      case TARGET ->
          put(
              event.getString("target"),
              event.getString("kind"),
              event.getInt("size"),
              nanos(event.getStartTime()));
      case RESIZE ->
          put(event.getString("target"), "", event.getInt("to"), nanos(event.getStartTime()));
      case REGION -> {
        RecordingReader.requireFields(event, recording, "label", "threads");
        include(nanos(event.getStartTime()), nanos(event.getEndTime()));
        if (event.hasField("block") && teamOf.size() < MOST_OPEN) {
          teamOf.merge(event.getLong("block"), event.getInt("threads"), Math::max);
        }
        regions
            .computeIfAbsent(event.getString("label"), TeamRuns::new)
            .add(event.getInt("threads"), event.getDuration().toNanos());
      }
      default -> {
        threadPauses.add(event);
        dispatches.add(event, recording);
      }
    }
  }

  void add(Run run) {
    include(run.start() - Math.max(0, run.queueTime()), run.start() + run.duration());
    labels.computeIfAbsent(run.label(), Label::new).add(run);
    byTarget.computeIfAbsent(run.target(), Label::new).add(run);
    trace.add(run);
  }

  private void include(long from, long to) {
    begin = Math.min(begin, from);
    end = Math.max(end, to);
  }

  /** Keeps the latest size of a target, because events are not read in the order of time. */
  void put(String name, String kind, int size, long at) {
    RecordedTarget known = targets.get(name);
    boolean isLast = known == null || at >= sizedAt.get(name);
    String newKind = kind.isEmpty() ? known == null ? "worker" : known.kind() : kind;
    targets.put(name, new RecordedTarget(name, newKind, isLast ? size : known.size()));
    if (isLast) {
      sizedAt.put(name, at);
    }
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  private Run run(RecordedEvent event) {
    return new Run(
        event.getString("label"),
        event.getString("target"),
        nanos(event.getStartTime()),
        event.getDuration().toNanos(),
        event.getLong("queueTime"),
        event.getLong("waitTime"),
        event.getLong("suspendedTime"),
        event.getLong("requeueTime"),
        needs(event),
        event.getBoolean("inPlace"),
        event.getString("outcome"),
        event.hasField("items") ? event.getInt("items") : 1);
  }

  private Run.Needs needs(RecordedEvent event) {
    return new Run.Needs(
        event.getLong("processorTime"),
        event.hasField("readyTime") ? event.getLong("readyTime") : -1,
        threadPauses.within(event) - Math.max(0, event.getLong("waitTime")));
  }

  /**
   * Returns all labels.
   *
   * @return the labels in the order of their names
   */
  public Collection<Label> labels() {
    return Collections.unmodifiableCollection(labels.values());
  }

  /**
   * Returns one label.
   *
   * @param name the label's name
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
   * The parallel regions.
   *
   * @return the regions in the order of their labels
   */
  public Collection<TeamRuns> regions() {
    return Collections.unmodifiableCollection(regions.values());
  }

  /**
   * The dispatches of the event loops, unordered.
   *
   * @return the dispatches, by the loop's name
   */
  public Map<String, List<Dispatch>> dispatches() {
    return dispatches.byLoop();
  }

  /**
   * The event loops that dispatched something or ran blocks.
   *
   * @return the loops, the busiest first
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
   * Returns the runs one by one, to be replayed.
   *
   * @return at most a million of them, in stretches from the whole recording
   */
  public Trace trace() {
    return trace;
  }

  /**
   * Counts the events of any kind in the recording.
   *
   * @return 1 or more
   */
  public long events() {
    return events;
  }

  /**
   * Time from the first arrival to the last end of a block or a region, since 1970.
   *
   * @return nothing if there is neither
   */
  public Optional<Span> span() {
    return begin > end ? Optional.empty() : Optional.of(new Span(begin, end));
  }

  /**
   * Returns the length of {@link #span}.
   *
   * @return seconds; 0 if there is none
   */
  public double seconds() {
    return span().map(Span::length).orElse(0L) / 1e9;
  }
}
