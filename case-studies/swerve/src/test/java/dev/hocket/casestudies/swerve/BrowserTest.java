package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A page with all that belongs to one, in a real browser. Part of {@code ./check --long}. */
@Timeout(120)
class BrowserTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><link rel="stylesheet" href="style.css?v=1"></head>
      <body><img id="image" src="dir/picture%20%E2%82%AC.png">
      <script type="module" src="script.js"></script></body></html>
      """;

  /** Looks at everything as the browser sees it, and leaves what it has seen in the title. */
  private static final String SCRIPT =
      """
      const seen = [];
      async function look(name, what) {
        try { seen.push(name + "=" + await what()); } catch (e) { seen.push(name + " failed: " + e); }
      }
      const image = document.getElementById("image");
      await look("image", async () => { await image.decode(); return image.naturalWidth; });
      await look("style", () => getComputedStyle(document.body).color);
      await look("none", async () => (await fetch("none")).status);
      await look("range", async () => {
        const part = await fetch("large.txt", { headers: { Range: "bytes=5-9" } });
        return part.status + " " + await part.text();
      });
      await look("again", async () => {
        await fetch("large.txt");
        const again = await fetch("large.txt", { cache: "no-cache" });
        return again.status + " " + (await again.text()).length;
      });
      await look("at once", async () => {
        const all = await Promise.all([...Array(30).keys()].map(i => fetch("large.txt?" + i)));
        const lengths = await Promise.all(all.map(async one => (await one.text()).length));
        return lengths.reduce((a, b) => a + b);
      });
      document.title = seen.join("; ");
      """;

  @TempDir Path root;
  @TempDir Path profile;

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aPage_isShownWithItsStyleImageAndScript(Kind kind) throws Exception {
    try (Site site = new Site(kind, root)) {
      site.write("index.html", PAGE.getBytes(StandardCharsets.UTF_8));
      site.write("style.css", "body { color: rgb(1, 2, 3) }".getBytes(StandardCharsets.UTF_8));
      site.write("script.js", SCRIPT.getBytes(StandardCharsets.UTF_8));
      site.write("dir/picture \u20ac.png", picture());
      site.write("large.txt", "0123456789".repeat(20_000).getBytes(StandardCharsets.UTF_8));
      assertEquals(
          "image=7; style=rgb(1, 2, 3); none=404; range=206 56789; again=200 200000;"
              + " at once=6000000",
          titleOf("http://127.0.0.1:" + site.port() + "/"));
    }
  }

  private static byte[] picture() throws IOException {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    assertTrue(ImageIO.write(new BufferedImage(7, 5, BufferedImage.TYPE_INT_RGB), "png", png));
    return png.toByteArray();
  }

  private String titleOf(String page) throws IOException, InterruptedException {
    Path shown = profile.resolve("shown.html");
    Process browser =
        new ProcessBuilder(
                browser(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile.resolve("user"),
                "--virtual-time-budget=20000",
                "--dump-dom",
                page)
            .redirectError(profile.resolve("errors").toFile())
            .redirectOutput(shown.toFile())
            .start();
    try {
      assertTrue(browser.waitFor(60, TimeUnit.SECONDS), "the browser has not ended within 60 s");
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly();
    }
    Matcher title = Pattern.compile("<title>(.*)</title>").matcher(Files.readString(shown));
    assertTrue(
        title.find(),
        () -> "no title; the browser said: " + read(profile.resolve("errors")) + read(shown));
    return title.group(1);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String browser() {
    for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
      for (String name : BROWSERS) {
        Path program = Path.of(folder, name);
        if (Files.isExecutable(program)) {
          return program.toString();
        }
      }
    }
    throw new AssertionError(
        "this test needs a browser, and none of "
            + String.join(", ", BROWSERS)
            + " is on the PATH; apt-get install chromium");
  }
}
