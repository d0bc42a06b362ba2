package dev.hocket.events.io;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.io.Trial.bytes;
import static dev.hocket.events.io.Trial.eventually;
import static dev.hocket.events.io.Trial.get;
import static dev.hocket.events.io.Trial.sockets;
import static dev.hocket.events.io.Trial.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests that reading and writing are events like any other. */
@Timeout(300)
class ConnectionTest {
  private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);

  private final ByteBuffer buffer = ByteBuffer.allocate(64);
  private Acceptor acceptor;
  private Connection client;
  private Connection server;

  @BeforeEach
  void connect() throws Exception {
    acceptor = Acceptor.bind(ANY, 100);
    client = Connection.connectEvt(acceptor.address()).sync();
    server = acceptor.acceptEvt().sync();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
    acceptor.close();
  }

  @Test
  void bytesAndTheEnd_comeAcross() throws Exception {
    client.writeAll(bytes("hello"));
    assertEquals(5, server.readEvt(buffer).sync());
    assertEquals("hello", text(buffer));
    server.writeAll(bytes("you too"));
    assertEquals(7, client.readEvt(buffer).sync());
    assertEquals("you too", text(buffer));
    client.shutdownOutput();
    assertEquals(-1, server.readEvt(buffer).sync());
    assertEquals(-1, server.readEvt(buffer).sync());
  }

  @Test
  void aReadThatTimesOut_losesNoBytes() throws Exception {
    Event<Integer> read =
        choose(server.readEvt(buffer), timeOutEvt(Duration.ofMillis(10)).wrap(late -> -2));
    assertEquals(-2, read.sync());
    client.writeAll(bytes("late"));
    int n = read.sync();
    while (n == -2) {
      n = read.sync();
    }
    assertEquals("late", text(buffer));
  }

  /**
   * Reads are repeatedly not chosen, because another event is always ready; even so, all bytes are
   * read once.
   */
  @Test
  void readsThatLose_loseNoBytes() throws Exception {
    int all = 100_000;
    Events.spawn(() -> {
      ByteBuffer part = ByteBuffer.allocate(7);
      for (int sent = 0; sent < all; sent += part.limit()) {
        part.clear().limit(Math.min(7, all - sent));
        for (int i = 0; i < part.limit(); i++) {
          part.put(i, (byte) (sent + i));
        }
        client.writeAll(part);
      }
    });
    int received = 0;
    int lost = 0;
    while (received < all) {
      if (select(server.readEvt(buffer), Events.alwaysEvt(-2)) == -2) {
        lost++;
      }
      buffer.flip();
      while (buffer.hasRemaining()) {
        assertEquals((byte) received++, buffer.get());
      }
      buffer.clear();
    }
    assertTrue(lost > 0);
  }

  @Test
  void anInterruptedRead_leavesTheConnection() throws Exception {
    Thread reader = Events.spawn(() -> server.readEvt(ByteBuffer.allocate(1)).sync());
    eventually(() -> reader.getState() == Thread.State.WAITING);
    reader.interrupt();
    reader.join();
    client.writeAll(bytes("still here"));
    server.readEvt(buffer).sync();
    assertEquals("still here", text(buffer));
  }

  @Test
  void aFullConnection_takesNoMoreUntilItIsReadFrom() throws Exception {
    // The chunk's length is a multiple of the pattern's, so the pattern continues from one round to
    // the next.
    ByteBuffer chunk = ByteBuffer.wrap(pattern(251 * 1_000));
    Event<Integer> write =
        prefer(server.writeEvt(chunk), timeOutEvt(Duration.ofMillis(100)).wrap(late -> -1));
    int written = 0;
    for (int n; (n = write.sync()) >= 0; written += n) {
      if (!chunk.hasRemaining()) {
        chunk.clear();
      }
    }
    assertPattern(written);
    assertTrue(server.writeEvt(chunk).sync() > 0);
  }

  /** The last write with room leaves none; only the next write detects that. */
  @Test
  void smallWritesToAFullConnection_leaveTheChoiceToTheTimeout() throws Exception {
    ByteBuffer small = ByteBuffer.allocate(1_024);
    Event<Integer> write =
        prefer(server.writeEvt(small), timeOutEvt(Duration.ofMillis(50)).wrap(late -> -1));
    CompletableFuture<Long> all = new CompletableFuture<>();
    Thread writer =
        Events.spawn(() -> {
          long written = 0;
          for (int n; (n = write.sync()) >= 0; written += n) {
            if (!small.hasRemaining()) {
              small.clear();
            }
          }
          all.complete(written);
        });
    try {
      long written = get(all);
      for (long read = 0; read < written; buffer.clear()) {
        read += client.readEvt(buffer).sync();
      }
      assertTrue(server.writeEvt(small).sync() > 0);
    } finally {
      writer.interrupt();
    }
  }

  @Test
  void readsOfAllSizes_getAllBytesInOrder() throws Exception {
    int length = 251 * 4_000;
    Events.spawn(() -> server.writeAll(ByteBuffer.wrap(pattern(length))));
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int read = 0; read < length; ) {
      // The sizes are below and above the size that the connection reads ahead.
      ByteBuffer some = ByteBuffer.allocate(1 << random.nextInt(18));
      assertEquals(client.readEvt(some).sync(), some.flip().remaining());
      while (some.hasRemaining()) {
        assertEquals((byte) (read++ % 251), some.get(), "byte " + read + ", seed " + seed);
      }
    }
  }

  @Test
  void severalReaders_shareAllBytes() throws Exception {
    int length = 251 * 4_000;
    AtomicInteger sum = new AtomicInteger();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int size = 1 << 4 * i + 3;
      readers.add(
          Events.spawn(() -> {
            ByteBuffer some = ByteBuffer.allocate(size);
            for (int n; (n = client.readEvt(some.clear()).sync()) >= 0; ) {
              sum.addAndGet(n);
            }
          }));
    }
    server.writeAll(ByteBuffer.wrap(pattern(length)));
    server.shutdownOutput();
    for (Thread reader : readers) {
      reader.join();
    }
    assertEquals(length, sum.get());
  }

  @Test
  void theEnd_isThereForEveryRead() throws Exception {
    client.writeAll(bytes("end"));
    client.shutdownOutput();
    assertEquals(3, server.readEvt(buffer).sync());
    assertEquals(-1, server.readEvt(buffer).sync());
    assertEquals(-1, server.readEvt(buffer).sync());
    assertEquals(0, server.readEvt(ByteBuffer.allocate(0)).sync());
  }

  @Test
  void aConnectionThatWasReset_failsEveryRead() throws Exception {
    Socket rude = new Socket(ANY.getAddress(), acceptor.address().getPort());
    try (Connection reset = acceptor.acceptEvt().sync()) {
      rude.setSoLinger(true, 0);
      rude.close();
      for (int i = 0; i < 2; i++) {
        UncheckedIOException failed =
            assertThrows(UncheckedIOException.class, reset.readEvt(buffer)::sync);
        assertTrue(failed.getMessage().contains("read from " + reset.remote()), failed::getMessage);
      }
    }
  }

  @Test
  void nullInsteadOfABuffer_isRefusedAtTheCall_andTheConnectionContinues() throws Exception {
    client.writeAll(bytes("kept"));
    assertThrows(NullPointerException.class, () -> server.readEvt(null).sync());
    assertThrows(NullPointerException.class, () -> client.writeEvt(null).sync());
    assertThrows(NullPointerException.class, () -> client.aWriteEvt(null));
    server.readEvt(buffer).sync();
    assertEquals("kept", text(buffer));
    assertEquals(4, client.writeEvt(bytes("more")).sync());
  }

  @Test
  void aReadIntoABufferThatIsReadOnly_losesNoBytes() throws Exception {
    client.writeAll(bytes("kept"));
    assertThrows(ReadOnlyBufferException.class, server.readEvt(buffer.asReadOnlyBuffer())::sync);
    server.readEvt(buffer).sync();
    assertEquals("kept", text(buffer));
  }

  @Test
  void whileAllCarriersAreBusy_platformThreadsCommunicate() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Trial.keepCarriersBusy(over);
    try {
      for (int i = 0; i < 100; i++) {
        client.writeAll(bytes("ping"));
        assertEquals(4, server.readEvt(buffer.clear()).sync());
        server.writeAll(bytes("pong"));
        assertEquals(4, client.readEvt(buffer.clear()).sync());
      }
    } finally {
      over.set(true);
    }
  }

  @Test
  void asynchronousWrites_areWrittenInOrder() throws Exception {
    // This is more than the system buffers for a connection, so that writes wait for room, too.
    int part = 251 * 600;
    byte[] pattern = pattern(100 * part);
    Channel<Integer> done = new Channel<>("done");
    for (int i = 0; i < pattern.length; i += part) {
      server
          .aWriteEvt(ByteBuffer.wrap(pattern, i, part))
          .aWrap(n -> {
            done.aSend(n);
            return n;
          })
          .aSync();
    }
    assertPattern(pattern.length);
    for (int i = 0; i < pattern.length; i += part) {
      assertEquals(part, done.recv());
    }
  }

  private static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i % 251);
    }
    return bytes;
  }

  private void assertPattern(int length) throws Exception {
    ByteBuffer large = ByteBuffer.allocate(64 * 1024);
    for (int read = 0; read < length; ) {
      client.readEvt(large).sync();
      large.flip();
      while (large.hasRemaining()) {
        assertEquals((byte) (read++ % 251), large.get());
      }
      large.clear();
    }
  }

  @Test
  void aDump_namesTheSocketOfAWait() throws Exception {
    Thread reader = Events.spawn(() -> server.readEvt(buffer).sync());
    String waits = "read from " + server.remote() + ": 1 wait to receive";
    eventually(() -> Events.dump().contains(waits));
    client.writeAll(bytes("go on"));
    reader.join();
    assertFalse(Events.dump().contains(waits));
  }

  @Test
  void theEndOfTheOutput_followsAsynchronousWrites() throws Exception {
    int length = 16 * 1_024 * 1_024;
    client.aWriteEvt(ByteBuffer.allocate(length)).aSync();
    client.shutdownOutput();
    ByteBuffer piece = ByteBuffer.allocate(64 * 1_024);
    int read = 0;
    for (int n; (n = server.readEvt(piece.clear()).sync()) >= 0; ) {
      read += n;
    }
    assertEquals(length, read);
    CompletableFuture<Integer> late =
        client.aWriteEvt(bytes("late")).callbackEvt().aSync().toFuture();
    assertThrows(ExecutionException.class, late::get);
    client.close();
    assertThrows(IOException.class, client::shutdownOutput);
  }

  @Test
  void anAsynchronousAcceptAndRead_needNoWaitingThread() throws Exception {
    Channel<String> heard = new Channel<>("heard");
    acceptor
        .aAcceptEvt()
        .aWrap(connection -> {
          ByteBuffer own = ByteBuffer.allocate(10);
          return connection
              .aReadEvt(own)
              .aWrap(n -> {
                heard.aSend(text(own));
                return close(connection);
              })
              .aSync();
        })
        .aSync();
    try (Connection other = Connection.connectEvt(acceptor.address()).sync()) {
      other.writeAll(bytes("ping"));
      assertEquals("ping", heard.recv());
      assertEquals(-1, other.readEvt(buffer).sync());
    }
  }

  private static Void close(Connection connection) {
    try {
      connection.close();
      return null;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void closing_endsAllWaits() throws Exception {
    CompletableFuture<Integer> read = server.readEvt(buffer).toFuture();
    CompletableFuture<Connection> accept = acceptor.acceptEvt().toFuture();
    server.close();
    acceptor.close();
    String failure = assertThrows(ExecutionException.class, () -> get(read)).getMessage();
    assertTrue(failure.contains("read from " + client(server) + ": closed"), failure);
    failure = assertThrows(ExecutionException.class, () -> get(accept)).getMessage();
    assertTrue(failure.contains("accept on " + acceptor.address() + ": closed"), failure);
    assertFalse(server.isOpen());
    assertThrows(UncheckedIOException.class, server.readEvt(buffer)::sync);
    assertThrows(UncheckedIOException.class, () -> server.writeAll(bytes("x")));
    assertEquals(-1, client.readEvt(buffer).sync());
  }

  @Test
  void asynchronousWritesToAClosedConnection_nameTheConnection() throws Exception {
    int much = 16 << 20;
    Event<Integer> full = client.aWriteEvt(ByteBuffer.allocate(much)).callbackEvt().aSync();
    Event<Integer> pending = client.aWriteEvt(bytes("x")).callbackEvt().aSync();
    client.close();
    String whose = client.remote().toString();
    AsyncEvent<Void, Integer> late = client.aWriteEvt(bytes("x"));
    for (Executable write : List.<Executable>of(full::sync, pending::sync, late::aSync)) {
      UncheckedIOException failed = assertThrows(UncheckedIOException.class, write);
      assertTrue(failed.getMessage().contains(whose), failed::getMessage);
    }
  }

  private static String client(Connection ofServer) {
    return ofServer.remote().toString();
  }

  @Test
  void closedConnections_releaseTheirDescriptors() throws Exception {
    long before = sockets();
    for (int i = 0; i < 200; i++) {
      try (Connection one = Connection.connectEvt(acceptor.address()).sync();
          Connection other = acceptor.acceptEvt().sync()) {
        other.aWriteEvt(bytes("x")).aSync();
        assertEquals(1, one.readEvt(buffer.clear()).sync());
      }
    }
    eventually(() -> sockets() == before);
  }
}
