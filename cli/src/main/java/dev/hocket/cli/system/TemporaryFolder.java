package dev.hocket.cli.system;

import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for the classes of a run; it is deleted when the JVM exits. */
public final class TemporaryFolder {
  private final Path path;
  private final Thread deletion = new Thread(this::deleteNow, "hocket-delete-classes");

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  public static TemporaryFolder create() {
    try {
      TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory("hocket-run-"));
      Runtime.getRuntime().addShutdownHook(folder.deletion);
      return folder;
    } catch (IOException e) {
      throw new UserError(
          "cannot create a folder in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage());
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Registers all files for deletion after the shutdown hooks, which may still load classes from
   * the folder. No file may be added later.
   */
  public void complete() {
    try {
      // The JVM deletes in reverse order of registration, so parents are registered first.
      contents().forEach(file -> file.toFile().deleteOnExit());
      Runtime.getRuntime().removeShutdownHook(deletion);
    } catch (IllegalStateException e) {
      // The JVM is exiting already, and its shutdown hook deletes the folder.
    }
  }

  private void deleteNow() {
    for (Path file : contents().reversed()) {
      // An interrupted compiler may add files meanwhile, which keep the folder; this is no error.
      file.toFile().delete();
    }
  }

  private List<Path> contents() {
    try (Stream<Path> files = Files.walk(path)) {
      return files.sorted(Comparator.comparingInt(Path::getNameCount)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
