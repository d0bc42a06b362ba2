package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real browser without a window, for tests of what only a browser can show of a page. */
public final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final List<String> OPTIONS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--virtual-time-budget=20000",
          "--dump-dom");
  private static final int LIMIT_MINUTES = 5;

  private Browser() {}

  /**
   * Opens a page, lets its scripts run, and finds a text in the resulting document.
   *
   * @param page the page's address
   * @param wanted the text; its first group is returned
   * @param profile a folder for the browser's own files
   */
  public static String find(URI page, Pattern wanted, Path profile)
      throws IOException, InterruptedException {
    Path document = profile.resolve("document.html");
    Path errors = profile.resolve("errors");
    List<String> command = new ArrayList<>(List.of(program()));
    command.addAll(OPTIONS);
    command.add("--user-data-dir=" + profile.resolve("user"));
    command.add(page.toString());
    Process browser =
        new ProcessBuilder(command)
            .redirectError(errors.toFile())
            .redirectOutput(document.toFile())
            .start();
    try {
      assertTrue(
          browser.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES),
          "the browser has not ended within " + LIMIT_MINUTES + " minutes");
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly();
    }
    String text = Files.readString(document);
    Matcher matcher = wanted.matcher(text);
    if (!matcher.find()) {
      throw new AssertionError(
          page + " has no " + wanted + "; the browser said: " + Files.readString(errors) + text);
    }
    return matcher.group(1);
  }

  private static String program() {
    for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
      for (String name : NAMES) {
        Path program = Path.of(folder, name);
        if (Files.isExecutable(program)) {
          return program.toString();
        }
      }
    }
    throw new AssertionError(
        "this test needs a browser, and none of "
            + String.join(", ", NAMES)
            + " is on the PATH; apt-get install chromium");
  }
}
