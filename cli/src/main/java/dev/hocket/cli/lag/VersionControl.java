package dev.hocket.cli.lag;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds out whether version control can restore the old text of a file. */
final class VersionControl {
  private static final List<String> OTHERS = List.of(".hg", ".svn", ".jj");

  private VersionControl() {}

  /**
   * The root of the Git repository around a folder; else the current folder, if it contains the
   * folder.
   */
  static Path rootAround(Path folder) {
    Path start = folder.toAbsolutePath().normalize();
    for (Path path = start; path != null; path = path.getParent()) {
      if (Files.exists(path.resolve(".git"))) {
        return path;
      }
    }
    Path current = Path.of("").toAbsolutePath();
    return start.startsWith(current) ? current : start;
  }

  /** Whether Git tracks a file, or another version control system has a repository around it. */
  static boolean has(Path file) {
    for (Path path = file.toAbsolutePath().getParent(); path != null; path = path.getParent()) {
      if (Files.exists(path.resolve(".git"))) {
        return isTracked(path, file.toAbsolutePath());
      }
      if (OTHERS.stream().map(path::resolve).anyMatch(Files::exists)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTracked(Path root, Path file) {
    try {
      ProcessBuilder git =
          new ProcessBuilder("git", "ls-files", "--error-unmatch", "--", file.toString())
              .directory(root.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      return git.start().waitFor() == 0;
    } catch (IOException e) {
      // Without Git the answer is unknown, so the file counts as not tracked.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
