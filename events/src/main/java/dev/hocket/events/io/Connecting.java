package dev.hocket.events.io;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.withNack;

import dev.hocket.events.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;

/** One attempt to connect. */
record Connecting(SocketChannel channel, Readiness connectable, Poller poller) {
  static Event<Connection> to(InetSocketAddress remote) {
    return withNack(nack -> {
      try {
        return begin(remote, nack);
      } catch (IOException failed) {
        throw new UncheckedIOException(
            new IOException("connect to " + remote + ": " + failed.getMessage(), failed));
      } catch (UnresolvedAddressException unknown) {
        throw new UncheckedIOException(
            new IOException("connect to " + remote + ": the host is not known", unknown));
      }
    });
  }

  @SuppressWarnings("resource") // The connection's, or closed.
  private static Event<Connection> begin(InetSocketAddress remote, Event<Void> nack)
      throws IOException, InterruptedException {
    Poller poller = Poller.shared();
    SocketChannel channel = SocketChannel.open();
    try {
      Readiness connectable =
          new Readiness(poller, "connect to " + remote, SelectionKey.OP_CONNECT);
      Connecting attempt = new Connecting(channel, connectable, poller);
      channel.configureBlocking(false);
      nack.sTrans()
          .aWrap(lost -> {
            attempt.close();
            return lost;
          })
          .aSync();
      if (channel.connect(remote)) {
        return alwaysEvt(attempt).wrap(Connecting::finish);
      }
      connectable.watched(poller.watch(channel, connectable));
      connectable.want();
      return connectable.event().wrap(ready -> attempt.finish());
    } catch (Throwable failed) {
      channel.close();
      throw failed;
    }
  }

  private Connection finish() {
    try {
      channel.finishConnect();
      return Connection.of(channel);
    } catch (IOException failed) {
      close();
      throw connectable.failed(failed);
    }
  }

  private void close() {
    try {
      channel.close();
    } catch (IOException failed) {
      throw connectable.failed(failed);
    } finally {
      poller.forget();
    }
  }
}
