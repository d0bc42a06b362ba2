package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that contains a program: in Maven's layout the POM's folder, with sources in
 * src/main/java, otherwise a folder with sources and resources.
 *
 * @param sources the sources to compile
 * @param resources the folders of pictures, texts and service lists that the program loads
 */
public record ProgramFolder(List<Path> sources, List<Path> resources) {
  private static final Path MAIN = Path.of("src", "main");
  private static final Path TEST = Path.of("src", "test");

  /** The program without its tests. */
  public static ProgramFolder of(Path folder) {
    return hasSources(folder, MAIN)
        ? part(folder, MAIN)
        : new ProgramFolder(Sources.below(folder), List.of(folder));
  }

  /** The program with its tests. */
  public static ProgramFolder withTests(Path folder) {
    if (!hasSources(folder, TEST)) {
      throw new UserError(
          "there is no "
              + TEST.resolve("java")
              + " in "
              + folder
              + ", where tests lie in Maven's layout; 'hocket new DIR' makes a project with a test");
    }
    ProgramFolder tests = part(folder, TEST);
    if (!hasSources(folder, MAIN)) {
      return tests;
    }
    ProgramFolder program = part(folder, MAIN);
    return new ProgramFolder(
        joined(program.sources, tests.sources), joined(tests.resources, program.resources));
  }

  private static boolean hasSources(Path folder, Path part) {
    return Files.isDirectory(folder.resolve(part).resolve("java"));
  }

  private static ProgramFolder part(Path folder, Path part) {
    Path resources = folder.resolve(part).resolve("resources");
    return new ProgramFolder(
        Sources.below(folder.resolve(part).resolve("java")),
        Files.isDirectory(resources) ? List.of(resources) : List.of());
  }

  private static List<Path> joined(List<Path> first, List<Path> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
