package dev.hocket.bench.processes;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds installed programs.
 *
 * @param path the folders, in the syntax of the variable PATH
 */
public record Tools(String path) {
  /** Searches the PATH and the folders of servers, which a user's PATH may lack. */
  public static Tools ofThisMachine() {
    return new Tools(
        String.join(File.pathSeparator, System.getenv("PATH"), "/usr/sbin", "/usr/local/sbin"));
  }

  /** Finds the first program with one of the names. */
  public Optional<Path> find(List<String> names) {
    return names.stream()
        .flatMap(name ->
            Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name)))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /**
   * Prints that a measurement is skipped because a program is missing.
   *
   * @param aptPackage the package to install on Debian and Ubuntu
   */
  public static void printMissing(String what, List<String> names, String aptPackage) {
    System.out.printf(
        "%n%s: not measured: %s not found on the PATH (apt-get install %s)%n",
        what, String.join(" or ", names), aptPackage);
  }
}
