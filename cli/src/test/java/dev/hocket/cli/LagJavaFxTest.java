package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hocket lag} on a JavaFX program, without a display. */
class LagJavaFxTest {
  private static final String PROGRAM =
      """
      import java.util.concurrent.locks.LockSupport;
      import javafx.application.Application;
      import javafx.application.Platform;
      import javafx.scene.Group;
      import javafx.scene.Scene;
      import javafx.scene.input.MouseButton;
      import javafx.scene.robot.Robot;
      import javafx.scene.shape.Rectangle;
      import javafx.stage.Stage;

      public class Fx extends Application {
        public static void main(String[] arguments) {
          launch(arguments);
          System.out.println("closed");
        }

        @Override
        public void start(Stage stage) {
          Rectangle button = new Rectangle(200, 100);
          button.setOnMouseReleased(event -> {
            clicked();
            stage.close();
          });
          stage.setScene(new Scene(new Group(button)));
          stage.show();
          Platform.runLater(() -> task());
          Platform.runLater(() -> {
            Robot robot = new Robot();
            robot.mouseMove(stage.getX() + 50, stage.getY() + 50);
            robot.mousePress(MouseButton.PRIMARY);
            robot.mouseRelease(MouseButton.PRIMARY);
          });
        }

        static void task() {
          park(400_000_000L);
        }

        /** Freezes for a second, so that a probe becomes due meanwhile. */
        static void clicked() {
          park(1_000_000_000L);
        }

        static void park(long nanos) {
          long end = System.nanoTime() + nanos;
          for (int naps = 0; naps < nanos / 1_000_000 || System.nanoTime() < end; naps++) {
            LockSupport.parkNanos(1_000_000);
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static ChildRun run;

  @BeforeAll
  static void runTheProgram() throws Exception {
    Files.writeString(folder.resolve("Fx.java"), PROGRAM);
    Stream<String> program = Stream.concat(HeadlessJavaFx.options(), Stream.of("Fx.java"));
    Stream<String> options =
        Stream.of("--suggest", "--verify", "--runs", "2", "--sources", ".", "--");
    run = LagRun.in(folder, Stream.concat(options, program).toArray(String[]::new));
  }

  @Test
  void twoRunsWithoutTheProposals_areComparedWithTwoWithThem() {
    assertEquals(4, run.out().lines().filter("closed"::equals).count(), run.out() + run.err());
    assertTrue(run.out().matches("(?s).*\n +before 1 +before 2 +after 1 +after 2\n.*"), run.out());
  }

  private static List<RecordedEvent> events(String type) throws Exception {
    return RecordingFile.readAllEvents(folder.resolve("lag-1.jfr")).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .toList();
  }

  @Test
  void tasksAndInputs_areShownWithTheProgramsLines() {
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("closed\n"), run.out());
    assertTrue(run.out().matches("(?s).*, runLater: Fx.park\\(Fx.java:47\\)\n.*"), run.out());
    assertTrue(
        run.out().matches("(?s).*, Input MOUSE_RELEASED: Fx.park\\(Fx.java:47\\)\n.*"), run.out());
  }

  @Test
  void handlerThatFreezes_hasAProposal() {
    Invocation said =
        Invocation.of(
            "suggest",
            "" + folder.resolve("lag-1.jfr"),
            "--sources",
            "" + folder,
            "-cp",
            HeadlessJavaFx.classPath());
    String expected = ": run 'clicked();' on a worker, await it";
    assertTrue(said.out().contains(expected), said.out() + said.err());
    assertTrue(said.out().contains("+      //#omp target virtual(worker) await\n"), said.out());
  }

  @Test
  void tasks_haveTheTimeSinceTheyWerePosted() throws Exception {
    List<RecordedEvent> tasks = events("dev.hocket.lag.Dispatch");
    assertFalse(tasks.isEmpty());
    assertTrue(tasks.stream().allMatch(one -> one.getString("loop").equals("fx")));
    assertTrue(
        tasks.stream().anyMatch(one -> one.getLong("waitTime") >= 400_000_000),
        "one was posted before a task of 400 ms, and ran behind it");
  }

  @Test
  void probes_reachItsThread_andAreNotDispatches() throws Exception {
    assertTrue(
        events("dev.hocket.lag.Probe").stream().anyMatch(one -> one.getString("loop").equals("fx")),
        run.out());
    assertTrue(
        events("dev.hocket.lag.Dispatch").stream()
            .allMatch(one -> one.getString("event").equals("runLater")));
  }

  @Test
  void page_statesThatInputsHaveNoTimestamps() throws Exception {
    String page = Files.readString(folder.resolve("lag.html"));
    assertTrue(page.contains("Without a timestamp, as in JavaFX"), page);
  }
}
