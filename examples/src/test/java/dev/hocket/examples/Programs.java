package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.HocketCompiler;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compiles programs as a user does, and runs them in a separate JVM. */
final class Programs {
  static final Path ROOT = Path.of(System.getProperty("hocket.root"));

  private static final long LIMIT_SECONDS = 300;
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package (\\w+);");

  /** The tests' class path without folders that do not exist, because javac warns about those. */
  private static final String CLASS_PATH =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> Files.exists(Path.of(entry)))
          .collect(Collectors.joining(File.pathSeparator));

  private Programs() {}

  static List<Path> sourcesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Compiles sources; fails if there is a warning. */
  static void compile(List<Path> sources, Path classes, boolean sequential) {
    List<String> arguments =
        new ArrayList<>(List.of("-Xlint:all", "-d", classes.toString(), "-cp", CLASS_PATH));
    sources.forEach(source -> arguments.add(source.toString()));
    StringWriter said = new StringWriter();
    int exitCode =
        HocketCompiler.compile(
            arguments,
            new HocketCompiler.Options(null, sequential, false),
            new PrintWriter(said, true));
    assertEquals("", said.toString());
    assertEquals(0, exitCode);
  }

  /** The class to start: the only one, or {@code Main}, with the package that it declares. */
  static String mainOf(List<Path> sources) throws IOException {
    Path source =
        sources.size() == 1
            ? sources.getFirst()
            : sources.stream().filter(file -> file.endsWith("Main.java")).findFirst().orElseThrow();
    String name = source.getFileName().toString().replace(".java", "");
    Matcher named = PACKAGE.matcher(Files.readString(source));
    return named.find() ? named.group(1) + "." + name : name;
  }

  /** Returns everything the program prints; the program must exit by itself with 0. */
  static String run(Path classes, String main, String... arguments) throws Exception {
    return run(0, classes, main, arguments);
  }

  /** Returns everything the program prints; the program must exit by itself with the given code. */
  static String run(int exitCode, Path classes, String main, String... arguments) throws Exception {
    Path out = Files.createTempFile(classes, "out", ".txt");
    Process process = builder(classes, main, arguments).redirectOutput(out.toFile()).start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    String said = Files.readString(out);
    assertTrue(ended, () -> main + " did not exit by itself; it said: " + said);
    assertEquals(exitCode, process.exitValue(), said);
    return said;
  }

  /** Starts a program that keeps running; the caller reads its output from the process. */
  static Process start(Path classes, String main) throws IOException {
    return builder(classes, main).start();
  }

  private static ProcessBuilder builder(Path classes, String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Runs are short, so optimised compilation would cost more time than it saves.
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.awt.headless=true"));
    command.addAll(List.of("-cp", classes + File.pathSeparator + CLASS_PATH, main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
