package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Drain;
import dev.hocket.core.Eventually;
import dev.hocket.core.Span;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.report.ReportPage;
import dev.hocket.plan.report.RunReport;
import dev.hocket.plan.requests.OtlpExport;
import dev.hocket.plan.requests.Part;
import dev.hocket.plan.requests.Request;
import dev.hocket.plan.requests.RequestLog;
import dev.hocket.plan.requests.TimeBar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

/** Reads the requests of a program that core has recorded. */
class RecordedRequestsTest {
  private static final String REMOTE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @TempDir static Path folder;
  private static Path recording;

  /** The header that the block "slow" passes on. */
  private static String header;

  private static final CountDownLatch GATE = new CountDownLatch(1);

  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("run.jfr");
    Worker worker = Targets.create("requests", 2);
    try (Recording jfr = new Recording()) {
      for (String type : List.of("Block", "Process", "Wait", "Program", "Target")) {
        jfr.enable("dev.hocket." + type);
      }
      jfr.enable("dev.hocket.UnfinishedBlock");
      jfr.enable("dev.hocket.UnfinishedProcess");
      jfr.start();
      for (int i = 0; i < 60; i++) {
        worker.call("quick", () -> {});
      }
      Span request = Span.request("GET /<slow>", REMOTE);
      worker.call(
          "Slow.java:12",
          () -> {
            header = Span.traceparent();
            spin(5);
            Span sender = Span.current();
            Thread server =
                new Thread(
                    Span.process(
                        () -> "server",
                        () -> {
                          sender.reached("receive from channel orders", 2_000_000);
                          spin(3);
                        }));
            server.start();
            server.join();
          });
      request.close();
      worker.call("Table.of:99999999999999999999", () -> {});
      try (Span _ = Span.request("Table.of:3", null)) {
        spin(1);
      }
      // No part of a request hands this block over, but a block has: the drain.
      new Drain(
              worker,
              "free",
              1,
              most -> {
                worker.execute("of a drain", () -> {});
                return 0;
              })
          .submit();
      Eventually.holds(() -> !worker.isBusy());
      worker.execute("Hangs.java:3", GATE::await);
      Eventually.holds(() -> worker.queued() == 0);
      spin(2);
      jfr.stop();
      jfr.dump(recording);
    } finally {
      GATE.countDown();
    }
    worker.shutdown(Duration.ofMinutes(2));
  }

  private static void spin(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static List<Request> slowest(int count) throws RecordingException {
    RequestLog log = new RequestLog();
    RecordingReader.read(recording, log::add);
    return log.slowest(recording, count);
  }

  @Test
  void theSlowest_comeFirst_withTheirParts() throws Exception {
    List<Request> all = slowest(50);
    assertEquals(50, all.size());
    for (int i = 1; i < all.size(); i++) {
      assertTrue(all.get(i).span().length() <= all.get(i - 1).span().length());
    }
    Request slow = named(all, "GET /<slow>");
    assertEquals(
        List.of("GET /<slow>", "Slow.java:12", "server"),
        slow.parts().stream().map(Part::name).toList());
    assertEquals(List.of(0, 1, 2), slow.depths());
    Part hangs = named(all, "Hangs.java:3").first();
    assertEquals("unfinished", hangs.outcome());
    long sum = TimeBar.of(slow).stream().mapToLong(TimeBar.Piece::nanos).sum();
    assertEquals(slow.span().length(), sum);
  }

  private static Request named(List<Request> all, String first) {
    return all.stream()
        .filter(request -> request.first().name().equals(first))
        .findAny()
        .orElseThrow(() -> new AssertionError(first + " in " + all));
  }

  @Test
  void thePage_showsThem() throws Exception {
    Advice.Question question = new Advice.Question(2, Goal.MEAN, .9, Map.of());
    RunReport run = RunReport.read("run", "run", recording, question, events -> {});
    Path page = folder.resolve("page.html");
    ReportPage.write(page, "requests", List.of(), List.of(run), Duration.ofMillis(100));
    String html = Files.readString(page);
    assertTrue(html.contains("Slowest requests of run"), html);
    assertTrue(html.contains("GET /&lt;slow&gt;"), html);
    assertFalse(html.contains("<slow>"), html);
    assertTrue(html.contains("Slow.java:12 on requests"), html);
    assertEquals(50, html.split("<summary>").length - 1);
    assertFalse(html.contains(" at -"), html);
  }

  @Test
  void exportedSpans_haveTheIdsThatTheProgramPassesOn() throws Exception {
    List<String> messages = new ArrayList<>();
    OtlpExport export = OtlpExport.of(recording);
    long written = export.write("a service", messages::add);
    assertEquals(65, export.requests());
    List<Map<String, Object>> spans = new ArrayList<>();
    for (String message : messages) {
      spans.addAll(OtlpSchema.spans(JSON.std.mapFrom(message), "a service"));
    }
    assertEquals(written, spans.size());
    Set<Object> ids = new HashSet<>();
    spans.forEach(span -> assertTrue(ids.add(span.get("spanId")), span::toString));
    ids.add("b7ad6b7169203331"); // the part of another program
    for (Map<String, Object> span : spans) {
      Object parent = span.get("parentSpanId");
      assertTrue(parent == null || ids.contains(parent), span::toString);
    }
    for (String name : List.of("Table.of:99999999999999999999", "Table.of:3")) {
      Map<String, Object> attributes = OtlpSchema.attributes(span(spans, name));
      assertFalse(attributes.containsKey("code.line.number"), attributes::toString);
    }
    Map<String, Object> root = span(spans, "GET /<slow>");
    assertEquals("0af7651916cd43dd8448eb211c80319c", root.get("traceId"));
    assertEquals("b7ad6b7169203331", root.get("parentSpanId"));
    assertEquals(2, root.get("kind"));
    Map<String, Object> slow = span(spans, "Slow.java:12");
    assertEquals(root.get("traceId"), slow.get("traceId"));
    assertEquals(root.get("spanId"), slow.get("parentSpanId"));
    assertEquals("00-" + slow.get("traceId") + "-" + slow.get("spanId") + "-01", header);
    assertEquals("12", OtlpSchema.attributes(slow).get("code.line.number"));
    assertTrue(
        spans.stream()
            .anyMatch(span ->
                "waits for block Slow.java:12".equals(span.get("name"))
                    && root.get("spanId").equals(span.get("parentSpanId"))),
        spans::toString);
    assertEquals(
        "unfinished", OtlpSchema.attributes(span(spans, "Hangs.java:3")).get("hocket.outcome"));
  }

  private static Map<String, Object> span(List<Map<String, Object>> spans, String name) {
    return spans.stream().filter(span -> name.equals(span.get("name"))).findAny().orElseThrow();
  }

  @Test
  void anExceptionOfTheSink_isThrownUnchanged() throws Exception {
    IOException full = new IOException("full");
    OtlpExport export = OtlpExport.of(recording);
    assertEquals(
        full,
        assertThrows(
            IOException.class,
            () ->
                export.write(
                    "s",
                    json -> {
                      throw full;
                    })));
  }
}
