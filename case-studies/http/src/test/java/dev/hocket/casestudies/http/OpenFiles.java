package dev.hocket.casestudies.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Counts this JVM's open descriptors, including sockets. */
public final class OpenFiles {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OpenFiles() {}

  /** The number of open descriptors; 0 if the system does not report it. */
  public static long count() throws IOException {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.count();
    }
  }
}
