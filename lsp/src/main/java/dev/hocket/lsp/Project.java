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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The sources of a workspace, and their class path. A file has one URI here, however many symbolic
 * links lead to it: that of its real path.
 */
final class Project {
  /** Names of folders that tools write generated files to. */
  private static final Set<String> MADE = Set.of("target", "build", "out", "bin", "node_modules");

  /** The largest number of sources that is read; the others are read when they are opened. */
  private static final int MOST_FILES = 20_000;

  private final Inspector inspector = new Inspector(List.of());

  /** The folders by their real paths, with the paths that the client uses. */
  private volatile Map<Path, Path> folders = Map.of();

  /** Sets the folders of the workspace, without reading them yet. */
  void open(List<Path> workspace) {
    Map<Path, Path> real = new LinkedHashMap<>();
    workspace.forEach(folder -> real.putIfAbsent(real(folder), folder));
    folders = Collections.unmodifiableMap(real);
  }

  /** Reads folders that the user adds to the workspace, and forgets those that the user removes. */
  void change(List<Path> added, List<Path> removed) {
    List<Path> now = new ArrayList<>(folders.values());
    List<Path> gone = removed.stream().map(Project::real).toList();
    now.removeIf(folder -> gone.contains(real(folder)));
    now.addAll(added);
    open(now);
    gone.forEach(folder -> inspector.removeBelow(uri(folder)));
    load();
  }

  /** Reads all sources. */
  void load() {
    for (Path folder : folders.keySet()) {
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

  /** The path that the client uses for a file of a URI; empty if it is in no file system. */
  static Optional<Path> clientPath(String uri) {
    try {
      return Optional.of(Path.of(URI.create(uri)).toAbsolutePath());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The real path of a URI's file; empty if it is in no file system. */
  static Optional<Path> path(String uri) {
    return clientPath(uri).map(Project::real);
  }

  /** The path without symbolic links; the file itself may be missing. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      Path parent = path.getParent();
      return parent == null ? path : real(parent).resolve(path.getFileName());
    }
  }

  /** A URI in this project's spelling: clients escape characters differently. */
  static String plain(String uri) {
    return path(uri).map(Project::uri).orElse(uri);
  }

  /** The URI of a file of the workspace in the client's spelling. */
  String clientUri(String uri) {
    Optional<Path> file = path(uri);
    return folders.entrySet().stream()
        .filter(each -> file.isPresent() && file.get().startsWith(each.getKey()))
        .findFirst()
        .map(each -> uri(each.getValue().resolve(each.getKey().relativize(file.get()))))
        .orElse(uri);
  }

  List<Path> folders() {
    return new ArrayList<>(folders.keySet());
  }

  void close() {
    inspector.close();
  }
}
