package dev.hocket.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder the classes of a run lie in, gone when the JVM exits. */
final class TemporaryFolder {
  private TemporaryFolder() {}

  static Path create() {
    try {
      return Files.createTempDirectory("hocket-run-");
    } catch (IOException e) {
      throw new UserError(
          "cannot create a folder in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage());
    }
  }

  /**
   * Deletes the folder with what it holds now when the JVM exits. The JVM does that after all
   * shutdown hooks have ended, so the program's hooks can still load classes from it.
   */
  static void deleteAtExit(Path folder) {
    // Files go in the reverse order of their registration: parents first here, so they go last.
    contents(folder).forEach(path -> path.toFile().deleteOnExit());
  }

  static void delete(Path folder) {
    for (Path path : contents(folder).reversed()) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static List<Path> contents(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.comparingInt(Path::getNameCount)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
