package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.measure.Dispatch;
import dev.hocket.plan.measure.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Reports how long a user waited for an event loop, and how busy the loop was.
 *
 * <p>The latency of an input is the time from the event's own timestamp to the end of its dispatch,
 * including its wait in the queue. AWT's timestamps have a resolution of 1 ms; JavaFX has none, so
 * there only the time of the dispatch counts. Enter and leave events of the pointer are no inputs,
 * because toolkits also generate them when windows open. The report covers the time from the first
 * input to the end of the last dispatch; earlier events, such as the opening of the window, are
 * left out. A recording without inputs is covered from its first dispatch.
 */
public final class LatencyReport {
  private static final String DEFAULT_LOOP = "edt";

  private final String loop;
  private final long[] latencies;
  private final boolean hasTimestamps;
  private final Span session;
  private final List<Span> busy;
  private final List<Dispatch.Unnested> dispatches;
  private final List<StackSample> samples;

  private LatencyReport(
      String loop,
      long[] latencies,
      boolean hasTimestamps,
      Span session,
      List<Dispatch.Unnested> dispatches,
      List<StackSample> samples) {
    this.loop = loop;
    this.latencies = latencies;
    this.hasTimestamps = hasTimestamps;
    this.session = session;
    this.dispatches = dispatches;
    this.samples = samples;
    List<Span> spans = dispatches.stream().flatMap(d -> d.busy().stream()).toList();
    busy = Span.within(session, Span.union(spans));
  }

  /**
   * Reports on the Swing event thread.
   *
   * @param recording a JDK Flight Recorder file
   * @return the report on loop {@code edt}
   * @throws RecordingException if the file is missing, no recording, or has no dispatches in it
   */
  public static LatencyReport read(Path recording) throws RecordingException {
    return read(recording, DEFAULT_LOOP);
  }

  /**
   * Reports on one event loop.
   *
   * @param recording a JDK Flight Recorder file
   * @param loop the loop's name
   * @return the report
   * @throws RecordingException if the file is missing, no recording, or has no dispatches of the
   *     loop in it
   */
  public static LatencyReport read(Path recording, String loop) throws RecordingException {
    Recorded recorded = Recorded.read(recording);
    return of(loop, recorded.dispatchesOf(loop, recording), recorded.samples());
  }

  /** Makes a report of a loop's dispatches, at least one, and of stacks of its thread. */
  static LatencyReport of(String loop, List<Dispatch> dispatches, List<StackSample> samples) {
    List<Dispatch.Unnested> unnested = Dispatch.unnest(dispatches);
    boolean hasTimestamps = dispatches.stream().anyMatch(d -> d.input() && d.hasTimestamp());
    List<Dispatch.Unnested> inputs =
        unnested.stream()
            .filter(d -> d.dispatch().input() && d.dispatch().hasTimestamp() == hasTimestamps)
            .toList();
    Span session = session(unnested, inputs);
    long[] latencies = inputs.stream().mapToLong(Dispatch.Unnested::latency).sorted().toArray();
    return new LatencyReport(loop, latencies, hasTimestamps, session, unnested, samples);
  }

  private static Span session(List<Dispatch.Unnested> dispatches, List<Dispatch.Unnested> inputs) {
    List<Dispatch.Unnested> first = inputs.isEmpty() ? dispatches : inputs;
    long start =
        first.stream()
            .map(Dispatch.Unnested::dispatch)
            .mapToLong(Dispatch::arrival)
            .min()
            .orElseThrow();
    long end = dispatches.stream().mapToLong(d -> d.dispatch().span().end()).max().orElseThrow();
    return new Span(start, end);
  }

  /**
   * The length of the user's session.
   *
   * @return the time from the first input to the end of the last dispatch
   */
  public Duration totalTime() {
    return Duration.ofNanos(session.length());
  }

  /**
   * Returns the share of the total time in which the loop was free.
   *
   * @return a share between 0 (always busy) and 1 (always idle)
   */
  public double idleRate() {
    long busyNanos = busy.stream().mapToLong(Span::length).sum();
    return session.length() == 0 ? 1 : 1 - (double) busyNanos / session.length();
  }

  /**
   * The number of inputs that the loop handled.
   *
   * @return the number of inputs that have a timestamp; the number of all inputs if none has one
   */
  public int inputs() {
    return latencies.length;
  }

  /**
   * An exact percentile of the inputs' latencies (nearest rank): the smallest latency that is not
   * exceeded by at least this percentage of the inputs.
   *
   * @param percent above 0, at most 100; 100 is the maximum
   * @return a latency that was measured
   * @throws IllegalArgumentException if {@code percent} is out of range
   * @throws IllegalStateException if there were no inputs
   */
  public Duration latency(double percent) {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException("percent must be above 0 and at most 100: " + percent);
    }
    if (latencies.length == 0) {
      throw new IllegalStateException("no inputs were recorded, so there is no latency");
    }
    int rank = (int) Math.ceil(percent * latencies.length / 100);
    return Duration.ofNanos(latencies[rank - 1]);
  }

  /**
   * The cumulative latency distribution (paper 2, figure 10).
   *
   * @param latency a latency
   * @return the number of inputs that took longer
   */
  public int longerThan(Duration latency) {
    long nanos = latency.toNanos();
    int notLonger = Arrays.binarySearch(latencies, nanos);
    // A miss gives -(insertion point) - 1; a hit is any of several equal values.
    int next = notLonger < 0 ? -notLonger - 1 : notLonger;
    while (next < latencies.length && latencies[next] <= nanos) {
      next++;
    }
    return latencies.length - next;
  }

  /**
   * Returns whether inputs have timestamps. JavaFX's have none: their latencies are the times of
   * their dispatches, without their waits for the loop.
   */
  boolean hasTimestamps() {
    return hasTimestamps;
  }

  /** The latencies in nanoseconds, ascending. */
  long[] sortedLatencies() {
    return latencies.clone();
  }

  /** The loop's name. */
  String loop() {
    return loop;
  }

  /** Time since 1970 that the report covers. */
  Span session() {
    return session;
  }

  /**
   * The spans in which the loop dispatched events, since the start of the session, without
   * overlaps.
   */
  List<Span> busy() {
    return busy;
  }

  /**
   * The longest dispatches, each at least 100 ms by itself.
   *
   * @return longest first
   */
  public List<Episode> episodes() {
    return episodes(LatencyRow.NOTICEABLE);
  }

  /**
   * The longest dispatches.
   *
   * @param atLeast the shortest time of a dispatch, without nested ones
   * @return longest first
   */
  public List<Episode> episodes(Duration atLeast) {
    return Episode.longest(dispatches, samples, atLeast);
  }

  /**
   * Says in words when an episode of this report began.
   *
   * @param episode an episode
   * @return as in {@code at 2.50 s}, from the beginning of the session
   */
  public String when(Episode episode) {
    double seconds = (episode.start() - session.start()) / 1e9;
    return seconds < 0
        ? String.format(Locale.ROOT, "%.2f s before the first input", -seconds)
        : String.format(Locale.ROOT, "at %.2f s", seconds);
  }

  /**
   * Returns whether an episode of this report began before the first input, as the opening of a
   * window does.
   *
   * @param episode an episode
   * @return false if there was no input
   */
  public boolean isBeforeInputs(Episode episode) {
    return latencies.length > 0 && episode.start() < session.start();
  }

  /** The dispatches, in the order of time. */
  List<Dispatch.Unnested> dispatches() {
    return dispatches;
  }

  /** The sampled stacks of the loop's thread, in the order of time. */
  List<StackSample> samples() {
    return samples;
  }
}
