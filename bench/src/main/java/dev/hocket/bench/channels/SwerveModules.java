package dev.hocket.bench.channels;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Document;
import dev.hocket.casestudies.http.Documents;
import dev.hocket.casestudies.http.Lookup;
import dev.hocket.casestudies.swerve.Buffers;
import dev.hocket.casestudies.swerve.Door;
import dev.hocket.casestudies.swerve.Entry;
import dev.hocket.casestudies.swerve.FileProcessor;
import dev.hocket.casestudies.swerve.FileStore;
import dev.hocket.casestudies.swerve.Governor;
import dev.hocket.casestudies.swerve.Listener;
import dev.hocket.casestudies.swerve.Log;
import dev.hocket.casestudies.swerve.LogFile;
import dev.hocket.casestudies.swerve.NetworkProcessor;
import dev.hocket.casestudies.swerve.PacketWriter;
import dev.hocket.casestudies.swerve.TimeoutManager;
import dev.hocket.casestudies.swerve.Transfer;
import dev.hocket.casestudies.swerve.Version;
import dev.hocket.casestudies.swerve.Watch;
import dev.hocket.casestudies.swerve.async.Async;
import dev.hocket.casestudies.swerve.lockstep.LockStep;
import dev.hocket.events.Channel;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/**
 * Measures how long the caller of a module of Swerve waits for it, with asynchronous events and in
 * lock-step, as table 1 of paper 4 compares them. The time does not include work that a module does
 * after its caller has continued; the benchmark waits for that work and checks its result.
 */
public final class SwerveModules {
  private static final int SMALL_BYTES = 20 * 1024;
  private static final int LARGE_BYTES = 4 << 20;
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final long LONG_NANOS = Duration.ofSeconds(60).toNanos();

  private final Settings settings;
  private final int scale;
  private final Path folder;
  private final Document small;
  private final Document large;

  /** Calls a module several times, and returns how many nanoseconds the caller waited. */
  private interface Calls {
    long nanos(Version version, int times) throws Exception;
  }

  private SwerveModules(Settings settings, Path folder) throws IOException {
    this.settings = settings;
    this.scale = settings.isQuick() ? 20 : 1;
    this.folder = folder;
    small = document("small.bin", SMALL_BYTES);
    large = document("large.bin", LARGE_BYTES);
  }

  public static void run(Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      new SwerveModules(settings, folder).all();
    } finally {
      Programs.delete(folder);
    }
  }

  private void all() throws Exception {
    race("listener, a connection", 300, SwerveModules::connect);
    race("file processor, 20 kB", 5_000, (version, times) -> read(version, small, times));
    race("file processor, 4 MB", 20, (version, times) -> read(version, large, times));
    race("network processor, 4 MB", 20, this::send);
    race("timeout manager, a connection", 5_000, SwerveModules::watch);
    race("log, a line", 5_000, this::write);
  }

  /** Measures calls. The caller is a virtual thread, as all processes of the server are. */
  private void race(String title, int fullTimes, Calls calls) throws Exception {
    int times = fullTimes / scale;
    new Race("Swerve's " + title + ", per call")
        .with("asynchronous events", () -> nanos(calls, new Async(), times))
        .with("lock-step", () -> nanos(calls, new LockStep(), times))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static double nanos(Calls calls, Version version, int times) throws Exception {
    return (double) ThreadPeer.sum(List.of(() -> calls.nanos(version, times))) / times;
  }

  private Document document(String name, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = byteAt(i);
    }
    Path file = Files.write(folder.resolve(name), bytes);
    // The server does not cache a file that has just changed, so we make the file look older.
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    Lookup lookup = new Documents(folder, InstantSource.system()).find("/" + name);
    return ((Lookup.Found) lookup).document();
  }

  private static byte byteAt(long position) {
    return (byte) (position >> 10);
  }

  private static Body.FilePart all(Document document) {
    return new Body.FilePart(document, 0, document.length());
  }

  private static ServerSocketChannel listening() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Both ends of a connection. */
  private record Connection(SocketChannel client, SocketChannel server) implements Closeable {
    static Connection open() throws IOException {
      try (ServerSocketChannel listener = listening()) {
        SocketChannel client = SocketChannel.open(listener.getLocalAddress());
        return new Connection(client, listener.accept());
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  /**
   * Measures from connecting until the connection ends; the connection's process closes it at once.
   */
  private static long connect(Version version, int times) throws Exception {
    try (ServerSocketChannel socket = listening()) {
      Listener listener = version.listener(new Door(socket, e -> {}), times, new Closing());
      listener.start();
      long start = System.nanoTime();
      for (int i = 0; i < times; i++) {
        try (SocketChannel client = SocketChannel.open(socket.getLocalAddress())) {
          check(client.read(ByteBuffer.allocate(1)), -1, "bytes of a connection closed at once");
        }
      }
      long nanos = System.nanoTime() - start;
      listener.stop();
      listener.endedEvt().sync();
      return nanos;
    }
  }

  private static final class Closing implements Governor {
    @Override
    public void govern(SocketChannel client) {
      try {
        client.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void fail(Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  /** Measures until the last chunk of a file has been received. */
  private static long read(Version version, Document document, int times) throws Exception {
    FileProcessor files = version.files(new FileStore(LARGE_BYTES));
    try (SocketChannel unused = SocketChannel.open()) {
      Watch watch = new Watch(unused, LONG_NANOS, LONG_NANOS);
      long start = System.nanoTime();
      for (int i = 0; i < times; i++) {
        receive(files.read(all(document), watch), document.length());
      }
      return System.nanoTime() - start;
    }
  }

  private static void receive(Channel<Transfer> from, long length) throws InterruptedException {
    long position = 0;
    while (position < length) {
      Transfer.Chunk chunk = (Transfer.Chunk) from.recv();
      ByteBuffer bytes = chunk.bytes();
      check(bytes.get(bytes.position()), byteAt(position), "the byte at " + position);
      position += bytes.remaining();
      chunk.release();
    }
    check(position, length, "bytes of a file");
  }

  /** Measures until a file has been written to a connection whose other end reads everything. */
  private long send(Version version, int times) throws Exception {
    FileProcessor files = version.files(new FileStore(0));
    try (Connection connection = Connection.open()) {
      SocketChannel socket = connection.server();
      FutureTask<Long> taken = new FutureTask<>(() -> drain(connection.client()));
      Thread.ofPlatform().start(taken);
      Watch watch = new Watch(socket, LONG_NANOS, LONG_NANOS);
      Buffers packets = new Buffers(PacketWriter.PACKET_BYTES, 1);
      PacketWriter writer = new PacketWriter(socket, watch, packets, LONG_NANOS);
      NetworkProcessor network = version.network(writer);
      long start = System.nanoTime();
      for (int i = 0; i < times; i++) {
        Channel<Transfer> from = files.read(all(large), watch);
        Transfer.End end = network.send(ByteBuffer.allocate(0), from, large.length());
        check(end.ordinal(), Transfer.End.DONE.ordinal(), "end of a transfer");
      }
      writer.flush();
      long nanos = System.nanoTime() - start;
      socket.shutdownOutput();
      check(taken.get(), times * large.length(), "bytes sent");
      return nanos;
    }
  }

  private static long drain(SocketChannel client) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
    long taken = 0;
    for (int read; (read = client.read(buffer.clear())) >= 0; ) {
      taken += read;
    }
    return taken;
  }

  /**
   * Measures until the manager knows of a new connection, or has a message about it. The last
   * connection is late at once: when the manager ends it, the manager has seen all of them.
   */
  private static long watch(Version version, int times) throws Exception {
    TimeoutManager timeouts = version.timeouts(INTERVAL);
    try (Connection connection = Connection.open()) {
      SocketChannel socket = connection.server();
      Watch ended = new Watch(socket, LONG_NANOS, LONG_NANOS);
      ended.end();
      long start = System.nanoTime();
      for (int i = 0; i < times; i++) {
        timeouts.add(ended);
      }
      long nanos = System.nanoTime() - start;
      timeouts.add(new Watch(socket, 0, LONG_NANOS));
      check(socket.read(ByteBuffer.allocate(1)), -1, "bytes of a connection that is late");
      return nanos;
    } finally {
      timeouts.stop();
    }
  }

  /**
   * Measures until the log has taken a line or, with asynchronous events, until the send of the
   * line has returned.
   */
  private long write(Version version, int times) throws Exception {
    Path lines = Files.createTempDirectory(folder, "log");
    Log log = version.log(new LogFile(lines, Long.MAX_VALUE, 2), () -> {});
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      log.write(new Entry(Instant.now(), "127.0.0.1", "GET / HTTP/1.1", 200, i));
    }
    long nanos = System.nanoTime() - start;
    log.close();
    check(lines(lines), times, "lines of the log");
    Programs.delete(lines);
    return nanos;
  }

  private static long lines(Path folder) throws IOException {
    long count = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        count += Files.readAllLines(file).size();
      }
    }
    return count;
  }

  private static void check(long actual, long expected, String what) {
    if (actual != expected) {
      throw new AssertionError(what + ": " + actual + ", not " + expected);
    }
  }
}
