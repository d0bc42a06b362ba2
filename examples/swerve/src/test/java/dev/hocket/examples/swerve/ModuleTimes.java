package dev.hocket.examples.swerve;

import dev.hocket.events.Channel;
import dev.hocket.examples.http.Body;
import dev.hocket.examples.http.Document;
import dev.hocket.examples.http.Documents;
import dev.hocket.examples.http.Lookup;
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
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * How long who calls a module waits for it, in each version, as table 1 of paper 4 compares them:
 * {@code java -cp … dev.hocket.examples.swerve.ModuleTimes}. Both versions take turns in every
 * round; the medians of the rounds are printed, and results are checked as they come.
 */
final class ModuleTimes {
  private static final int ROUNDS = 15;
  private static final int SMALL = 20 * 1024;
  private static final int LARGE = 4 << 20;
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private final Path folder;
  private final Map<String, Map<Kind, double[]>> micros = new TreeMap<>();

  private ModuleTimes(Path folder) {
    this.folder = folder;
  }

  /** Does something so many times. */
  private interface Work {
    void run(int times) throws IOException, InterruptedException;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("module-times");
    // A virtual thread, as all processes of the server are.
    FutureTask<Void> all = new FutureTask<>(new ModuleTimes(folder)::all);
    Thread.startVirtualThread(all);
    try {
      all.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a module did not do its work", e.getCause());
    }
    System.exit(0); // Processes of the modules wait for more.
  }

  private Void all() throws IOException, InterruptedException {
    Document small = document("small.bin", SMALL);
    Document large = document("large.bin", LARGE);
    for (int round = 0; round < ROUNDS; round++) {
      for (Kind kind : Kind.values()) {
        Version version = kind.version();
        time("1 Listener: a connection", kind, round, 300, times -> connect(version, times));
        FileProcessor files = version.files(new FileStore(LARGE));
        time("2 File processor: 20 kB", kind, round, 5000, times -> read(files, small, times));
        time("3 File processor: 4 MB", kind, round, 20, times -> read(files, large, times));
        time("4 Network processor: 4 MB", kind, round, 20, times -> send(version, large, times));
        TimeoutManager timeouts = version.timeouts(INTERVAL);
        time("5 Timeout manager: a connection", kind, round, 5000, times -> watch(timeouts, times));
        timeouts.stop();
        LogFile file = new LogFile(folder.resolve(kind.name()), Long.MAX_VALUE, 2);
        Log log = version.log(file, () -> {});
        time("6 Log: a line", kind, round, 5000, times -> write(log, times));
        log.close();
      }
    }
    print();
    return null;
  }

  private Document document(String name, int length) throws IOException {
    Path file = Files.write(folder.resolve(name), new byte[length]);
    Files.setLastModifiedTime(file, FileTime.from(Site.OLD));
    Lookup lookup = new Documents(folder, InstantSource.system()).find("/" + name);
    return ((Lookup.Found) lookup).document();
  }

  private void time(String what, Kind kind, int round, int times, Work work)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    work.run(times);
    double each = (System.nanoTime() - start) / 1000.0 / times;
    micros.computeIfAbsent(what, none -> new TreeMap<>())
            .computeIfAbsent(kind, none -> new double[ROUNDS])[round] =
        each;
  }

  private static void connect(Version version, int times) throws IOException, InterruptedException {
    try (ServerSocketChannel socket = ServerSocketChannel.open()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Listener listener = version.listener(new Door(socket, e -> {}), times, new Closing());
      listener.start();
      for (int i = 0; i < times; i++) {
        try (SocketChannel client = SocketChannel.open(socket.getLocalAddress())) {
          check(client.read(ByteBuffer.allocate(1)) < 0);
        }
      }
      listener.stop();
      listener.endedEvt().sync();
    }
  }

  /** Ends connections at once. */
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

  private static void read(FileProcessor files, Document document, int times)
      throws IOException, InterruptedException {
    Watch watch = new Watch(SocketChannel.open(), 0);
    for (int i = 0; i < times; i++) {
      Channel<Transfer> from = files.read(new Body.FilePart(document, 0, document.length()), watch);
      for (long left = document.length(); left > 0; ) {
        Transfer.Chunk chunk = (Transfer.Chunk) from.recv();
        left -= chunk.bytes().remaining();
        chunk.release();
      }
    }
  }

  /** Through a connection whose other end takes all. */
  private static void send(Version version, Document document, int times)
      throws IOException, InterruptedException {
    FileProcessor files = version.files(new FileStore(0));
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      SocketChannel client = SocketChannel.open(listener.getLocalAddress());
      FutureTask<Long> taken = new FutureTask<>(() -> drain(client));
      try (client;
          SocketChannel socket = listener.accept()) {
        Thread.ofPlatform().start(taken);
        Watch watch = new Watch(socket, Site.LONG.toNanos());
        Buffers packets = new Buffers(PacketWriter.PACKET_BYTES, 1);
        PacketWriter writer = new PacketWriter(socket, watch, packets, Site.LONG.toNanos());
        NetworkProcessor network = version.network(writer);
        for (int i = 0; i < times; i++) {
          Body.FilePart part = new Body.FilePart(document, 0, document.length());
          Channel<Transfer> from = files.read(part, watch);
          check(network.send(ByteBuffer.allocate(0), from, part.length()) == Transfer.End.DONE);
        }
        writer.flush();
        socket.shutdownOutput();
        check(taken.get() == times * document.length());
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      }
    }
  }

  private static long drain(SocketChannel client) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
    long taken = 0;
    for (int read; (read = client.read(buffer.clear())) >= 0; taken += read) {}
    return taken;
  }

  private static void watch(TimeoutManager timeouts, int times)
      throws IOException, InterruptedException {
    Watch watch = new Watch(SocketChannel.open(), 0);
    watch.end();
    for (int i = 0; i < times; i++) {
      timeouts.add(watch);
    }
  }

  private static void write(Log log, int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      log.write(new Entry(Instant.now(), "127.0.0.1", "GET / HTTP/1.1", 200, i));
    }
  }

  private static void check(boolean condition) {
    if (!condition) {
      throw new AssertionError("a module did something else");
    }
  }

  private void print() {
    System.out.printf("%-34s %12s %12s %11s%n", "us a call", "lock-step", "async", "improvement");
    micros.forEach((what, times) -> {
      double lockStep = median(times.get(Kind.LOCKSTEP));
      double async = median(times.get(Kind.ASYNC));
      System.out.printf(
          "%-34s %12.2f %12.2f %9.2f x%n", what.substring(2), lockStep, async, lockStep / async);
    });
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
