package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Limits;
import dev.hocket.casestudies.swerve.Settings.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A running server, and the directory that it serves. */
final class Site implements AutoCloseable {
  /** A time limit that does not pass in a test that is not about time limits. */
  static final Duration LONG = Duration.ofMinutes(5);

  static final Duration SHORT = Duration.ofMillis(300);
  static final Times PATIENT = new Times(LONG, LONG, LONG, Duration.ofSeconds(2), LONG);
  static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");
  private static final long CACHE_BYTES = 1 << 20;

  final Path root;
  final Server server;
  final AtomicInteger exits = new AtomicInteger();

  Site(Kind kind, Path root) throws IOException {
    this(kind, root, PATIENT, 1000, Optional.empty());
  }

  Site(Kind kind, Path root, Times times, int mostConnections, Optional<Path> log)
      throws IOException {
    this.root = root;
    server =
        Server.start(
            settings(root, 0, times, mostConnections, log), kind.version(), exits::incrementAndGet);
  }

  static Settings settings(
      Path root, int port, Times times, int mostConnections, Optional<Path> log) {
    return new Settings(
        root,
        "127.0.0.1",
        port,
        mostConnections,
        times,
        Limits.DEFAULT,
        CACHE_BYTES,
        Duration.ofMillis(50),
        log);
  }

  Path write(String name, byte[] content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    Files.setLastModifiedTime(file, FileTime.from(OLD));
    return file;
  }

  int port() throws IOException {
    return server.address().getPort();
  }

  Client connect() throws IOException {
    return new Client(port());
  }

  /** Sends all requests at once, closes the output, and reads to the end. */
  String exchange(String requests) throws IOException {
    try (Client client = connect()) {
      client.send(requests);
      client.shutdownOutput();
      return client.rest();
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (InterruptedException e) {
      throw new AssertionError("a test was interrupted", e);
    }
  }
}
