package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A directory, and servers of it. */
final class Site {
  /** Time limits so long that none passes in a test that is not about them. */
  static final Duration LONG = Duration.ofMinutes(5);

  static final Times PATIENT = new Times(LONG, LONG, LONG, LONG, LONG);

  /** A time so far in the past that any later change is noticed. */
  private static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");

  final Path root;

  Site(Path root) {
    this.root = root;
  }

  Path write(String name, byte[] content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    Files.setLastModifiedTime(file, FileTime.from(OLD));
    return file;
  }

  FlowServer serve(Form form) throws IOException {
    return serve(form, PATIENT);
  }

  FlowServer serve(Form form, Times times) throws IOException {
    return serve(form, times, Mapping.OF_THE_FORM);
  }

  FlowServer serve(Form form, Times times, Mapping mapping) throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return FlowServer.start(form, root, anyPort, times, mapping);
  }

  static Client connect(FlowServer server) throws IOException {
    return new Client(server.address().getPort());
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
