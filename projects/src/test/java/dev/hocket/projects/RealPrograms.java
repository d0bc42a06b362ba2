package dev.hocket.projects;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of others with windows, which are on the class path in {@code ./check --long}. */
final class RealPrograms {
  private RealPrograms() {}

  /**
   * The jar of a program.
   *
   * @param name the name of the artefact
   * @param kind {@code -sources}, or nothing for its classes
   */
  static Path jar(String name, String kind) {
    String file = name + "-\\d[\\d.]*" + kind + "\\.jar";
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> path.getFileName().toString().matches(file))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + name + kind + " on the class path"));
  }
}
