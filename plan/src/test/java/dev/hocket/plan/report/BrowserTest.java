package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.Recordings;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a million events in a real browser. Part of {@code ./check --long}. */
@Timeout(300)
class BrowserTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
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
    // The loop, the worker, and three handlers.
    assertEquals(5, chartsDrawn(page));
  }

  private int chartsDrawn(Path page) throws Exception {
    Path shown = folder.resolve("shown.html");
    Process browser =
        new ProcessBuilder(
                browser(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--user-data-dir=" + folder.resolve("user"),
                "--virtual-time-budget=10000",
                "--dump-dom",
                page.toUri().toString())
            .redirectError(folder.resolve("errors").toFile())
            .redirectOutput(shown.toFile())
            .start();
    try {
      assertTrue(browser.waitFor(60, TimeUnit.SECONDS), "the browser has not ended within 60 s");
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly();
    }
    Matcher drawn = Pattern.compile("data-drawn=\"(\\d+)\"").matcher(Files.readString(shown));
    assertTrue(drawn.find(), Files.readString(folder.resolve("errors")));
    return Integer.parseInt(drawn.group(1));
  }

  private static String browser() {
    for (String path : System.getenv("PATH").split(File.pathSeparator)) {
      for (String name : BROWSERS) {
        if (Files.isExecutable(Path.of(path, name))) {
          return Path.of(path, name).toString();
        }
      }
    }
    throw new AssertionError(
        "this test needs a browser, and none of " + BROWSERS + " is on the PATH");
  }
}
