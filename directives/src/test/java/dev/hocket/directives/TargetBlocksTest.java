package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The methods behind the directives: where a block runs, and where its failure is thrown. */
@Timeout(300)
class TargetBlocksTest {
  private final Worker pool = Omp.virtual_target_create("pool", 1);
  private final Thread here = Thread.currentThread();
  private final AtomicReference<Thread> ran = new AtomicReference<>();

  @AfterEach
  void end() throws InterruptedException {
    pool.shutdown(Duration.ofMinutes(2));
  }

  private void note() {
    ran.set(Thread.currentThread());
  }

  private static void fail() throws IOException {
    throw new IOException("from the block");
  }

  @Test
  void run_isDoneWhenItReturns_andThrowsWhatTheBlockThrows() {
    TargetBlocks.run(pool, true, "T.java:1", this::note);
    assertNotSame(here, ran.get());
    assertThrows(
        IOException.class, () -> TargetBlocks.run(pool, true, "T.java:2", TargetBlocksTest::fail));
  }

  @Test
  void nowait_continues_andAFailureGoesToTheUncaughtHandler() throws Exception {
    CompletableFuture<Throwable> heard = new CompletableFuture<>();
    pool.setUncaughtHandler((block, failure) -> heard.complete(failure));
    TargetBlocks.nowait(pool, true, "T.java:1", TargetBlocksTest::fail);
    assertEquals("from the block", heard.get().getMessage());
  }

  @Test
  void nameAs_continues_andWaitForThrowsTheFailure() {
    AtomicInteger done = new AtomicInteger();
    TargetBlocks.nameAs("t", pool, true, "T.java:1", done::incrementAndGet);
    TargetBlocks.nameAs("u", pool, true, "T.java:2", TargetBlocksTest::fail);
    assertThrows(IOException.class, () -> TargetBlocks.waitFor("T.java:3", "t", "u"));
    assertEquals(1, done.get());
  }

  @Test
  void whenTheConditionIsFalse_theBlockRunsHere_underTheSameFailureRules() throws Exception {
    TargetBlocks.run(pool, false, "T.java:1", this::note);
    assertSame(here, ran.getAndSet(null));
    CompletableFuture<Throwable> heard = new CompletableFuture<>();
    pool.setUncaughtHandler((block, failure) -> heard.complete(failure));
    TargetBlocks.nowait(pool, false, "T.java:2", this::note);
    assertSame(here, ran.getAndSet(null));
    TargetBlocks.nowait(pool, false, "T.java:3", TargetBlocksTest::fail);
    assertEquals("from the block", heard.getNow(null).getMessage());
    TargetBlocks.nameAs("v", pool, false, "T.java:4", this::note);
    assertSame(here, ran.get());
    TargetBlocks.nameAs("v", pool, false, "T.java:5", TargetBlocksTest::fail);
    assertThrows(IOException.class, () -> TargetBlocks.waitFor("T.java:6", "v"));
  }

  @Test
  void whenTheConditionIsTrue_theBlockRunsOnTheTarget() {
    TargetBlocks.run(pool, true, "T.java:1", this::note);
    assertNotSame(here, ran.getAndSet(null));
    TargetBlocks.nameAs("w", pool, true, "T.java:2", this::note);
    TargetBlocks.waitFor("T.java:3", "w");
    assertNotSame(here, ran.get());
  }

  @Test
  void aDevice_isTheHost_andThatIsReportedOnce() {
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true));
    try {
      assertEquals(Targets.DEFAULT_WORKER, TargetBlocks.device(0).name());
      assertEquals(Targets.DEFAULT_WORKER, TargetBlocks.device(7).name());
    } finally {
      System.setErr(err);
    }
    assertEquals(
        "hocket: no accelerator is supported; device blocks run on the host (target worker)"
            + System.lineSeparator(),
        said.toString());
    assertEquals(
        "device(-1): a device number is 0 or more; virtual(name) names a target",
        assertThrows(IllegalArgumentException.class, () -> TargetBlocks.device(-1)).getMessage());
  }

  @Test
  void registering_needsAThreadWithALoop() {
    assertThrows(IllegalStateException.class, () -> Omp.virtual_target_register("gui"));
  }
}
