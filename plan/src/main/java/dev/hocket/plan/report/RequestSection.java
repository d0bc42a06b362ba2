package dev.hocket.plan.report;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.requests.Part;
import dev.hocket.plan.requests.Request;
import dev.hocket.plan.requests.TimeBar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the part of a page about the slowest requests: their ways, and where their time went. */
final class RequestSection {
  /** How many of the slowest requests a page shows. */
  static final int MOST = 50;

  private static final double WIDTH = 720;
  private static final double HEIGHT = 12;
  private static final int MOST_PIECES = 6;

  private static final String KEY =
      """
      <p class="muted keys"><span><i class="key block"></i>computing</span>
      <span><i class="key queued"></i>queued</span>
      <span><i class="key waits"></i>a thread waits</span>
      <span><i class="key suspended"></i>suspended, without a thread</span>
      <span><i class="key freeze"></i>failed, cancelled or not ended</span>
      <span><i class="key idle"></i>nothing recorded</span></p>
      <p class="muted">A request is followed from an event's dispatch, an accepted connection or a
      block that no other part hands over, until its last part has ended: through its blocks, the
      processes it spawns, the messages it sends and the packets they become. Each instant counts
      once in a bar: as computing if any part computes, else as queued, else as waiting, else as
      suspended. Waits of less than a millisecond count as computing. Point at a part for its
      times.</p>
      """;

  private RequestSection() {}

  /** Writes the section of a run; empty if no request was recorded. */
  static String of(RunReport run) {
    List<Request> requests = run.requests();
    if (requests.isEmpty()) {
      return "";
    }
    Html html = new Html().heading("Slowest requests of " + run.name()).raw(KEY);
    if (run.recorded().requestLog.hasForgotten()) {
      html.muted(
          "There were more than a million requests, so these may not be the very slowest: the times"
              + " of the faster ones were forgotten, and one that went on later counts from"
              + " there.");
    }
    if (requests.stream().anyMatch(request -> request.uncounted() > 0)) {
      html.muted(
          "Some requests had more than %,d waits: the shorter ones count as computing."
              .formatted(Request.MOST_WAITS));
    }
    Map<Request, List<TimeBar.Piece>> bars = new LinkedHashMap<>();
    requests.forEach(request -> bars.put(request, TimeBar.of(request)));
    if (requests.size() > 1) {
      List<TimeBar.Piece> all = new ArrayList<>();
      bars.values().forEach(all::addAll);
      List<TimeBar.Piece> sums = summed(all);
      html.subheading("Where the time of these " + requests.size() + " went")
          .raw(bar(sums))
          .muted(words(sums));
    }
    boolean isFirst = true;
    for (Request request : requests) {
      html.raw(isFirst ? "<details open>" : "<details>")
          .raw("<summary>" + title(run, request) + bar(bars.get(request)) + "</summary>\n")
          .muted(words(bars.get(request)))
          .raw(Waterfall.of(request))
          .raw("</details>\n");
      isFirst = false;
    }
    return html.toString();
  }

  private static String title(RunReport run, Request request) {
    Part first = request.first();
    String parts = request.parts().size() + request.more() == 1 ? "1 part" : parts(request);
    return String.format(
        Locale.ROOT,
        "<b>%s</b> %s, %s, %s%n",
        TimeText.of(request.span().length() / 1e9).replace(" ", "&nbsp;"),
        start(request.span().start() - run.whole().start()),
        Svg.escape(first.place().isEmpty() ? first.name() : first.name() + " on " + first.place()),
        parts);
  }

  /** Says when a request began; the timelines of the page begin with the first block or input. */
  private static String start(long nanos) {
    double seconds = Math.round(nanos / 1e7) / 100.0;
    return seconds < 0
        ? String.format(Locale.ROOT, "%.2f s before the timeline", -seconds)
        : String.format(Locale.ROOT, "at %.2f s", seconds);
  }

  private static String parts(Request request) {
    return String.format(Locale.ROOT, "%,d parts", request.parts().size() + request.more());
  }

  private static List<TimeBar.Piece> summed(List<TimeBar.Piece> pieces) {
    List<TimeBar.Piece> sums = new ArrayList<>();
    for (TimeBar.Use use : TimeBar.Use.values()) {
      Map<String, Long> byWhat = new LinkedHashMap<>();
      pieces.stream()
          .filter(piece -> piece.use() == use)
          .forEach(piece -> byWhat.merge(piece.what(), piece.nanos(), Long::sum));
      byWhat.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .forEach(one -> sums.add(new TimeBar.Piece(use, one.getKey(), one.getValue())));
    }
    return sums;
  }

  private static String bar(List<TimeBar.Piece> pieces) {
    Svg svg = new Svg(WIDTH, HEIGHT, words(pieces));
    double whole = Math.max(1, pieces.stream().mapToLong(TimeBar.Piece::nanos).sum());
    double x = 0;
    for (TimeBar.Piece piece : pieces) {
      double width = WIDTH * piece.nanos() / whole;
      svg.open("<g>").title(words(piece)).rect(x, 0, width, HEIGHT, style(piece.use()));
      svg.open("</g>");
      x += width;
    }
    return svg.toString();
  }

  private static String style(TimeBar.Use use) {
    return switch (use) {
      case COMPUTING -> "block";
      case QUEUED -> "queued";
      case WAITING -> "waits";
      case SUSPENDED -> "suspended";
      case ELSEWHERE -> "idle";
    };
  }

  private static String words(List<TimeBar.Piece> pieces) {
    List<String> words = new ArrayList<>();
    pieces.stream().limit(MOST_PIECES).forEach(piece -> words.add(words(piece)));
    if (pieces.size() > MOST_PIECES) {
      long others = pieces.stream().skip(MOST_PIECES).mapToLong(TimeBar.Piece::nanos).sum();
      words.add("others " + TimeText.of(others / 1e9));
    }
    return String.join(", ", words);
  }

  private static String words(TimeBar.Piece piece) {
    String use =
        switch (piece.use()) {
          case COMPUTING -> "computing";
          case QUEUED -> "queued";
          case WAITING -> "waiting for " + piece.what();
          case SUSPENDED -> "suspended for " + piece.what();
          case ELSEWHERE -> "nothing recorded";
        };
    return use + " " + TimeText.of(piece.nanos() / 1e9);
  }
}
