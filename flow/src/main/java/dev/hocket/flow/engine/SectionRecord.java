package dev.hocket.flow.engine;

import dev.hocket.flow.graph.Graph;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.StackTrace;

/**
 * The event in a recording for each section of each flow, every second while the flow runs: how
 * fast packets begin, and which section they wait for.
 */
final class SectionRecord {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Map<Execution, SectionRecord> RUNS = new ConcurrentHashMap<>();

  private final String flow;
  private final Execution run;
  private final Map<Section, Long> busyBefore = new HashMap<>();
  private long before = System.nanoTime();
  private long packetsBefore;
  private long heldBefore;

  private SectionRecord(String flow, Execution run) {
    this.flow = flow;
    this.run = run;
  }

  /** Records a run that has begun, if it has a source. */
  static void begin(Graph graph, Execution run) {
    if (FunctionRecord.isThere() && graph.hasSource()) {
      Hooks.install();
      RUNS.put(run, new SectionRecord(graph.name(), run));
    }
  }

  static void end(Execution run) {
    RUNS.remove(run);
  }

  private static void writeAll() {
    RUNS.values().forEach(SectionRecord::write);
  }

  private synchronized void write() {
    long now = System.nanoTime();
    double nanos = Math.max(1, now - before);
    long packets = run.admitted();
    long held = run.heldNanos();
    Deployment deployed = run.deployed();
    Section busiest = null;
    double most = 0;
    Map<Section, Double> shares = new HashMap<>();
    for (Section section : deployed.sections()) {
      long busy = section.busyNanos();
      double share = Math.min(1, (busy - busyBefore.getOrDefault(section, 0L)) / nanos);
      shares.put(section, share);
      busyBefore.put(section, busy);
      if (share > most) {
        most = share;
        busiest = section;
      }
    }
    busyBefore.keySet().retainAll(deployed.sections());
    for (Section section : deployed.sections()) {
      SectionEvent event = new SectionEvent();
      event.flow = flow;
      event.section = section.name.substring(flow.length() + ": ".length());
      event.packets = packets;
      event.rate = (packets - packetsBefore) * NANOS_PER_SECOND / nanos;
      event.busy = shares.get(section).floatValue();
      event.queued = section.queued();
      event.limits = section == busiest;
      event.held = (float) Math.clamp((held - heldBefore) / nanos, 0, 1);
      event.commit();
    }
    before = now;
    packetsBefore = packets;
    heldBefore = held;
  }

  /** The recorder's hooks: loaded only if recordings are possible, idle until one runs. */
  private static final class Hooks implements FlightRecorderListener {
    private static final AtomicBoolean INSTALLED = new AtomicBoolean();
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    static void install() {
      if (INSTALLED.compareAndSet(false, true)) {
        FlightRecorder.addListener(new Hooks());
        if (FlightRecorder.isInitialized()
            && FlightRecorder.getFlightRecorder().getRecordings().stream()
                .anyMatch(recording -> recording.getState() == RecordingState.RUNNING)) {
          record();
        }
      }
    }

    @Override
    public void recordingStateChanged(Recording recording) {
      if (recording.getState() == RecordingState.RUNNING) {
        record();
      }
    }

    private static void record() {
      if (BEGUN.compareAndSet(false, true)) {
        FlightRecorder.addPeriodicEvent(SectionEvent.class, SectionRecord::writeAll);
      }
    }
  }

  @Name("dev.hocket.Section")
  @Label("Section of a Flow")
  @Category("Hocket")
  @Description("The work of a section of a flow since the last event")
  @Period("1 s")
  @StackTrace(false)
  static final class SectionEvent extends Event {
    @Label("Flow")
    String flow;

    @Label("Section")
    @Description("The ids of its calls")
    String section;

    @Label("Packets")
    @Description("How many have begun in the run")
    long packets;

    @Label("Rate")
    @Description("How many packets have begun in a second")
    @Frequency
    double rate;

    @Label("Busy")
    @Description("The share of the time in which the section had packets")
    @Percentage
    float busy;

    @Label("Queued")
    @Description("How many packets wait for the section")
    int queued;

    @Label("Limits")
    @Description("Whether it is the busiest section, for which the others wait")
    boolean limits;

    @Label("Held")
    @Description("The share of the time in which no packet could begin: too many were in flight")
    @Percentage
    float held;
  }
}
