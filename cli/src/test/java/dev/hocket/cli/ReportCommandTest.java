package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir static Path folder;
  private static String recording;

  @BeforeAll
  static void record() throws Exception {
    Files.writeString(
        folder.resolve("Work.java"),
        """
        public class Work {
          static int done;

          public static void main(String[] arguments) {
            for (int i = 0; i < 20; i++) {
              //#omp target virtual(worker) await
              done++;
            }
          }
        }
        """);
    assertEquals(
        new ChildRun(0, "", ""), ChildRun.in(folder, "run", "--record", "work.jfr", "Work.java"));
    recording = folder.resolve("work.jfr").toString();
  }

  @Test
  void page_isWrittenBesideTheRecording_orToTheNamedFile() throws Exception {
    Invocation beside = Invocation.of("report", recording);
    assertEquals(new Invocation(0, folder.resolve("work.html") + "\n", ""), beside);
    Path named = folder.resolve("new/page.html");
    Invocation.of("report", recording, recording, "--output", named.toString());
    String page = Files.readString(named);
    assertTrue(page.startsWith("<!DOCTYPE html>"), page);
    assertTrue(page.contains("<title>work.jfr, work.jfr</title>"), page);
    assertTrue(page.contains("1 Work.java:6"), page);
  }

  @Test
  void fileThatIsNotARecording_isRefused() {
    Invocation.assertRefused(
        "hocket: none.jfr does not exist. To record: hocket run --record none.jfr PROGRAM\n",
        "report",
        "none.jfr");
  }

  @Test
  void pageThatCannotBeWritten_isRefused() {
    Invocation report = Invocation.of("report", recording, "-o", recording + "/page.html");
    assertEquals(ExitCode.BAD_INPUT, report.exitCode());
    assertTrue(report.err().startsWith("hocket: cannot write "), report.err());
    Invocation root = Invocation.of("report", recording, "-o", "/");
    assertEquals("hocket: cannot write /: it is a folder\n", root.err());
  }

  @Test
  void pageOverARecording_isRefused() throws Exception {
    byte[] before = Files.readAllBytes(Path.of(recording));
    Invocation report = Invocation.of("report", recording, "-o", recording);
    assertEquals(ExitCode.BAD_INPUT, report.exitCode());
    assertEquals(
        "hocket: the page would overwrite the recording " + recording + "\n", report.err());
    assertArrayEquals(before, Files.readAllBytes(Path.of(recording)));
  }

  @Test
  void recordingsOfTheSameName_areDistinguishedByTheirPaths() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other")).resolve("work.jfr");
    Files.copy(Path.of(recording), other);
    Path page = folder.resolve("both.html");
    Invocation.of("report", recording, other.toString(), "-o", page.toString());
    String title = "<title>" + recording + ", " + other + "</title>";
    assertTrue(Files.readString(page).contains(title), title);
  }
}
