package dev.hocket.events.io;

import static dev.hocket.events.io.Trial.bytes;
import static dev.hocket.events.io.Trial.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Channel;
import dev.hocket.events.Events;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that servers of input and output have threads of the library's own, whatever the factory.
 */
@Timeout(300)
class RequestServerTest {
  private final AtomicInteger made = new AtomicInteger();

  @BeforeEach
  void setFactory() {
    Events.setThreadFactory(body -> {
      made.incrementAndGet();
      return Thread.ofPlatform().daemon().name("of the test").unstarted(body);
    });
  }

  @AfterEach
  void takeFactoryBack() {
    Events.setThreadFactory(null);
  }

  /** The threads may have been made before this test; their names identify their servers. */
  @Test
  void aFileServer_isAVirtualThreadNamedByItsChannel() throws Exception {
    CompletableFuture<Thread> serving = new CompletableFuture<>();
    Channel<Request> server = FileServers.next();
    server.send(new Request("test", () -> serving.complete(Thread.currentThread()) ? 1 : 0));
    assertTrue(get(serving).isVirtual());
    assertEquals("hocket-events-io " + server.name(), get(serving).getName());
    assertEquals(0, made.get());
  }

  @Test
  void asynchronousWrites_needAThreadOfTheFactoryOnlyForEachAction() throws Exception {
    try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 1);
        Connection client = Connection.connectEvt(acceptor.address()).sync();
        Connection server = acceptor.acceptEvt().sync()) {
      CompletableFuture<Integer> written = new CompletableFuture<>();
      client.aWriteEvt(bytes("hello")).aTap(written::complete).aSync();
      assertEquals(5, get(written));
      assertEquals(5, server.readEvt(ByteBuffer.allocate(64)).sync());
      assertEquals(1, made.get());
    }
  }
}
