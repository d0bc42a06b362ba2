package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Browser;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A page with all its resources in a real browser. Part of {@code ./check --long}. */
@Timeout(600)
class BrowserTest {
  private static final Pattern TITLE = Pattern.compile("<title>(.*)</title>");

  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><link rel="stylesheet" href="style.css?v=1"></head>
      <body><img id="image" src="dir/picture%20%E2%82%AC.png">
      <script type="module" src="script.js"></script></body></html>
      """;

  /**
   * A script that inspects everything as the browser sees it, and writes the result into the title.
   */
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
          Browser.find(URI.create("http://127.0.0.1:" + site.port() + "/"), TITLE, profile));
    }
  }

  private static byte[] picture() throws IOException {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    assertTrue(ImageIO.write(new BufferedImage(7, 5, BufferedImage.TYPE_INT_RGB), "png", png));
    return png.toByteArray();
  }
}
