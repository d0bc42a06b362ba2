package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.Span;
import dev.hocket.plan.requests.Request;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The report on one recording: its event loop, its targets and its handlers. */
public final class RunReport {
  private static final List<String> FAVOURITE_LOOPS = List.of("edt", "fx");

  private final String name;
  private final String program;
  private final Recorded recorded;
  private final LatencyReport latency;
  private final Measurement measurement;
  private final Advice advice;
  private final String whyNoAdvice;

  private RunReport(
      String name,
      String program,
      Recorded recorded,
      LatencyReport latency,
      Measurement measurement,
      Advice advice,
      String whyNoAdvice) {
    this.name = name;
    this.program = program;
    this.recorded = recorded;
    this.latency = latency;
    this.measurement = measurement;
    this.advice = advice;
    this.whyNoAdvice = whyNoAdvice;
  }

  /**
   * Reads a recording.
   *
   * @param name the name of the run, for example the recording's file name
   * @param program the program; runs of the same program become one curve with a band
   * @param recording a JDK Flight Recorder file
   * @param question the question about sizes of pools
   * @param progress receives, now and then, the number of events read
   * @return the report
   * @throws RecordingException if the file is missing or damaged, or has neither dispatches nor
   *     blocks nor regions nor flows in it
   */
  public static RunReport read(
      String name, String program, Path recording, Advice.Question question, LongConsumer progress)
      throws RecordingException {
    Recorded recorded = Recorded.read(recording, progress);
    boolean hasBlocks = recorded.targets.values().stream().anyMatch(one -> one.blocks() > 0);
    boolean hasRegions = !recorded.measurement.regions().isEmpty();
    boolean hasFlows = !recorded.flows.isEmpty();
    if (recorded.dispatches.isEmpty() && !hasBlocks && !hasRegions && !hasFlows) {
      throw RecordingException.withoutEvents(recording);
    }
    LatencyReport latency = null;
    Optional<String> loop = loop(recorded);
    if (loop.isPresent()) {
      latency =
          LatencyReport.of(loop.get(), recorded.dispatches.get(loop.get()), recorded.samples());
    }
    Measurement measurement = recorded.measurement;
    if (measurement.labels().isEmpty() && !hasRegions) {
      return new RunReport(name, program, recorded, latency, null, null, "");
    }
    try {
      Advice advice = Advice.on(measurement, question);
      return new RunReport(name, program, recorded, latency, measurement, advice, "");
    } catch (IllegalArgumentException e) {
      return new RunReport(name, program, recorded, latency, measurement, null, e.getMessage());
    }
  }

  private static Optional<String> loop(Recorded recorded) {
    return FAVOURITE_LOOPS.stream()
        .filter(recorded.dispatches::containsKey)
        .findFirst()
        .or(() ->
            recorded.dispatches.entrySet().stream()
                .max(Map.Entry.comparingByValue((a, b) -> a.size() - b.size()))
                .map(Map.Entry::getKey));
  }

  /**
   * The name of the run.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /** The program that was run. */
  String program() {
    return program;
  }

  /** The content of the recording. */
  Recorded recorded() {
    return recorded;
  }

  /** The slowest requests, slowest first. */
  List<Request> requests() {
    return recorded.requests;
  }

  /**
   * The report on how long a user waited.
   *
   * @return the report; empty if no loop was recorded
   */
  public Optional<LatencyReport> latency() {
    return Optional.ofNullable(latency);
  }

  /**
   * The measured figures of the handlers.
   *
   * @return nothing if neither a block nor a region ended
   */
  public Optional<Measurement> measurement() {
    return Optional.ofNullable(measurement);
  }

  /**
   * The advice on how many threads the handlers should get.
   *
   * @return empty if there is no block on a pool to plan for, or the cores cannot carry the load
   */
  public Optional<Advice> advice() {
    return Optional.ofNullable(advice);
  }

  /** The reason why there is no advice although there are handlers; else empty. */
  String whyNoAdvice() {
    return whyNoAdvice;
  }

  /** The span that is shown: a user's session, or from the first block to the last. */
  Span whole() {
    if (latency != null) {
      return latency.session();
    }
    Optional<Span> ended = recorded.measurement.span();
    long start = ended.map(Span::start).orElse(Long.MAX_VALUE);
    long end = ended.map(Span::end).orElse(Long.MIN_VALUE);
    for (Activity one : recorded.targets.values()) {
      if (one.blocks() > 0) {
        start = Math.min(start, one.span().start());
        end = Math.max(end, one.span().end());
      }
    }
    // A recording of flows alone has no timeline.
    return start <= end ? new Span(start, end) : new Span(0, 0);
  }
}
