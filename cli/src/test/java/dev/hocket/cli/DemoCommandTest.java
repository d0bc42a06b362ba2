package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo command on test applications; the tests of examples/photos test that application. */
class DemoCommandTest {
  @TempDir Path folder;

  /** Makes {@code folder} look like the repository, with a program as examples/photos. */
  private List<String> repositoryWith(String main) throws IOException {
    Path photos = Files.createDirectories(folder.resolve("examples/photos"));
    Files.writeString(photos.resolve("Main.java"), main);
    return List.of("-Dhocket.root=" + folder, "-Djava.awt.headless=true");
  }

  @Test
  void bothRuns_areComparedInATableAndAPage() throws Exception {
    List<String> flags =
        repositoryWith(
            """
            import java.awt.EventQueue;
            import java.awt.Label;
            import java.awt.Toolkit;
            import java.awt.event.KeyEvent;
            import javax.swing.JLabel;

            class Main {
              static volatile boolean recorded;

              public static void main(String[] arguments) throws Exception {
                while (!recorded) {
                  EventQueue.invokeAndWait(Main::look);
                }
                long now = System.currentTimeMillis();
                Toolkit.getDefaultToolkit().getSystemEventQueue().postEvent(
                    new KeyEvent(new JLabel(), KeyEvent.KEY_PRESSED, now, 0, KeyEvent.VK_A, 'a'));
                EventQueue.invokeAndWait(() -> {});
                System.out.println("own figure: 7 ms");
                System.out.println(String.join(" ", arguments));
              }

              static void look() {
                for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
                  recorded |= frame.getClassName().startsWith("dev.hocket.core.");
                }
              }
            }
            """);
    ChildRun demo = demo(flags, "--seed", "7");
    assertEquals("", demo.err());
    assertEquals(0, demo.exitCode());
    Path page = folder.resolve("target/demo/latency.html");
    List<String> lines = demo.out().lines().toList();
    assertEquals("examples/photos, by a scripted user, headless (no display)", lines.get(0));
    assertEquals("  sequential  --script --seed 7 --headless", lines.get(1));
    assertEquals("  Hocket      --script --seed 7 --headless", lines.get(2));
    assertTrue(lines.stream().anyMatch(line -> line.matches("user inputs +1 +1")), demo.out());
    assertTrue(lines.stream().anyMatch(line -> line.matches("own figure +7 ms +7 ms")), demo.out());
    assertEquals("The whole distribution: " + page, lines.getLast());
    String text = Files.readString(page);
    assertTrue(text.startsWith("<!DOCTYPE html>"));
    assertTrue(text.contains("<title>How long the user of examples/photos waits, "), text);
    assertTrue(text.contains("<p>A scripted user, headless (no display), seed 7: "), text);
    assertTrue(text.contains("<p>sequential: --script --seed 7 --headless</p>"), text);
    assertTrue(text.contains("<p>Hocket: --script --seed 7 --headless</p>"), text);
  }

  @Test
  void failingRun_isShownWithItsLastLines() throws Exception {
    List<String> flags = repositoryWith("void main() { IO.println(\"almost\"); System.exit(3); }");
    assertEquals(
        new ChildRun(
            1,
            "examples/photos, by a scripted user, headless (no display)\n"
                + "  sequential  failed\n",
            "hocket: the run 'sequential' of examples/photos ended with exit code 3; the end of "
                + folder.resolve("target/demo/sequential.log")
                + ":\nalmost\n"),
        demo(flags));
  }

  @Test
  void runWithoutEvents_isRefused() throws Exception {
    ChildRun demo = demo(repositoryWith("void main() {}"));
    assertEquals(1, demo.exitCode());
    assertTrue(demo.err().startsWith("hocket: "), demo.err());
    assertTrue(demo.err().contains("sequential.jfr"), demo.err());
  }

  @Test
  void guiWithoutDisplay_isRefused() throws Exception {
    assertEquals(
        new ChildRun(
            2,
            "",
            "hocket: demo --gui needs a display, and there is none; 'hocket doctor' says more\n"),
        demo(repositoryWith("void main() {}"), "--gui"));
  }

  @Test
  void folderThatCannotBeMade_isRefused() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Invocation demo = Invocation.of("demo", "--out", file.resolve("out").toString());
    assertEquals(ExitCode.BAD_INPUT, demo.exitCode());
    assertTrue(
        demo.err().startsWith("hocket: cannot create the folder " + file.resolve("out")),
        demo.err());
  }

  @Test
  void seedThatIsNotANumber_isRefused() {
    assertRefused(
        "hocket: invalid value for option '--seed': 'abc' is not a whole number of at most 18 digits,"
            + " such as 7\nTry: hocket demo --help\n",
        "demo",
        "--seed",
        "abc");
  }

  @Test
  void missingApplication_isRefused() throws Exception {
    List<String> flags = List.of("-Dhocket.root=" + folder, "-Djava.awt.headless=true");
    ChildRun demo = demo(flags);
    assertEquals(2, demo.exitCode());
    assertEquals("hocket: there is no examples/photos in " + folder + "\n", demo.err());
  }

  private ChildRun demo(List<String> flags, String... arguments) throws Exception {
    String[] all = new String[arguments.length + 1];
    all[0] = "demo";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return ChildRun.in(folder, flags, all);
  }
}
