package dev.hocket.events.io;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** The I/O server of one connection's asynchronous writes, which are carried out in order. */
final class Writer {
  private final String what;
  private final Connection connection;
  private final Channel<Request> requests;
  private boolean started;

  Writer(String what, Connection connection) {
    this.what = what;
    this.connection = connection;
    this.requests = new Channel<>(what);
  }

  AsyncEvent<Void, Integer> writeEvt(ByteBuffer buffer) {
    if (!connection.isOpen()) {
      throw new UncheckedIOException(closed());
    }
    start();
    Request request =
        new Request(
            what,
            () -> {
              int length = buffer.remaining();
              connection.writeAll(buffer);
              return length;
            });
    return requests
        .sendEvt(request)
        .wrapHandler(end -> {
          throw new UncheckedIOException(closed());
        })
        .sTrans()
        .aWrap(taken -> request.result());
  }

  /** Ends the output after the pending writes, or at once if there were none. */
  void end() throws IOException {
    if (!hasStarted()) {
      connection.endOutput();
      return;
    }
    try {
      requests.aSend(
          new Request(
              what,
              () -> {
                connection.endOutput();
                return 0;
              }));
    } catch (ChannelClosedException end) {
      throw closed();
    }
  }

  private synchronized boolean hasStarted() {
    return started;
  }

  private synchronized void start() {
    if (!started) {
      RequestServer.start(requests);
      started = true;
    }
  }

  void close() {
    requests.fail(closed());
  }

  private IOException closed() {
    return new IOException(what + ": closed");
  }
}
