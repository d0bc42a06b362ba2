package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Browser;
import dev.hocket.plan.Recordings;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a million events in a real browser. Part of {@code ./check --long}. */
@Timeout(600)
class BrowserTest {
  private static final Pattern DRAWN = Pattern.compile("data-drawn=\"(\\d+)\"");
  private static final int EVENTS = 1_000_000;
  private static final int MOST_BYTES = 5_000_000;

  @TempDir Path folder;

  @Test
  void millionEvents_areAPageThatIsSmall_andIsDrawn() throws Exception {
    Path recording =
        Recordings.record(
            folder.resolve("run.jfr"),
            () -> {
              Recordings.target("worker", "worker", 2);
              Recordings.input(5, () -> {});
              for (int i = 0; i < EVENTS; i++) {
                Recordings.block("A.java:" + i % 3, "worker", false, () -> {});
              }
            });
    Advice.Question question = new Advice.Question(8, Goal.MEAN, .9, Map.of());
    RunReport run = RunReport.read("run", "run", recording, question, events -> {});
    assertEquals(EVENTS, run.recorded().targets.get("worker").blocks());
    Path page = folder.resolve("page.html");
    ReportPage.write(page, "a million events", List.of(), List.of(run), Duration.ofMillis(100));
    assertTrue(Files.size(page) < MOST_BYTES, Files.size(page) + " bytes");
    // The lanes are the loop, the worker, and three handlers.
    assertEquals("5", Browser.find(page.toUri(), DRAWN, folder));
  }
}
