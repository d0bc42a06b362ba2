package dev.hocket.examples.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The claim that hardly a line differs, checked. */
class DifferingLinesTest {

  @Test
  @Timeout(60)
  void atMostTwoInAHundredLines_differBetweenTheVersions()
      throws IOException, InterruptedException {
    Path script = Path.of(System.getProperty("hocket.root"), "examples/swerve/differing-lines");
    Process counting = new ProcessBuilder(script.toString()).redirectErrorStream(true).start();
    String table = counting.inputReader().readAllAsString();
    assertTrue(counting.waitFor(30, TimeUnit.SECONDS));
    assertEquals(0, counting.exitValue(), table);
    for (String module : new String[] {"Listening", "FileProcessing", "NetworkProcessing"}) {
      assertTrue(table.contains(module + " "), table);
    }
    assertTrue(table.matches("(?s).*\\d\\.\\d % of the server with its HTTP module.*"), table);
  }
}
