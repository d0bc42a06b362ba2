package dev.hocket.lsp;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the libraries of a project: those that the file {@code .hocket/classpath} lists, one or
 * several per line, or else the jars in the folder {@code lib}.
 */
final class ProjectClassPath {
  /** The file, in the folder of a project. */
  static final Path FILE = Path.of(".hocket", "classpath");

  private ProjectClassPath() {}

  /** Whether a folder, or one in it, has such a file. */
  static boolean isListed(Path folder) {
    return !files(folder).isEmpty();
  }

  static List<Path> of(List<Path> folders) {
    Set<Path> path = new LinkedHashSet<>();
    for (Path folder : folders) {
      List<Path> files = files(folder);
      files.forEach(file -> path.addAll(read(folder, file)));
      if (files.isEmpty()) {
        path.addAll(jars(folder));
      }
    }
    return List.copyOf(path);
  }

  /** The libraries of the project, and of the modules in its folders. */
  private static List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    for (Path each : within(folder)) {
      Path file = each.resolve(FILE);
      if (Files.isRegularFile(file)) {
        files.add(file);
      }
    }
    return files;
  }

  private static List<Path> within(Path folder) {
    List<Path> folders = new ArrayList<>(List.of(folder));
    try (Stream<Path> children = Files.walk(folder, 2)) {
      children
          .filter(Files::isDirectory)
          .filter(each -> !each.equals(folder))
          .forEach(folders::add);
    } catch (IOException | UncheckedIOException e) {
      // In that case only the folder itself is searched.
    }
    return folders;
  }

  private static List<Path> read(Path folder, Path file) {
    List<Path> entries = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        for (String entry : line.split(File.pathSeparator)) {
          if (!entry.isBlank()) {
            entries.add(folder.resolve(entry.strip()));
          }
        }
      }
    } catch (IOException | InvalidPathException e) {
      // A list that cannot be read counts as missing.
    }
    return entries;
  }

  /** The jars in the folder {@code lib} of a project's folder. */
  static List<Path> jars(Path folder) {
    Path lib = folder.resolve("lib");
    if (!Files.isDirectory(lib)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
