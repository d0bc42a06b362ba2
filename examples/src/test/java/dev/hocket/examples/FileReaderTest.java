package dev.hocket.examples;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import filereader.FileReader;
import filereader.Transfer;
import filereader.Transfer.Chunk;
import filereader.Transfer.Done;
import filereader.Transfer.Failed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The corrected figure 10 of paper 4: {@code examples/filereader}. */
@Timeout(300)
class FileReaderTest {
  private static final int CHUNK = 10;
  private static final int AHEAD = 3;

  private final Channel<Transfer> consumer = new Channel<>("consumer");

  /** A file in memory that records the calls to it. */
  private static final class Source implements FileReader.Source {
    final byte[] content;
    volatile int chunksRead;
    volatile boolean closed;

    Source(int length) {
      content = new byte[length];
      new Random(length).nextBytes(content);
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(content) {
        @Override
        public byte[] readNBytes(int length) throws IOException {
          byte[] bytes = super.readNBytes(length);
          chunksRead += bytes.length > 0 ? 1 : 0;
          return bytes;
        }

        @Override
        public void close() {
          closed = true;
        }
      };
    }
  }

  /** A thread that reads, with its result. */
  private record Reading(Thread thread, FutureTask<Void> result) {
    static Reading start(FileReader.Source source, Event<?> abort, Channel<Transfer> consumer) {
      FutureTask<Void> result =
          new FutureTask<>(() -> {
            FileReader.read(source, CHUNK, AHEAD, abort, consumer);
            return null;
          });
      return new Reading(Thread.ofVirtual().start(result), result);
    }

    boolean waits() {
      return thread.getState() == Thread.State.WAITING;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, AHEAD * CHUNK, 100 * CHUNK, 12_345})
  void aFileOfAnySize_arrivesWholeAndEndsWithDone(int length) throws Exception {
    Source file = new Source(length);
    Reading reading = Reading.start(file, never(), consumer);
    assertArrayEquals(file.content, contentOf(consumer));
    reading.result.get();
    assertTrue(file.closed);
  }

  @Test
  void chunks_neverOvertakeEachOther_forAnyDelays() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("FileReaderTest: -Dhocket.seed=" + seed);
    List<FutureTask<Void>> checks =
        IntStream.range(0, 16).mapToObj(i -> delayedTransfer(new Random(seed + i))).toList();
    for (FutureTask<Void> check : checks) {
      check.get();
    }
  }

  private static FutureTask<Void> delayedTransfer(Random random) {
    Source file = new Source(300 * CHUNK);
    Channel<Transfer> consumer = new Channel<>("consumer");
    FutureTask<Void> check =
        new FutureTask<>(() -> {
          Reading.start(file, never(), consumer);
          ByteArrayOutputStream content = new ByteArrayOutputStream();
          while (consumer.recv() instanceof Chunk chunk) {
            content.writeBytes(chunk.bytes());
            TimeUnit.MICROSECONDS.sleep(random.nextInt(3) * 200L);
          }
          assertArrayEquals(file.content, content.toByteArray());
          return null;
        });
    Thread.startVirtualThread(check);
    return check;
  }

  @Test
  void aSlowConsumer_neverHasMoreThanTheBoundInFlight() throws Exception {
    Source file = new Source(20 * CHUNK);
    Reading reading = Reading.start(file, never(), consumer);
    for (int taken = 0; taken + AHEAD <= 20; taken++) {
      int expected = taken + AHEAD;
      // The reader reads as many chunks as its limit allows, and then waits.
      eventually(() -> file.chunksRead >= expected && reading.waits());
      assertEquals(expected, file.chunksRead);
      assertInstanceOf(Chunk.class, consumer.recv());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5})
  void anAbort_reachesTheConsumerBeforeWaitingChunks(int taken) throws Exception {
    IVar<Void> abort = new IVar<>();
    Source file = new Source(1_000 * CHUNK);
    Reading reading = Reading.start(file, abort.getEvt(), consumer);
    for (int i = 0; i < taken; i++) {
      assertInstanceOf(Chunk.class, consumer.recv());
    }
    eventually(() -> file.chunksRead == taken + AHEAD);
    abort.put(null);
    assertInstanceOf(Transfer.Timeout.class, consumer.recv());
    reading.result.get();
    assertTrue(file.closed);
    assertEquals(0, consumer.pending());
  }

  @Test
  void anAbort_reachesTheConsumerOnce_atAnyMoment() throws Exception {
    for (int i = 0; i < 500; i++) {
      IVar<Void> abort = new IVar<>();
      Channel<Transfer> mine = new Channel<>("consumer");
      Reading reading = Reading.start(new Source(1_000 * CHUNK), abort.getEvt(), mine);
      Thread.startVirtualThread(() -> abort.put(null));
      while (mine.recv() instanceof Chunk) {
        // Some chunks arrive before the abort.
      }
      reading.result.get();
      assertEquals(0, mine.pending());
    }
  }

  @Test
  void anAbortBeforeTheStart_letsNoChunkThrough() throws Exception {
    for (int i = 0; i < 200; i++) {
      Reading reading = Reading.start(new Source(100 * CHUNK), alwaysEvt("abort"), consumer);
      assertInstanceOf(Transfer.Timeout.class, consumer.recv());
      reading.result.get();
    }
  }

  @Test
  void anAbortWhileAChunkWaitsForTheConsumer_holdsTheChunkBack() throws Exception {
    for (int i = 0; i < 100; i++) {
      AtomicInteger looks = new AtomicInteger();
      // The abort comes when the arbitrator already has the chunk, not while it waits for it.
      Event<String> abort =
          guard(() -> looks.getAndIncrement() == 0 ? never() : alwaysEvt("abort"));
      Reading reading = Reading.start(new Source(100 * CHUNK), abort, consumer);
      assertInstanceOf(Transfer.Timeout.class, consumer.recv());
      reading.result.get();
    }
  }

  @Test
  void aTimeoutWhileTheDiskIsSlow_reachesTheConsumerAtOnce() throws Exception {
    Channel<Void> disk = new Channel<>("disk");
    FileReader.Source slow =
        () ->
            new InputStream() {
              @Override
              public int read() throws IOException {
                try {
                  disk.recv();
                } catch (InterruptedException e) {
                  throw new IOException(e);
                }
                return -1;
              }
            };
    Reading reading = Reading.start(slow, timeOutEvt(Duration.ofMillis(5)), consumer);
    assertInstanceOf(Transfer.Timeout.class, consumer.recv());
    disk.send(null);
    reading.result.get();
  }

  @Test
  void aMissingFile_isReported(@TempDir Path folder) throws Exception {
    Path missing = folder.resolve("missing");
    Reading reading = Reading.start(() -> Files.newInputStream(missing), never(), consumer);
    Failed failed = assertInstanceOf(Failed.class, consumer.recv());
    assertInstanceOf(NoSuchFileException.class, failed.cause());
    reading.result.get();
  }

  @Test
  void aFileThatCannotBeReadToItsEnd_isReportedAfterItsChunks() throws Exception {
    IOException broken = new IOException("broken");
    FileReader.Source source =
        () ->
            new InputStream() {
              private int chunks = 2;

              @Override
              public byte[] readNBytes(int length) throws IOException {
                if (chunks-- == 0) {
                  throw broken;
                }
                return new byte[length];
              }

              @Override
              public int read() {
                throw new AssertionError("reads by the byte");
              }
            };
    Reading.start(source, never(), consumer);
    List<Object> got = new ArrayList<>();
    got.add(consumer.recv().getClass());
    got.add(consumer.recv().getClass());
    got.add(consumer.recv());
    assertEquals(List.of(Chunk.class, Chunk.class, new Failed(broken)), got);
  }

  @Test
  void anError_isReportedToo() throws Exception {
    Error error = new StackOverflowError("no room, for this test");
    FileReader.Source file =
        () -> {
          throw error;
        };
    Reading reading = Reading.start(file, never(), consumer);
    assertSame(error, assertInstanceOf(Failed.class, consumer.recv()).cause());
    assertThrows(ExecutionException.class, reading.result::get);
  }

  @Test
  void aConsumerThatWantsNoMore_endsTheReading() throws Exception {
    Source file = new Source(1_000 * CHUNK);
    Reading reading = Reading.start(file, never(), consumer);
    consumer.recv();
    consumer.fail(new IOException("gone"));
    reading.result.get();
    assertTrue(file.closed);
  }

  @Test
  void anInterruptedReader_sendsFailedToTheConsumer() throws Exception {
    Source file = new Source(1_000 * CHUNK);
    Reading reading = Reading.start(file, never(), consumer);
    eventually(() -> file.chunksRead == AHEAD && reading.waits());
    reading.thread.interrupt();
    eventually(() -> file.closed);
    for (int i = 0; i < AHEAD; i++) {
      assertInstanceOf(Chunk.class, consumer.recv());
    }
    assertInstanceOf(Failed.class, consumer.recv());
    ExecutionException thrown = assertThrows(ExecutionException.class, reading.result::get);
    assertInstanceOf(InterruptedException.class, thrown.getCause());
  }

  private static byte[] contentOf(Channel<Transfer> consumer) throws InterruptedException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    Transfer transfer;
    while ((transfer = consumer.recv()) instanceof Chunk chunk) {
      content.writeBytes(chunk.bytes());
    }
    assertEquals(new Done(), transfer);
    return content.toByteArray();
  }

  private static void eventually(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }
}
