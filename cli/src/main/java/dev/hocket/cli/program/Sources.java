package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds sources, and refuses files that are not there. */
public final class Sources {
  private Sources() {}

  /**
   * Every source below the folder, sorted, without hidden folders, {@code target} and the tests
   * that Maven's layout has in {@code src/test} beside {@code src/main}. Module descriptors are
   * left out: a program run from its sources runs on the class path.
   */
  public static List<Path> below(Path folder) {
    List<Path> found = new ArrayList<>();
    Path root = withoutLink(folder);
    try {
      Files.walkFileTree(root, new Finder(root, found));
    } catch (IOException e) {
      throw new UserError(
          "cannot read " + e.getMessage() + " (looking for sources in " + folder + ")");
    }
    if (found.isEmpty()) {
      throw new UserError(
          "no .java file in " + folder + " or below (hidden folders and target are not searched)");
    }
    Collections.sort(found);
    return found;
  }

  /** The folder that a symbolic link leads to; any other folder itself. */
  public static Path withoutLink(Path folder) {
    try {
      return Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
    } catch (IOException e) {
      return folder;
    }
  }

  /** Returns the file, which exists and can be read. */
  public static Path existing(Path file) {
    if (file == null || !Files.exists(file)) {
      throw new UserError(file + ": no such file");
    }
    if (!Files.isReadable(file)) {
      throw new UserError(file + ": not readable");
    }
    return file;
  }

  private static final class Finder extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> found;

    Finder(Path root, List<Path> found) {
      this.root = root;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      if (folder.equals(root)) {
        return FileVisitResult.CONTINUE;
      }
      String name = folder.getFileName().toString();
      return name.startsWith(".") || name.equals("target") || isOfTests(folder)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    private static boolean isOfTests(Path folder) {
      return folder.endsWith(Path.of("src", "test"))
          && Files.isDirectory(folder.resolveSibling("main"));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String name = file.getFileName().toString();
      if (name.endsWith(".java") && !name.startsWith(".") && !name.equals("module-info.java")) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
