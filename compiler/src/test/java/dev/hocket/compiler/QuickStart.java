package dev.hocket.compiler;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Starts programs of the tests in half the processor time, by an ahead-of-time cache of the runtime
 * library. One training run for all tests fills the cache.
 */
final class QuickStart {
  private static final String TRAINING = "TeamMixtures";
  private static final Path FOLDER = Path.of("target", "quick-start").toAbsolutePath();

  /** The class path of the runtime library, with which that of a program must begin. */
  static final String RUNTIME = runtime();

  /** The start of a command that runs a program. */
  static final List<String> JAVA = java();

  private QuickStart() {}

  /** The library in jars: a cache takes no folders. */
  private static String runtime() {
    List<String> jars = new ArrayList<>();
    for (Path path : Runtime.path()) {
      jars.add(Files.isDirectory(path) ? jar(path, "runtime" + jars.size()) : path.toString());
    }
    return String.join(File.pathSeparator, jars);
  }

  private static String jar(Path classes, String name) {
    String jar = FOLDER.resolve(name + ".jar").toString();
    int exitCode =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "--create", "--file", jar, "-C", "" + classes, ".");
    if (exitCode != 0) {
      throw new IllegalStateException("jar of " + classes + " ended with " + exitCode);
    }
    return jar;
  }

  private static List<String> java() {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The programs are short: optimised compilation would take longer than it saves.
    java.addAll(List.of("-Djava.awt.headless=true", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    Path cache = FOLDER.resolve("start.aot");
    try {
      Files.deleteIfExists(cache);
      train(java, cache);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (Files.exists(cache)) {
      java.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off"));
    }
    return List.copyOf(java);
  }

  private static void train(List<String> java, Path cache)
      throws IOException, InterruptedException {
    Path classes = FOLDER.resolve("classes");
    Path program = Harness.testFolder("programs").resolve(TRAINING + ".java");
    List<String> arguments = List.of("-cp", "" + FOLDER, "-d", "" + classes, "" + program);
    Harness.run(arguments, new HocketCompiler.Options(null, false, false));
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-Xlog:disable", "-cp"));
    command.add(RUNTIME + File.pathSeparator + jar(classes, TRAINING));
    command.add(TRAINING);
    File log = FOLDER.resolve("training.log").toFile();
    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start().waitFor();
  }
}
