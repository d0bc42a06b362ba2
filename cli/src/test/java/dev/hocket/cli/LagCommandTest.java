package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.program.JavaCommand;
import dev.hocket.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hocket lag} on a program without Hocket, with its own event queue and, if there is a
 * display, a window. Its freezes count naps besides the time: while the machine stands still, time
 * passes in which the agent cannot sample a stack.
 */
class LagCommandTest {
  private static final String PROGRAM =
      """
      import java.awt.AWTEvent;
      import java.awt.EventQueue;
      import java.awt.GraphicsEnvironment;
      import java.awt.SecondaryLoop;
      import java.awt.Toolkit;
      import java.awt.event.KeyEvent;
      import java.util.concurrent.locks.LockSupport;
      import javax.swing.JFrame;
      import javax.swing.JLabel;

      public class Own {
        static class OwnQueue extends EventQueue {
          @Override
          protected void dispatchEvent(AWTEvent event) {
            super.dispatchEvent(event);
          }
        }

        static JFrame frame;

        public static void main(String[] arguments) throws Exception {
          Toolkit.getDefaultToolkit().getSystemEventQueue().push(new OwnQueue());
          if (!GraphicsEnvironment.isHeadless()) {
            EventQueue.invokeAndWait(() -> {
              frame = new JFrame();
              frame.setSize(200, 100);
              frame.setVisible(true);
            });
          }
          queue().postEvent(
              new KeyEvent(new JLabel(), KeyEvent.KEY_PRESSED, System.currentTimeMillis(), 0, 65, 'a'));
          EventQueue.invokeAndWait(() -> freeze());
          EventQueue.invokeAndWait(() -> dialog());
          try {
            EventQueue.invokeAndWait(() -> { throw new IllegalStateException("on purpose"); });
          } catch (java.lang.reflect.InvocationTargetException expected) {
          }
          EventQueue.invokeAndWait(() -> {});
          System.out.println(frame == null ? "no window" : "a window");
          System.exit(Integer.parseInt(arguments[0]));
        }

        static EventQueue queue() {
          return Toolkit.getDefaultToolkit().getSystemEventQueue();
        }

        static void freeze() {
          long end = System.nanoTime() + 400_000_000L;
          for (int naps = 0; naps < 400 || System.nanoTime() < end; naps++) {
            LockSupport.parkNanos(1_000_000);
          }
        }

        /** Dispatches other events for a second, as a modal dialog does. */
        static void dialog() {
          SecondaryLoop loop = queue().createSecondaryLoop();
          new Thread(() -> {
            LockSupport.parkNanos(1_000_000_000L);
            loop.exit();
          }).start();
          EventQueue.invokeLater(() -> {});
          loop.enter();
          save();
        }

        static void save() {
          long end = System.nanoTime() + 300_000_000L;
          for (int naps = 0; naps < 300 || System.nanoTime() < end; naps++) {
            LockSupport.parkNanos(1_000_000);
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static ChildRun run;

  @BeforeAll
  static void runTheProgram() throws Exception {
    Files.writeString(folder.resolve("Own.java"), PROGRAM);
    run = LagRun.in(folder, "-o", "lag.html", "--threshold", "200ms", "--", "Own.java", "7");
  }

  private static List<RecordedEvent> events(String type) throws Exception {
    return RecordingFile.readAllEvents(folder.resolve("lag.jfr")).stream()
        .filter(event -> event.getEventType().getName().equals("dev.hocket.lag." + type))
        .toList();
  }

  @Test
  void exitCodeAndOutput_areTheProgramsOwn() {
    assertEquals(7, run.exitCode(), run.err());
    assertTrue(
        run.out().startsWith("no window\n") || run.out().startsWith("a window\n"), run.out());
  }

  @Test
  void theFrozenCode_isShownWithTheProgramsLine_andTheDialogIsNot() {
    // Opening a window may also take long.
    List<String> episodes = run.out().lines().filter(line -> line.contains("Own.freeze")).toList();
    assertEquals(1, episodes.size(), run.out());
    assertTrue(episodes.getFirst().endsWith(": Own.freeze(Own.java:50)"), run.out());
    assertFalse(run.out().contains("Own.dialog("), run.out());
    Matcher millis = Pattern.compile("^([0-9.]+) ms").matcher(episodes.getFirst());
    assertTrue(millis.find(), run.out());
    assertTrue(Double.parseDouble(millis.group(1)) >= 400, run.out());
    assertTrue(run.out().contains("The whole of it: "), run.out());
  }

  @Test
  void workAfterADialog_isTheOuterDispatchsOwn_withItsStack() throws Exception {
    List<String> episodes = run.out().lines().filter(line -> line.contains("Own.save")).toList();
    assertEquals(1, episodes.size(), run.out());
    Matcher millis = Pattern.compile("^([0-9.]+) ms").matcher(episodes.getFirst());
    assertTrue(millis.find(), run.out());
    double own = Double.parseDouble(millis.group(1));
    List<RecordedEvent> waits = events("Idle");
    RecordedEvent dialog = dispatchAround(waits.getFirst());
    double idle =
        waits.stream().filter(each -> isIn(each, dialog)).mapToDouble(LagCommandTest::millis).sum();
    assertTrue(idle > 1, "the dialog waits for events: " + waits);
    assertTrue(
        own >= 300 && own <= millis(dialog) - idle + 1,
        "without the waits of the dialog: " + run.out());
  }

  private static RecordedEvent dispatchAround(RecordedEvent wait) throws Exception {
    return events("Dispatch").stream().filter(each -> isIn(wait, each)).findFirst().orElseThrow();
  }

  private static boolean isIn(RecordedEvent inner, RecordedEvent outer) {
    return !inner.getStartTime().isBefore(outer.getStartTime())
        && !inner.getEndTime().isAfter(outer.getEndTime());
  }

  private static double millis(RecordedEvent event) {
    return event.getDuration().toNanos() / 1e6;
  }

  /** Freezes until another process ends the program. */
  @Test
  void freezeThatHasNotEnded_isReported() throws Exception {
    Files.writeString(
        folder.resolve("Hangs.java"),
        """
        import java.awt.EventQueue;

        public class Hangs {
          public static void main(String[] arguments) {
            EventQueue.invokeLater(Hangs::hang);
          }

          /** Freezes for half a second, and ends the program during the freeze. */
          static void hang() {
            long begin = System.nanoTime();
            for (int naps = 0; naps < 500 || System.nanoTime() - begin < 500_000_000; naps++) {
              java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
            }
            System.exit(0);
          }
        }
        """);
    ChildRun hangs = LagRun.in(folder, "-o", "hangs.html", "--", "Hangs.java");
    assertEquals(0, hangs.exitCode(), hangs.err());
    assertTrue(hangs.out().contains(": Hangs.hang(Hangs.java:"), hangs.out());
  }

  @Test
  void dispatches_areThoseOfTheProgramsOwnQueue_withTimestamps() throws Exception {
    List<RecordedEvent> dispatches = events("Dispatch");
    RecordedEvent key =
        dispatches.stream()
            .filter(event -> event.getString("event").equals("KeyEvent.KEY_PRESSED"))
            .findFirst()
            .orElseThrow();
    assertTrue(key.getBoolean("input"));
    assertTrue(key.getLong("waitTime") >= 0);
    assertTrue(
        dispatches.stream().filter(one -> one.getString("event").equals("InvocationEvent")).count()
            >= 4,
        dispatches.toString());
  }

  @Test
  void probes_arePostedWhileThereIsAWindow_andAreNotDispatches() throws Exception {
    assertEquals(run.out().startsWith("a window"), !events("Probe").isEmpty());
    assertTrue(
        events("Dispatch").stream().noneMatch(one -> one.getString("event").contains("Probe")));
  }

  @Test
  void page_hasTheEpisode() throws Exception {
    String page = Files.readString(folder.resolve("lag.html"));
    assertTrue(page.contains("<code>Own.freeze(Own.java:50)</code>"), page);
    assertTrue(page.contains("java.awt.event.InvocationEvent.dispatch("), page);
    assertTrue(page.contains("What kept the event loop for 200 ms or longer"), page);
  }

  @Test
  void programWithoutEvents_isRefused() throws Exception {
    Files.writeString(folder.resolve("Silent.java"), "void main() {}");
    ChildRun silent = LagRun.in(folder, "-o", "silent.html", "--", "java", "Silent.java");
    assertEquals(ExitCode.BAD_INPUT, silent.exitCode());
    assertTrue(
        silent
            .err()
            .endsWith(
                "hocket: the program handled no event of AWT, Swing or JavaFX, so there is no lag to"
                    + " report; 'hocket lag' is for programs with a window\n"),
        silent.err());
    assertFalse(Files.exists(folder.resolve("silent.html")));
    assertFalse(Files.exists(folder.resolve("silent.jfr")));
  }

  @Test
  void title_namesTheProgram_withoutOptionsAndArguments() {
    assertEquals(
        "App.jar", new JavaCommand(List.of("-Xmx1g", "-jar", "App.jar", "a.txt")).program());
    assertEquals("Main", new JavaCommand(List.of("java", "-cp", "a:b", "Main", "-x")).program());
    assertEquals("m/c.Main", new JavaCommand(List.of("-p", "lib", "-m", "m/c.Main")).program());
    assertEquals("-version", new JavaCommand(List.of("-version")).program());
  }

  @Test
  void nothingToRun_isRefused() {
    Invocation lag = Invocation.of("lag");
    assertEquals(ExitCode.BAD_INPUT, lag.exitCode());
    assertTrue(lag.err().contains("say what to run: hocket lag -- "), lag.err());
  }
}
