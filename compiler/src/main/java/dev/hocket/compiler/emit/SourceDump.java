package dev.hocket.compiler.emit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes the generated Java sources to a folder for reading: {@code --emit-source}. */
public final class SourceDump {
  private SourceDump() {}

  /**
   * A generated source file.
   *
   * @param folder its module and package as folders, or empty
   * @param name its name
   * @param content its text
   */
  public record File(Path folder, String name, String content) {
    Path below(Path root) {
      return root.resolve(folder).resolve(name);
    }
  }

  /**
   * The reason why the files must not be written below a folder; empty if they may.
   *
   * @param inputs the user's source files
   */
  public static Optional<String> obstacle(Path root, List<File> files, Collection<Path> inputs)
      throws IOException {
    Optional<String> obstacle = fileAsFolder(root);
    Set<Path> sources = new HashSet<>();
    for (Path input : inputs) {
      sources.add(input.toRealPath());
    }
    for (File file : files) {
      Path written = file.below(root);
      if (obstacle.isEmpty()) {
        obstacle = fileAsFolder(written.getParent());
      }
      if (obstacle.isEmpty() && Files.exists(written) && sources.contains(written.toRealPath())) {
        obstacle = Optional.of("--emit-source " + root + " would overwrite your source " + written);
      }
    }
    return obstacle.map(what -> what + "; name another folder");
  }

  private static Optional<String> fileAsFolder(Path folder) {
    for (Path path = folder; path != null; path = path.getParent()) {
      if (Files.exists(path) && !Files.isDirectory(path)) {
        return Optional.of("--emit-source: " + path + " is a file, not a folder");
      }
    }
    return Optional.empty();
  }

  /** Writes the files below a folder. */
  public static void write(Path root, List<File> files) throws IOException {
    for (File file : files) {
      Path written = file.below(root);
      Files.createDirectories(written.toAbsolutePath().getParent());
      Files.writeString(written, file.content(), StandardCharsets.UTF_8);
    }
  }
}
