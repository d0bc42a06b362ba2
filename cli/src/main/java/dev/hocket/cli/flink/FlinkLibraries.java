package dev.hocket.cli.flink;

import dev.hocket.cli.system.Executables;
import dev.hocket.cli.system.Repository;
import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** The engine on Apache Flink with its jars, which Maven builds and fetches on first use. */
public final class FlinkLibraries {
  /** The main class of a packaged Clojure program. */
  public static final String PACKAGED = "dev.hocket.flow.flink.PackagedProgram";

  /** The file with the class path; the build of the benchmarks writes files of another name. */
  static final String CLASS_PATH = "target/flink-class-path.txt";

  private static final String MODULE = "flow/flow-flink";

  private FlinkLibraries() {}

  /** The class path of the engine, without the Hocket runtime. */
  public static String classPath() {
    Repository.needSources();
    Path root = Repository.root();
    Path module = root.resolve(MODULE);
    Path known = module.resolve(CLASS_PATH);
    try {
      if (!isFresh(known, root, module)) {
        fetch(root, known);
      }
      return module.resolve("target/classes")
          + java.io.File.pathSeparator
          + Files.readString(known);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether the engine is newer than its sources, and all jars are still there. */
  private static boolean isFresh(Path known, Path root, Path module) throws IOException {
    if (!isFetched(known)) {
      return false;
    }
    FileTime made = Files.getLastModifiedTime(known);
    try (Stream<Path> sources =
        Stream.concat(Stream.of(root.resolve("pom.xml")), Files.walk(module.resolve("src")))) {
      for (Path source : (Iterable<Path>) sources::iterator) {
        if (Files.getLastModifiedTime(source).compareTo(made) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether the jars of Apache Flink are known, and still there. */
  private static boolean isFetched(Path known) throws IOException {
    return Files.exists(known)
        && Stream.of(Files.readString(known).split(java.io.File.pathSeparator))
            .allMatch(jar -> Files.exists(Path.of(jar)));
  }

  /** Says what Maven is about to do. */
  static String said(Path known) throws IOException {
    return isFetched(known)
        ? "Building the engine on Apache Flink again, because its sources have changed."
        : "Fetching Apache Flink, some 60 MB, and building the engine: once.";
  }

  private static void fetch(Path root, Path known) throws IOException {
    Path maven =
        Executables.find("mvn")
            .orElseThrow(() ->
                new UserError(
                    "Apache Flink is fetched through Maven, and no mvn is on the PATH; install"
                        + " Maven 3.6.3 or newer, for example: apt install maven"));
    System.err.println(said(known));
    List<String> command =
        List.of(
            maven.toString(),
            "-B",
            "-f",
            root.resolve("pom.xml").toString(),
            "-pl",
            MODULE,
            "-am",
            "-Dmaven.test.skip=true",
            "-Dspotless.check.skip=true",
            "compile",
            "dependency:build-classpath",
            "-Dmdep.includeScope=compile",
            "-Dmdep.outputFile=" + known);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    StringBuilder errors = new StringBuilder();
    try (var lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("[ERROR]")) {
          errors.append(line).append('\n');
        }
        if (line.startsWith("Downloaded from") && line.contains(".jar")) {
          System.err.println("  " + line.substring(line.lastIndexOf('/') + 1));
        }
      }
      if (process.waitFor() != 0) {
        Files.deleteIfExists(known);
        throw new UserError("Maven could not fetch Apache Flink:\n" + errors);
      }
    } catch (InterruptedException e) {
      process.destroy();
      throw new IllegalStateException(e);
    }
  }
}
