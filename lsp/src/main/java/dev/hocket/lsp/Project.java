package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Inspector;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sources of a workspace, and their class path. */
final class Project {
  /** Names of folders that tools write generated files to. */
  private static final Set<String> MADE = Set.of("target", "build", "out", "bin", "node_modules");

  /** The largest number of sources that is read; the others are read when they are opened. */
  private static final int MOST_FILES = 20_000;

  private final Inspector inspector = new Inspector(List.of());
  private volatile List<Path> folders = List.of();

  /** Sets the folders of the workspace, without reading them yet. */
  void open(List<Path> workspace) {
    folders = List.copyOf(workspace);
  }

  /** Reads all sources. */
  void load() {
    for (Path folder : folders) {
      read(folder, inspector);
    }
  }

  Inspector inspector() {
    return inspector;
  }

  private static void read(Path folder, Inspector into) {
    int[] count = {0};
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              return !path.equals(folder) && isSkipped(path)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".java")) {
                readFile(file).ifPresent(text -> into.put(uri(file), text));
                count[0]++;
              }
              return count[0] < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      // Files that cannot be read are left out of the project.
    }
  }

  /** Whether a folder has no sources that people write. */
  static boolean isSkipped(Path folder) {
    String name = String.valueOf(folder.getFileName());
    return name.startsWith(".") || MADE.contains(name);
  }

  static Optional<String> readFile(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static String uri(Path file) {
    return file.toUri().toString();
  }

  /** The file of a URI; empty if it is not in a file system. */
  static Optional<Path> path(String uri) {
    try {
      return Optional.of(Path.of(URI.create(uri)).toAbsolutePath());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** A URI in this project's spelling: clients escape characters differently. */
  static String plain(String uri) {
    return path(uri).map(Project::uri).orElse(uri);
  }

  List<Path> folders() {
    return new ArrayList<>(folders);
  }

  void close() {
    inspector.close();
  }
}
