package dev.hocket.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where programs are looked for.
 *
 * @param path folders, as in the variable PATH
 */
record Tools(String path) {
  /** The PATH, and where servers are, which not everybody's PATH names. */
  static Tools ofThisMachine() {
    return new Tools(
        String.join(File.pathSeparator, System.getenv("PATH"), "/usr/sbin", "/usr/local/sbin"));
  }

  /** The first program that is there under one of the names. */
  Optional<Path> find(List<String> names) {
    return names.stream()
        .flatMap(name ->
            Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name)))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /**
   * Tells that something is left out for want of a program.
   *
   * @param aptPackage what to install on Debian and Ubuntu
   */
  static void printMissing(String what, List<String> names, String aptPackage) {
    System.out.printf(
        "%n%s: not measured: %s not found on the PATH (apt-get install %s)%n",
        what, String.join(" or ", names), aptPackage);
  }
}
