package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.exit.ExitReport;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the JVM lives exactly as long as there are blocks, and reports those that are left.
 */
@Timeout(600)
class JvmLifeTest {
  @Test
  void theJvmStaysAlive_forQueuedRunningAndSuspendedBlocks_andThenExits() throws Exception {
    ChildJvm child = ChildJvm.run(MainEndsFirst.class);
    assertEquals("running\nqueued\nsuspended\nvirtual\n", child.out());
    assertEquals("", child.err());
    assertEquals(0, child.exitCode());
  }

  static final class MainEndsFirst {
    public static void main(String[] args) {
      Worker worker = Targets.create("one", 1);
      Thread main = Thread.currentThread();
      worker.execute(
          "a",
          () -> {
            main.join();
            System.out.println("running");
          });
      worker.execute("b", () -> System.out.println("queued"));
      worker.execute(
          "c",
          () -> {
            Targets.create("two", 1).call("d", () -> Thread.sleep(200));
            System.out.println("suspended");
            Targets.createVirtual("v")
                .execute(
                    "e",
                    () -> {
                      Thread.sleep(100);
                      System.out.println("virtual");
                    });
          });
    }
  }

  @Test
  void failuresWithoutAWait_areReportedAtExit() throws Exception {
    ChildJvm child = ChildJvm.run(NobodyWaits.class);
    assertTrue(
        child.err().startsWith("hocket: block Search.java:7 failed and no wait(search) came:"),
        child::err);
    assertTrue(child.err().contains("java.io.IOException: offline"), child::err);
    assertEquals(0, child.exitCode());
  }

  static final class NobodyWaits {
    public static void main(String[] args) {
      Targets.of("worker")
          .submit(
              Tag.of("search"),
              "Search.java:7",
              () -> {
                throw new java.io.IOException("offline");
              });
    }
  }

  @Test
  void anExitThatDoesNotWait_reportsTheBlocksLeft() throws Exception {
    ChildJvm child = ChildJvm.run(ExitsEarly.class);
    assertEquals(
        """
        hocket: the program exits with 2 blocks left on target one:
          Queue.java:2 on one (queued)
          Run.java:1 on one (running)
        """,
        child.err());
    assertEquals(3, child.exitCode());
  }

  static final class ExitsEarly {
    public static void main(String[] args) throws InterruptedException {
      Worker worker = Targets.create("one", 1);
      CountDownLatch running = new CountDownLatch(1);
      worker.execute(
          "Run.java:1",
          () -> {
            running.countDown();
            Thread.sleep(60_000);
          });
      running.await();
      worker.execute("Queue.java:2", () -> {});
      System.exit(3);
    }
  }

  @Test
  void aBlockThatEndsWhileTheReportWaits_isNotReported() throws Exception {
    ChildJvm child = ChildJvm.run(EndsLate.class);
    assertEquals("", child.err());
    assertEquals(0, child.exitCode());
  }

  static final class EndsLate {
    public static void main(String[] args) throws InterruptedException {
      Thread main = Thread.currentThread();
      CountDownLatch running = new CountDownLatch(1);
      Block block =
          Targets.of("worker")
              .submit(
                  "Run.java:1",
                  () -> {
                    running.countDown();
                    while (main.getState() != Thread.State.TIMED_WAITING) {
                      Thread.yield();
                    }
                  });
      running.await();
      ExitReport.awaitRunning(new JvmLife(), Duration.ofMinutes(2));
      if (!block.isDone()) {
        System.err.println("did not wait for the end of the block");
      }
    }
  }

  @Test
  void anExitThatDoesNotWait_reportsTheWaitsOfTheBlocksLeft() throws Exception {
    ChildJvm child = ChildJvm.run(ExitsWhileBlocksWait.class);
    assertEquals(
        Set.of(
            "hocket: the program exits with 3 blocks left on target one:",
            "  Await.java:1 on one (running, waits for receive on channel orders)",
            "  Call.java:2 on one (running, waits for the server's answer)",
            "  Join.java:3 on one (running, waits for block Await.java:1)"),
        child.err().lines().collect(Collectors.toSet()));
    assertEquals(3, child.exitCode());
  }

  static final class ExitsWhileBlocksWait {
    public static void main(String[] args) throws InterruptedException {
      Worker worker = Targets.create("one", 1);
      Wait receive = Wait.of("receive on channel orders", () -> false);
      Block first = worker.submit("Await.java:1", () -> Blocking.await(receive));
      CountDownLatch never = new CountDownLatch(1);
      Block second =
          worker.submit(
              "Call.java:2", () -> Blocking.run("the server's answer", () -> never.await()));
      Block third = worker.submit("Join.java:3", first::join);
      for (Block block : List.of(first, second, third)) {
        while (!block.toString().contains("waits for")) {
          Thread.yield();
        }
      }
      System.exit(3);
    }
  }

  @Test
  void requestedCancels_areNotReportedAtExit() throws Exception {
    ChildJvm child = ChildJvm.run(CancelsAndEnds.class);
    assertEquals("1 will never run\n", child.out());
    assertEquals("", child.err());
    assertEquals(0, child.exitCode());
  }

  static final class CancelsAndEnds {
    public static void main(String[] args) throws InterruptedException {
      Worker worker = Targets.create("one", 1);
      CountDownLatch running = new CountDownLatch(1);
      Tag search = Tag.of("search");
      worker.submit(
          search,
          "Search.java:1",
          () -> {
            running.countDown();
            Thread.sleep(60_000);
          });
      running.await();
      worker.submit(search, "Search.java:2", () -> {});
      System.out.println(Targets.cancel("search") + " will never run");
    }
  }

  @Test
  void aBlockThatExits_isNotReportedAsLeft() throws Exception {
    ChildJvm child = ChildJvm.run(BlockExits.class);
    assertEquals("", child.err());
    assertEquals(4, child.exitCode());
  }

  static final class BlockExits {
    public static void main(String[] args) {
      Targets.of("worker").execute("Quit.java:1", () -> System.exit(4));
    }
  }

  @Test
  void aLoopServiceThatCannotBeLoaded_isSkippedWithAMessage_andTheRestWorks() throws Exception {
    ChildJvm child = ChildJvm.run(BrokenService.class);
    assertTrue(child.err().startsWith("hocket: an event loop is left out: "), child::err);
    assertTrue(child.err().contains("no.such.Driver"), child::err);
    assertEquals("works\n", child.out());
    assertEquals(0, child.exitCode());
  }

  static final class BrokenService {
    public static void main(String[] args) throws Exception {
      Path folder = Files.createTempDirectory("service");
      Path services = Files.createDirectories(folder.resolve("META-INF/services"));
      Path service = services.resolve(LoopDriver.class.getName());
      Files.writeString(service, "no.such.Driver\n");
      Thread.currentThread()
          .setContextClassLoader(new URLClassLoader(new URL[] {folder.toUri().toURL()}));
      Targets.of("worker").call("b", () -> System.out.println("works"));
      Files.delete(service);
      Files.delete(services);
      Files.delete(folder.resolve("META-INF"));
      Files.delete(folder);
    }
  }

  @Test
  void uncaughtFailures_arePrinted_andTheProgramContinues() throws Exception {
    ChildJvm child = ChildJvm.run(FailsAndGoesOn.class);
    assertTrue(
        child
            .err()
            .startsWith(
                """
                Exception in block A.java:1 on target one, thread "one-1"
                java.lang.IllegalStateException: first
                """),
        child::err);
    assertEquals("second\n", child.out());
    assertEquals(0, child.exitCode());
  }

  static final class FailsAndGoesOn {
    public static void main(String[] args) {
      Worker worker = Targets.create("one", 1);
      worker.execute(
          "A.java:1",
          () -> {
            throw new IllegalStateException("first");
          });
      worker.execute("A.java:2", () -> System.out.println("second"));
    }
  }

  @Test
  void theDefaultWorker_isSizedByProperty() throws Exception {
    ChildJvm child = ChildJvm.run(PrintsSize.class, "-Dhocket.worker.threads=7");
    assertEquals("7 then 3\n", child.out());
  }

  @Test
  void aSizeThatIsNoNumber_isRefusedByName() throws Exception {
    ChildJvm child = ChildJvm.run(PrintsSize.class, "-Dhocket.worker.threads=many");
    assertTrue(
        child
            .err()
            .contains(
                "system property hocket.worker.threads is \"many\"; it must be a number of"
                    + " threads, 1 or more"),
        child::err);
  }

  static final class PrintsSize {
    public static void main(String[] args) {
      int before = ((Worker) Targets.of("worker")).size();
      System.out.println(before + " then " + Targets.create("worker", 3).size());
    }
  }

  @Test
  void withOnlyTheBaseModule_everythingExceptSwingAndRecordingWorks() throws Exception {
    ChildJvm child = ChildJvm.run(UsesAll.class, "--limit-modules=java.base");
    assertEquals("", child.err());
    assertEquals("pool\nvirtual\n[toy-toolkit, worker]\n", child.out());
  }

  static final class UsesAll {
    public static void main(String[] args) {
      Targets.of("worker").call("a", () -> System.out.println("pool"));
      Targets.createVirtual("v").call("b", () -> System.out.println("virtual"));
      System.out.println(Targets.all().keySet().stream().filter(n -> !n.equals("v")).toList());
    }
  }
}
