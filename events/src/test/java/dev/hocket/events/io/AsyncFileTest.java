package dev.hocket.events.io;

import static dev.hocket.events.Events.aChoose;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.io.Trial.bytes;
import static dev.hocket.events.io.Trial.get;
import static dev.hocket.events.io.Trial.text;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.awt.EventQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Tests that reads and writes of files are events like any other. */
@Timeout(300)
class AsyncFileTest {
  @TempDir Path folder;
  private AsyncFile file;

  @BeforeEach
  void open() throws Exception {
    file = AsyncFile.open(folder.resolve("data"), CREATE, READ, WRITE);
  }

  @AfterEach
  void close() throws Exception {
    file.close();
  }

  @Test
  void writtenBytes_areReadAtTheirPosition() throws Exception {
    assertEquals(11, file.writeEvt(bytes("hello world"), 0).sync());
    assertEquals(6, file.writeEvt(bytes("events"), 6).sync());
    ByteBuffer buffer = ByteBuffer.allocate(100);
    assertEquals(12, file.readEvt(buffer, 0).sync());
    assertEquals("hello events", text(buffer));
    assertEquals(4, file.readEvt(buffer.limit(4), 7).sync());
    assertEquals("vent", text(buffer));
    assertEquals(12, file.size());
  }

  @Test
  void aReadBeyondTheEnd_yieldsNoBytes() throws Exception {
    file.writeEvt(bytes("abc"), 0).sync();
    assertEquals(-1, file.readEvt(ByteBuffer.allocate(1), 3).sync());
    assertEquals(1, file.readEvt(ByteBuffer.allocate(2), 2).sync());
  }

  @Test
  void anEvent_canBeUsedAgain() throws Exception {
    file.writeEvt(bytes("again"), 0).sync();
    ByteBuffer buffer = ByteBuffer.allocate(5);
    Event<String> read = file.readEvt(buffer, 0).wrap(n -> text(buffer));
    assertEquals("again", read.sync());
    assertEquals("again", read.sync());
  }

  @Test
  void asynchronousWritesOfAFile_happenInOrder() throws Exception {
    List<CompletableFuture<Integer>> done = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      CompletableFuture<Integer> one = new CompletableFuture<>();
      done.add(one);
      file.aWriteEvt(bytes("%03d".formatted(i)), 0).aWrap(one::complete).aSync();
    }
    for (CompletableFuture<Integer> each : done) {
      assertEquals(3, get(each));
    }
    ByteBuffer buffer = ByteBuffer.allocate(3);
    file.readEvt(buffer, 0).sync();
    assertEquals("099", text(buffer));
  }

  @Test
  void aCallback_runsWhenTheReadIsDone() throws Exception {
    file.writeEvt(bytes("called back"), 0).sync();
    ByteBuffer buffer = ByteBuffer.allocate(100);
    Event<String> callback =
        file.aReadEvt(buffer, 0).callbackEvt(n -> n + " " + text(buffer)).aSync();
    assertEquals("11 called back", callback.sync());
  }

  @Test
  void aBranchThatIsNotChosen_neverBegins() throws Exception {
    // This keeps all servers busy, including the one that has this file.
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < FileServers.COUNT; i++) {
      FileServers.next().aSend(new Request("keeps a server busy", () -> waitFor(release)));
    }
    Event<String> late =
        choose(
            file.writeEvt(bytes("lost"), 0).wrap(n -> "written"),
            timeOutEvt(Duration.ofMillis(20)).wrap(none -> "late"));
    assertEquals("late", late.sync());
    release.countDown();
    assertEquals(5, file.writeEvt(bytes("later"), 10).sync());
    ByteBuffer buffer = ByteBuffer.allocate(4);
    file.readEvt(buffer, 0).sync();
    assertEquals("\0\0\0\0", text(buffer));
  }

  private static int waitFor(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return 0;
  }

  @Test
  void aChooseOfWrites_writesOne() throws Exception {
    Channel<Integer> done = new Channel<>("done");
    for (int i = 0; i < 50; i++) {
      aChoose(
              file.aWriteEvt(bytes("x"), 2L * i).aWrap(n -> report(done)),
              file.aWriteEvt(bytes("x"), 2L * i + 1).aWrap(n -> report(done)))
          .aSync();
      done.recv();
    }
    ByteBuffer buffer = ByteBuffer.allocate(200);
    file.readEvt(buffer, 0).sync();
    assertEquals(50, text(buffer).chars().filter(c -> c == 'x').count());
  }

  private static Void report(Channel<Integer> done) {
    done.aSend(1);
    return null;
  }

  @Test
  void anInterrupt_leavesTheFileOpen() throws Exception {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, file.writeEvt(bytes("no"), 0)::sync);
    Thread reader =
        Events.spawn(() -> {
          for (int i = 0; i < 100_000; i++) {
            file.readEvt(ByteBuffer.allocate(1), 0).sync();
          }
        });
    reader.interrupt();
    reader.join();
    Thread.currentThread().interrupt();
    assertEquals(0, file.size());
    assertTrue(Thread.interrupted());
    assertEquals(-1, file.readEvt(ByteBuffer.allocate(1), 0).sync());
  }

  @Test
  void theSize_isThatAfterAllEarlierRequests() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      file.aWriteEvt(bytes("x"), i).aSync();
      assertEquals(i + 1, file.size());
    }
  }

  @Test
  void failures_nameTheFile() throws Exception {
    file.close();
    UncheckedIOException failed =
        assertThrows(UncheckedIOException.class, file.readEvt(ByteBuffer.allocate(1), 5)::sync);
    assertTrue(
        failed.getMessage().contains("read " + file.path() + " from byte 5: "), failed::toString);
    IOException noSize = assertThrows(IOException.class, file::size);
    assertTrue(noSize.getMessage().contains("size of " + file.path() + ": "), noSize::toString);
    AsyncFile readOnly = AsyncFile.open(file.path());
    try (readOnly) {
      failed = assertThrows(UncheckedIOException.class, readOnly.writeEvt(bytes("x"), 0)::sync);
      assertTrue(failed.getMessage().contains("write " + file.path()), failed::toString);
      assertNotNull(failed.getCause());
    }
    assertThrows(IllegalArgumentException.class, () -> file.readEvt(ByteBuffer.allocate(1), -1));
  }

  @Test
  void manyFilesAtOnce_keepTheirOwnBytes() throws Exception {
    List<AsyncFile> files = new ArrayList<>();
    List<CompletableFuture<Integer>> writes = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      AsyncFile each = AsyncFile.open(folder.resolve("file" + i), CREATE, READ, WRITE);
      files.add(each);
      for (int part = 0; part < 10; part++) {
        writes.add(each.writeEvt(bytes("%02d,".formatted(i)), 3L * part).toFuture());
      }
    }
    for (CompletableFuture<Integer> write : writes) {
      get(write);
    }
    for (int i = 0; i < files.size(); i++) {
      files.get(i).close();
      assertEquals("%02d,".formatted(i).repeat(10), Files.readString(folder.resolve("file" + i)));
    }
  }

  @Test
  void aRequestThatAnEventLoopWouldWaitFor_isRefusedBeforeAServerIsAsked() throws Exception {
    file.writeEvt(bytes("before"), 0).sync();
    Target edt = Targets.of("edt");
    Event<Integer> write = file.writeEvt(bytes("after!"), 0);
    List<Executable> waits =
        List.of(
            write::sync,
            () -> choose(write, never()).sync(),
            () -> write.syncThen(edt, n -> {}),
            file::size);
    for (Executable wait : waits) {
      assertTrue(refusalOnTheEdt(wait).contains("loop edt"));
    }
    // This call is served after all earlier requests.
    assertEquals(6, file.size());
    assertEquals("before", Files.readString(file.path()));
  }

  @Test
  void aBlockThatWaitsForTheResult_letsTheOthersOfItsTargetRun() throws Exception {
    Target pool = Targets.create("asks", 1);
    Request request = new Request("read slowly", () -> 7);
    Block asks = pool.submit("asks", () -> assertEquals(7, request.result()));
    Block serves =
        pool.submit(
            "serves",
            () -> {
              assertTrue(asks.toString().contains("waits for read slowly"), asks::toString);
              request.serve();
            });
    asks.join();
    serves.join();
    pool.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void anInterruptDuringTheWaitForTheResult_staysSet() throws Exception {
    Request request = new Request("read slowly", () -> 7);
    CompletableFuture<Boolean> kept = new CompletableFuture<>();
    Thread asker =
        Thread.startVirtualThread(() -> {
          request.result();
          kept.complete(Thread.interrupted());
        });
    asker.interrupt();
    request.serve();
    assertTrue(get(kept));
  }

  private static String refusalOnTheEdt(Executable wait) throws Exception {
    CompletableFuture<String> refusal = new CompletableFuture<>();
    EventQueue.invokeLater(() -> {
      try {
        refusal.complete(assertThrows(IllegalStateException.class, wait).getMessage());
      } catch (Throwable notRefused) {
        refusal.completeExceptionally(notRefused);
      }
    });
    return get(refusal);
  }

  @Test
  void aReadForAnEventLoop_endsThere() throws Exception {
    Target edt = Targets.of("edt");
    CompletableFuture<String> read = new CompletableFuture<>();
    ByteBuffer buffer = ByteBuffer.allocate(10);
    file.writeEvt(bytes("text"), 0).sync();
    file.aReadEvt(buffer, 0)
        .aTap(edt, n -> read.complete(n + text(buffer) + EventQueue.isDispatchThread()))
        .aSync();
    assertEquals("4texttrue", get(read));
  }
}
