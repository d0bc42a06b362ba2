package dev.hocket.events.io;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.io.Trial.eventually;
import static dev.hocket.events.io.Trial.get;
import static dev.hocket.events.io.Trial.sockets;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that accepting and connecting are events like any other. */
@Timeout(300)
class AcceptorTest {
  private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);

  private final ByteBuffer buffer = ByteBuffer.allocate(64);
  private Acceptor acceptor;

  @BeforeEach
  void bind() throws Exception {
    acceptor = Acceptor.bind(ANY, 100);
  }

  @AfterEach
  void close() throws Exception {
    acceptor.close();
  }

  @Test
  void anAcceptThatTimesOut_losesNoConnection() throws Exception {
    Event<Connection> accept =
        choose(acceptor.acceptEvt(), timeOutEvt(Duration.ofMillis(10)).wrap(late -> null));
    assertEquals(null, accept.sync());
    List<Connection> clients = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clients.add(Connection.connectEvt(acceptor.address()).sync());
    }
    int accepted = 0;
    while (accepted < clients.size()) {
      Connection connection = select(acceptor.acceptEvt(), Events.alwaysEvt(null));
      if (connection != null) {
        accepted++;
        connection.close();
      }
    }
    for (Connection each : clients) {
      assertEquals(-1, each.readEvt(buffer).sync());
      each.close();
    }
  }

  @Test
  void manyAccepts_getDifferentConnections() throws Exception {
    List<CompletableFuture<Connection>> accepts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      accepts.add(acceptor.acceptEvt().toFuture());
    }
    List<Connection> clients = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      clients.add(Connection.connectEvt(acceptor.address()).sync());
    }
    assertEquals(
        10,
        accepts.stream().map(CompletableFuture::join).map(Connection::remote).distinct().count());
    for (int i = 0; i < 10; i++) {
      clients.get(i).close();
      get(accepts.get(i)).close();
    }
  }

  @Test
  void aClosedAcceptor_hasReleasedItsAddress() throws Exception {
    InetSocketAddress address = acceptor.address();
    for (int i = 0; i < 200; i++) {
      acceptor.close();
      acceptor = Acceptor.bind(address, 100);
    }
  }

  @Test
  void aRefusedConnection_namesTheAddress() throws Exception {
    InetSocketAddress closed = acceptor.address();
    acceptor.close();
    eventually(() -> {
      try {
        Connection.connectEvt(closed).sync().close();
        return false;
      } catch (UncheckedIOException refused) {
        return refused.getMessage().contains("connect to " + closed);
      } catch (IOException | InterruptedException failed) {
        throw new AssertionError(failed);
      }
    });
    UncheckedIOException unknown =
        assertThrows(
            UncheckedIOException.class,
            Connection.connectEvt(InetSocketAddress.createUnresolved("nowhere.invalid", 1))::sync);
    assertTrue(unknown.getMessage().contains("nowhere.invalid"), unknown::getMessage);
    assertThrows(NullPointerException.class, () -> Connection.connectEvt(null));
    IOException nowhere =
        assertThrows(
            IOException.class,
            () -> Acceptor.bind(InetSocketAddress.createUnresolved("nowhere.invalid", 1), 1));
    assertTrue(nowhere.getMessage().contains("nowhere.invalid"), nowhere::getMessage);
    IOException taken;
    try (Acceptor first = Acceptor.bind(ANY, 1)) {
      taken = assertThrows(IOException.class, () -> Acceptor.bind(first.address(), 1));
      assertTrue(taken.getMessage().contains(first.address().toString()), taken::getMessage);
    }
  }

  @Test
  void aConnectThatLoses_closesItsSocket() throws Exception {
    // This address does not answer: the queue of its socket is full, and no thread accepts.
    try (Acceptor full =
        Acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1)) {
      List<Connection> queued = new ArrayList<>();
      long before = 0;
      int late = 0;
      while (late < 5) {
        before = sockets();
        Connection connection =
            select(
                Connection.connectEvt(full.address()),
                timeOutEvt(Duration.ofMillis(100)).wrap(none -> null));
        if (connection == null) {
          late++;
          long expected = before;
          eventually(() -> sockets() == expected);
        } else {
          queued.add(connection);
        }
      }
      for (Connection each : queued) {
        each.close();
      }
    }
  }
}
