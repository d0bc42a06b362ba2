package dev.hocket.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Starts the command line in two thirds less processor time, by an ahead-of-time cache as the
 * launcher has one. One training run for all tests fills the cache.
 */
final class QuickStart {
  private static final Path ROOT = Path.of(System.getProperty("hocket.root"));

  /** The flags of each run, among them the class path. */
  static final List<String> FLAGS = flags();

  private QuickStart() {}

  private static List<String> flags() {
    List<String> flags = new ArrayList<>();
    // The runs are short: optimised compilation would take longer than it saves.
    flags.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    try {
      Path folder = Files.createDirectories(ROOT.resolve("cli/target/quick-start"));
      flags.addAll(List.of("-cp", classPath(folder)));
      Path cache = folder.resolve("start.aot");
      Files.deleteIfExists(cache);
      train(flags, cache);
      if (Files.exists(cache)) {
        flags.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off"));
      }
      return List.copyOf(flags);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** That of the tests, where a cache takes jars only. */
  private static String classPath(Path folder) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      jars.add(Files.isDirectory(path) ? jar(path, folder, jars.size()).toString() : entry);
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path jar(Path classes, Path folder, int number) {
    Path jar = folder.resolve(number + ".jar");
    int exitCode =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "--create", "--file", "" + jar, "-C", "" + classes, ".");
    if (exitCode != 0) {
      throw new IllegalStateException("jar of " + classes + " ended with " + exitCode);
    }
    return jar;
  }

  private static void train(List<String> flags, Path cache)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-Xlog:disable"));
    String program = ROOT.resolve("cli/training/Hello.java").toString();
    command.addAll(List.of(Main.class.getName(), "run", program));
    File log = cache.resolveSibling("training.log").toFile();
    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start().waitFor();
  }
}
