package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo's application under its scripted user: paper 2's Listing 3 as a whole program. */
@Timeout(240)
class PhotosTest {
  private static final Pattern RESULT =
      Pattern.compile("searches=4, thumbnails=(\\d+), cancelled=(\\d+), failed=0, inputs=.*\n");

  @TempDir Path classes;

  @Test
  void sequentially_everySearchRunsToItsEnd_andCancelComesTooLate() throws Exception {
    Matcher result = scriptedRun(true);
    assertTrue(result.group(2).equals("0"), result.group());
  }

  @Test
  void withHocket_cancelWorksInTheMiddleOfASearch() throws Exception {
    Matcher result = scriptedRun(false);
    assertTrue(Integer.parseInt(result.group(1)) > 0, result.group());
    assertTrue(Integer.parseInt(result.group(2)) > 0, result.group());
  }

  private Matcher scriptedRun(boolean sequential) throws Exception {
    Programs.compile(
        Programs.sourcesIn(Programs.ROOT.resolve("examples/photos")), classes, sequential);
    String said = Programs.run(classes, "photos.Main", "--script", "--headless");
    Matcher result = RESULT.matcher(said);
    assertTrue(result.matches(), said);
    return result;
  }
}
