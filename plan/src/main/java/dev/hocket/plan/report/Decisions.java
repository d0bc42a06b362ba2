package dev.hocket.plan.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The latest decisions of a tuner to change the size of a target, or to refuse to, and their part
 * of the page. Decisions that keep a size are left out.
 */
final class Decisions {
  static final String EVENT = "dev.hocket.Tuning";

  private static final int MOST = 30;

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);

  private final PriorityQueue<One> latest = new PriorityQueue<>(Comparator.comparing(One::time));

  private record One(Instant time, String target, String change, String reason) {}

  void add(RecordedEvent event) {
    String action = event.getString("action");
    if (action.equals("keep")) {
      return;
    }
    int from = event.getInt("from");
    int to = event.getInt("to");
    String change =
        action.equals("refuse")
            ? "refused to change " + from
            : from + " to " + to + (event.getBoolean("dryRun") ? ", dry run" : "");
    latest.add(
        new One(
            event.getStartTime(), event.getString("target"), change, event.getString("reason")));
    if (latest.size() > MOST) {
      latest.poll();
    }
  }

  /** Writes the part of the page; empty if there was no decision. */
  static String of(RunReport run) {
    List<One> all =
        run.recorded().decisions.latest.stream()
            .sorted(Comparator.comparing(One::time).reversed())
            .toList();
    if (all.isEmpty()) {
      return "";
    }
    Html html = new Html().heading("How " + run.name() + " was tuned");
    html.raw("<div class=\"decisions\">\n").beginTable("at", "target", "threads", "reason");
    for (One one : all) {
      html.row(
          "",
          one.time().atZone(ZoneId.systemDefault()).format(CLOCK),
          one.target(),
          one.change(),
          one.reason());
    }
    return html.endTable()
        .raw("</div>\n")
        .muted("The latest decisions of Tuning but those to keep a size, the last one first.")
        .toString();
  }
}
