package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import org.HdrHistogram.Histogram;

/** Writes the part of a page about the sections of flows. */
final class FlowSection {
  /** The event that a flow writes for each of its sections, every second. */
  static final String EVENT = "dev.hocket.Section";

  private static final double PERCENT = 100;

  private FlowSection() {}

  /** The recorded work of one section. */
  static final class Seen {
    private int events;
    private int limited;
    private double rate;
    private double busy;
    private double held;
    private final Histogram queued = new Histogram(3);

    private void add(RecordedEvent event) {
      events++;
      limited += event.getBoolean("limits") ? 1 : 0;
      rate += event.getDouble("rate");
      busy += event.getFloat("busy");
      held += event.hasField("held") ? event.getFloat("held") : Double.NaN;
      queued.recordValue(Math.max(0, event.getInt("queued")));
    }
  }

  /** Adds an event to the recorded work, by flow and by section. */
  static void add(RecordedEvent event, Path recording, Map<String, Map<String, Seen>> flows)
      throws RecordingException {
    RecordingReader.requireFields(
        event, recording, "flow", "section", "rate", "busy", "queued", "limits");
    flows
        .computeIfAbsent(event.getString("flow"), any -> new LinkedHashMap<>())
        .computeIfAbsent(event.getString("section"), any -> new Seen())
        .add(event);
  }

  /** Writes the tables of a run; empty if no flow was recorded. */
  static String of(RunReport run) {
    Html html = new Html();
    run.recorded()
        .flows
        .forEach((flow, sections) -> {
          html.subheading("Flow " + flow)
              .beginTable("section", "packets/s", "busy", "packets that wait", "limits");
          sections.forEach((name, seen) -> html.row("", cells(name, seen).toArray(String[]::new)));
          html.endTable();
          held(sections.values()).ifPresent(html::muted);
        });
    return html.toString();
  }

  /** Says how long the flow's source was held back, unless the recording is too old to know. */
  private static Optional<String> held(Collection<Seen> sections) {
    // Each section has the same figure.
    double held = sections.stream().mapToDouble(seen -> seen.held / seen.events).max().orElse(0);
    return Double.isNaN(held)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "For %.0f %% of the time no packet could begin, because too many were in flight.",
                PERCENT * held));
  }

  private static List<String> cells(String name, Seen seen) {
    return List.of(
        name.isEmpty() ? "(no function)" : name,
        String.format(Locale.ROOT, "%,.0f", seen.rate / seen.events),
        String.format(Locale.ROOT, "%.0f %%", PERCENT * seen.busy / seen.events),
        String.format(
            Locale.ROOT, "%.0f, at most %d", seen.queued.getMean(), seen.queued.getMaxValue()),
        String.format(Locale.ROOT, "%.0f %% of the time", PERCENT * seen.limited / seen.events));
  }
}
