package dev.hocket.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A JDK on this machine.
 *
 * @param home its folder
 * @param feature its feature version, such as 25
 */
record Jdk(Path home, int feature) {
  /** The oldest whose javac Hocket's compiler works with. */
  static final int LEAST = 25;

  private static final String VERSION = "JAVA_VERSION=";

  /** The JDK in a folder: empty where none is, also where there is only a run-time environment. */
  static Optional<Jdk> at(Path home) {
    if (executable(home, "javac").isEmpty() || executable(home, "java").isEmpty()) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith(VERSION))
          .map(line -> line.substring(VERSION.length()).replace("\"", "").strip())
          .map(version -> new Jdk(home, Runtime.Version.parse(version).feature()))
          .findFirst();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The JDK that a program such as {@code bin/javac}, or a link to it, belongs to. */
  static Optional<Jdk> of(Path program) {
    try {
      Path folder = program.toRealPath().getParent();
      return folder.getParent() == null ? Optional.empty() : at(folder.getParent());
    } catch (IOException e) {
      // No such program.
      return Optional.empty();
    }
  }

  /** Whether this code runs in it. */
  boolean runsThisJvm() {
    try {
      return Files.isSameFile(home, Path.of(System.getProperty("java.home")));
    } catch (IOException e) {
      return false;
    }
  }

  boolean fits() {
    return feature >= LEAST;
  }

  /** The program of this name in the folder {@code bin}. */
  Path program(String name) {
    return executable(home, name)
        .orElseThrow(() -> new IllegalStateException("no " + name + " in " + home));
  }

  @Override
  public String toString() {
    return "JDK " + feature + " in " + home;
  }

  private static Optional<Path> executable(Path home, String name) {
    return Stream.of(name, name + ".exe")
        .map(home.resolve("bin")::resolve)
        .filter(Files::isExecutable)
        .findFirst();
  }
}
