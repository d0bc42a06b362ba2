package dev.hocket.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What asynchronous events make of mailboxes and multicast channels stays small. In ML the paper
 * has 70 and 60 lines; they are counted as those of Swerve are.
 */
class LinesTest {
  @Test
  void mailbox_hasFewerLinesThanThePapers() throws Exception {
    assertLines(70, "Mailbox");
  }

  /**
   * It also ends, with or without a failure, and forgets listeners that the program has dropped.
   */
  @Test
  void multicast_hasAtMostTwoAndAHalfTimesThePapers() throws Exception {
    assertLines(150, "Multicast");
  }

  private static void assertLines(int most, String type) throws IOException, InterruptedException {
    Process counting =
        new ProcessBuilder(
                Programs.ROOT.resolve("examples/swerve/code-lines").toString(),
                Programs.ROOT + "/events/src/main/java/dev/hocket/events/" + type + ".java")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long lines = counting.inputReader().lines().count();
    assertTrue(counting.waitFor(30, TimeUnit.SECONDS) && counting.exitValue() == 0);
    assertTrue(0 < lines && lines <= most, type + " has " + lines + " lines, more than " + most);
  }
}
