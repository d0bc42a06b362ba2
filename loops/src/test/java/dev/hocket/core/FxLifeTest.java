package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.loops.ModularProgram;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import javafx.application.Application;
import javafx.application.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JavaFX loop from before its toolkit is started until after it has exited. */
@Timeout(600)
class FxLifeTest {
  private static final String LABEL = "Test.java:1";

  /** Runs a program with JavaFX as a module, as it wants to be. */
  private static ChildJvm run(Class<?> program) throws Exception {
    return run(program, jarsOfJavaFx(), "javafx.graphics");
  }

  private static ChildJvm run(Class<?> program, String modulePath, String modules)
      throws Exception {
    return ChildJvm.run(
        program,
        "-Dglass.platform=Headless",
        "-Dprism.order=sw",
        "--module-path=" + modulePath,
        "--add-modules=" + modules,
        "--enable-native-access=javafx.graphics");
  }

  private static String jarsOfJavaFx() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(path -> Path.of(path).getFileName().toString().startsWith("javafx-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void beforeTheToolkitIsStarted_blocksAreRefusedInWords_andNothingStartsIt() throws Exception {
    assertEquals(
        """
        block Test.java:1: the event loop of target fx took no task: \
        java.lang.IllegalStateException: JavaFX is not started; \
        Application.launch or Platform.startup does it
        threads of JavaFX: false
        on the loop: true
        """,
        run(StartsLate.class).out());
  }

  static final class StartsLate {
    public static void main(String[] args) {
      try {
        Targets.of("fx").submit(LABEL, () -> {});
      } catch (RejectedExecutionException refusal) {
        System.out.println(refusal.getMessage());
      }
      System.out.println("threads of JavaFX: " + hasThreadsOfJavaFx());
      Platform.startup(() -> {});
      Targets.of("fx")
          .call(
              LABEL, () -> System.out.println("on the loop: " + Platform.isFxApplicationThread()));
      Platform.exit();
    }
  }

  @Test
  void aThreadThatMerelyBearsTheName_isNotTheLoop_andStartsNothing() throws Exception {
    assertEquals(
        """
        before: false
        threads of JavaFX: false
        after: false
        """,
        run(BearsTheName.class).out());
  }

  static final class BearsTheName {
    public static void main(String[] args) {
      Thread.currentThread().setName("JavaFX Application Thread");
      System.out.println("before: " + Targets.of("fx").isCurrent());
      Thread.currentThread().setName("main");
      System.out.println("threads of JavaFX: " + hasThreadsOfJavaFx());
      Platform.startup(() -> {});
      Thread.currentThread().setName("JavaFX Application Thread");
      System.out.println("after: " + Targets.of("fx").isCurrent());
      Platform.exit();
    }
  }

  private static boolean hasThreadsOfJavaFx() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().matches(".*(JavaFX|Quantum|Prism|Glass).*"));
  }

  @Test
  void coreAndJavaFxAsModules_needNotKnowOneAnother() throws Exception {
    Path core = Path.of(Targets.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ChildJvm child =
        run(
            ModularProgram.class,
            core + File.pathSeparator + jarsOfJavaFx(),
            "dev.hocket.core,javafx.graphics");
    assertEquals(
        """
        handler on fx, between module dev.hocket.core and module javafx.graphics
        work on worker, between module dev.hocket.core and module javafx.graphics
        update on fx, between module dev.hocket.core and module javafx.graphics
        exited
        """,
        child.out(),
        child::err);
    assertEquals(0, child.exitCode());
  }

  @Test
  void onExit_queuedAndSuspendedBlocksAreRejected_andLaterOnesRefused() throws Exception {
    ChildJvm child = run(ExitsInTheMiddle.class);
    assertEquals(
        """
        queued: block queued never ran: target fx has ended
        suspended: block suspended did not go on: target fx has ended
        later: block later: the event loop of target fx took no task: \
        java.lang.IllegalStateException: \
        JavaFX has exited, and it starts only once in a program
        """,
        child.out());
    assertEquals("", child.err());
    assertEquals(0, child.exitCode());
  }

  static final class ExitsInTheMiddle {
    public static void main(String[] args) throws Exception {
      Platform.startup(() -> {});
      Target fx = Targets.of("fx");
      CountDownLatch exited = new CountDownLatch(1);
      Block suspended =
          fx.submit("suspended", Steps.of(Steps.await(Targets.of("worker"), exited::await)).body());
      Eventually.holds(() -> suspended.state() == Block.State.SUSPENDED);
      CountDownLatch exiting = new CountDownLatch(1);
      CountDownLatch queued = new CountDownLatch(1);
      fx.execute(
          "exits",
          () -> {
            Platform.exit();
            exiting.countDown();
            queued.await();
          });
      exiting.await();
      Block waiting = fx.submit("queued", () -> System.out.println("ran after the exit"));
      queued.countDown();
      report("queued", waiting);
      report("suspended", suspended);
      exited.countDown();
      try {
        fx.execute("later", () -> {});
      } catch (RejectedExecutionException refusal) {
        System.out.println("later: " + refusal.getMessage());
      }
    }

    private static void report(String what, Block block) throws InterruptedException {
      try {
        block.join();
        System.out.println(what + ": ran");
      } catch (RejectedExecutionException rejected) {
        System.out.println(what + ": " + rejected.getMessage());
      }
    }
  }

  @Test
  void aLoopFirstSeenAfterItsExit_refusesBlocks() throws Exception {
    ChildJvm child = run(ComesTooLate.class);
    assertTrue(
        child.out().endsWith("JavaFX has exited, and it starts only once in a program\n"),
        child::toString);
  }

  /** Never talks to Hocket while JavaFX is there. */
  public static final class ComesTooLate extends Application {
    public static void main(String[] args) {
      launch();
      try {
        Targets.of("fx").execute(LABEL, () -> {});
      } catch (RejectedExecutionException refusal) {
        System.out.println(refusal.getMessage());
      }
    }

    @Override
    public void start(javafx.stage.Stage stage) {
      Platform.exit();
    }
  }
}
