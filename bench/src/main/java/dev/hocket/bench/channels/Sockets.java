package dev.hocket.bench.channels;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.events.Event;
import dev.hocket.events.io.Acceptor;
import dev.hocket.events.io.Connection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Compares reads and writes that are events with blocking reads and writes of virtual threads, on
 * the loopback interface.
 */
public final class Sockets {
  private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);
  private static final int MESSAGE_BYTES = 16;
  private static final int BUFFER_BYTES = 64 * 1_024;

  /** One end of a connection. */
  private interface End extends AutoCloseable {
    int read(ByteBuffer buffer) throws IOException, InterruptedException;

    void writeAll(ByteBuffer buffer) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
  }

  private record Pair(End client, End server) {}

  private interface Connect {
    Pair pair() throws IOException, InterruptedException;
  }

  private record OfEvents(Connection connection, Duration limit) implements End {
    @Override
    public int read(ByteBuffer buffer) throws InterruptedException {
      Event<Integer> read = connection.readEvt(buffer);
      return limit == null ? read.sync() : choose(read, timeOutEvt(limit).wrap(late -> -2)).sync();
    }

    @Override
    public void writeAll(ByteBuffer buffer) throws InterruptedException {
      connection.writeAll(buffer);
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  private record Blocking(SocketChannel channel) implements End {
    @Override
    public int read(ByteBuffer buffer) throws IOException {
      return channel.read(buffer);
    }

    @Override
    public void writeAll(ByteBuffer buffer) throws IOException {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private final Settings settings;

  private Sockets(Settings settings) {
    this.settings = settings;
  }

  public static void run(Settings settings) throws Exception {
    Sockets sockets = new Sockets(settings);
    int share = settings.isQuick() ? 100 : 1;
    sockets.race(
        "a round trip of 16 bytes, 1 connection", connect -> trips(connect, 1, 10_000 / share));
    sockets.race(
        "a round trip of 16 bytes, 16 connections at a time",
        connect -> trips(connect, 16, 2_000 / share));
    sockets.race("64 KiB of a long stream", connect -> stream(connect, 4_096 / share));
  }

  private interface Task {
    double nanos(Connect connect) throws Exception;
  }

  private void race(String title, Task task) throws Exception {
    Duration limit = Duration.ofMinutes(5);
    new Race("sockets: " + title)
        .with("Hocket, readEvt", () -> task.nanos(() -> events(null)))
        .with("Hocket, readEvt or a timeout", () -> task.nanos(() -> events(limit)))
        .with("virtual threads that block", () -> task.nanos(Sockets::blocking))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static Pair events(Duration limit) throws IOException, InterruptedException {
    try (Acceptor acceptor = Acceptor.bind(ANY, 1)) {
      Connection client = Connection.connectEvt(acceptor.address()).sync();
      return new Pair(
          new OfEvents(client, limit), new OfEvents(acceptor.acceptEvt().sync(), limit));
    }
  }

  private static Pair blocking() throws IOException {
    try (ServerSocketChannel acceptor = ServerSocketChannel.open().bind(ANY, 1)) {
      SocketChannel client = SocketChannel.open(acceptor.getLocalAddress());
      SocketChannel server = acceptor.accept();
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      server.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return new Pair(new Blocking(client), new Blocking(server));
    }
  }

  private static double trips(Connect connect, int pairs, int trips) throws Exception {
    List<Callable<Long>> ends = new ArrayList<>();
    List<Pair> all = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      Pair pair = connect.pair();
      all.add(pair);
      ends.add(() -> exchange(pair.client(), trips, true));
      ends.add(() -> exchange(pair.server(), trips, false));
    }
    double nanos = time(ends, 2L * pairs * trips * MESSAGE_BYTES, all);
    return nanos / trips / pairs;
  }

  private static long exchange(End end, int trips, boolean begins) throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE_BYTES);
    long read = 0;
    for (int i = 0; i < trips; i++) {
      if (begins) {
        end.writeAll(buffer.clear());
      }
      read += end.read(buffer.clear());
      if (!begins) {
        end.writeAll(buffer.flip());
      }
    }
    return read;
  }

  private static double stream(Connect connect, int buffers) throws Exception {
    Pair pair = connect.pair();
    long bytes = (long) buffers * BUFFER_BYTES;
    List<Callable<Long>> ends = List.of(() -> write(pair.client(), buffers), () -> drain(pair));
    return time(ends, bytes, List.of(pair)) / buffers;
  }

  private static long write(End end, int buffers) throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    for (int i = 0; i < buffers; i++) {
      end.writeAll(buffer.clear());
    }
    end.close();
    return 0;
  }

  private static long drain(Pair pair) throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    long all = 0;
    for (int read; (read = pair.server().read(buffer.clear())) >= 0; ) {
      all += read;
    }
    return all;
  }

  private static double time(List<Callable<Long>> ends, long expected, List<Pair> pairs)
      throws Exception {
    long start = System.nanoTime();
    long read = ThreadPeer.sum(ends);
    long nanos = System.nanoTime() - start;
    if (read != expected) {
      throw new AssertionError("read " + read + " bytes, not " + expected);
    }
    for (Pair pair : pairs) {
      pair.client().close();
      pair.server().close();
    }
    return nanos;
  }
}
