package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.EventQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TargetsTest {
  @Test
  void anUnknownName_failsAtOnce_andTheMessageListsTheKnownOnes() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Targets.of("wroker"));
    assertTrue(
        thrown.getMessage().matches("no target is named wroker; there are .*edt.*worker.*"),
        thrown::getMessage);
  }

  @Test
  void theDefaultWorker_existsFromTheBeginning() throws InterruptedException {
    Block block = Targets.of("worker").submit("b", () -> {});
    block.join();
    assertEquals("worker", block.target().name());
  }

  @Test
  void theEventThreadIsTargetEdt_withoutARegistration() throws Exception {
    AtomicReference<Optional<Target>> seen = new AtomicReference<>();
    EventQueue.invokeAndWait(() -> seen.set(Targets.current()));
    assertSame(Targets.of("edt"), seen.get().orElseThrow());
  }

  @Test
  void missingToolkits_areNoTargets() {
    assertTrue(Targets.all().containsKey("edt"));
    assertFalse(Targets.all().containsKey("fx"));
    assertFalse(Targets.all().containsKey("android"));
  }

  @Test
  void registering_addsANameToTheLoopOfTheCallingThread() throws Exception {
    String name = TargetKind.freshName();
    EventQueue.invokeAndWait(() -> Targets.register(name));
    EventQueue.invokeAndWait(() -> Targets.register(name));
    assertSame(Targets.of("edt"), Targets.of(name));
  }

  @Test
  void registering_onAThreadWithoutALoop_saysWhatToDo() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Targets.register("gui"));
    assertEquals(
        "register(\"gui\"): thread \""
            + Thread.currentThread().getName()
            + "\" drives no event loop that Hocket knows. Call it on the loop's thread; for a loop"
            + " of your own, register(name, executor) says how to hand it a task",
        thrown.getMessage());
  }

  @Test
  void namesAreUnique() throws InterruptedException {
    Worker first = Targets.create("taken", 1);
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Targets.create("taken", 1));
    assertEquals(
        "there is a target named taken already; names are unique."
            + " Targets.of(\"taken\") finds it",
        thrown.getMessage());
    assertThrows(IllegalStateException.class, () -> Targets.createVirtual("taken"));
    assertSame(first, Targets.of("taken"));
    first.shutdown(Duration.ofMinutes(2));
    assertThrows(IllegalArgumentException.class, () -> Targets.create(" ", 1));
  }

  @Test
  void blocksQueuedForALoopThatHasEnded_areRejected() throws Exception {
    CompletableFuture<Target> registered = new CompletableFuture<>();
    Thread loop =
        Thread.ofPlatform()
            .start(() -> registered.complete(Targets.register(TargetKind.freshName(), task -> {})));
    loop.join();
    Block block = registered.get().submit("too late", () -> {});
    assertThrows(RejectedExecutionException.class, block::join);
    assertEquals(Block.State.REJECTED, block.state());
  }

  @Test
  void aLoopThatTakesNoTask_refusesTheBlock() throws Exception {
    CompletableFuture<Target> registered = new CompletableFuture<>();
    CountDownLatch gate = new CountDownLatch(1);
    Thread.ofPlatform()
        .start(() -> {
          registered.complete(
              Targets.register(
                  TargetKind.freshName(),
                  task -> {
                    throw new IllegalStateException("closed");
                  }));
          // The JVM's keeper, too, rejects the blocks of a loop whose thread has ended.
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    Target target = registered.get();
    assertEquals(
        "block b: the event loop of target "
            + target
            + " took no task: java.lang.IllegalStateException: closed",
        assertThrows(RejectedExecutionException.class, () -> target.execute("b", () -> {}))
            .getMessage());
    gate.countDown();
  }

  @Test
  void aVirtualTargetWithALimit_refusesMore() throws InterruptedException {
    VirtualWorker target = Targets.createVirtual(TargetKind.freshName(), 1);
    CountDownLatch gate = new CountDownLatch(1);
    Block block = target.submit("one", gate::await);
    assertEquals(
        "block two: target " + target + " is full: limit=1",
        assertThrows(RejectedExecutionException.class, () -> target.execute("two", () -> {}))
            .getMessage());
    gate.countDown();
    block.join();
    target.shutdown(Duration.ofMinutes(2));
  }
}
