package dev.hocket.events.io;

import static dev.hocket.events.io.Trial.bytes;
import static dev.hocket.events.io.Trial.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a failure of one socket does not affect the others. */
@Timeout(300)
class PollerTest {
  /**
   * A watched channel that throws when it is notified, and closes its pipe after some
   * notifications.
   */
  private record Broken(Pipe.SinkChannel sink, AtomicInteger told) implements Watched {
    @Override
    public int operation() {
      return SelectionKey.OP_WRITE;
    }

    @Override
    public void ready() {
      try {
        if (told.incrementAndGet() == 10) {
          sink.close();
        }
      } catch (IOException failed) {
        throw new AssertionError(failed);
      }
      throw new IllegalStateException("broken, for this test");
    }
  }

  @Test
  void aFailureWhoseHandlerFailsToo_doesNotEndThePolling() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
      throw new IllegalStateException("so is this", failure);
    });
    Pipe pipe = Pipe.open();
    try {
      AtomicInteger told = new AtomicInteger();
      pipe.sink().configureBlocking(false);
      Poller poller = Poller.shared();
      Watched broken = new Broken(pipe.sink(), told);
      poller.want(poller.watch(pipe.sink(), broken), SelectionKey.OP_WRITE);
      eventually(() -> told.get() >= 10);
      assertCommunicates();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      pipe.sink().close();
      pipe.source().close();
    }
  }

  private static void assertCommunicates() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(16);
    try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 1);
        Connection client = Connection.connectEvt(acceptor.address()).sync();
        Connection server = acceptor.acceptEvt().sync()) {
      client.writeAll(bytes("hello"));
      assertEquals(5, server.readEvt(buffer).sync());
    }
  }
}
