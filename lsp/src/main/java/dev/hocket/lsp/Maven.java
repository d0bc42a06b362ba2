package dev.hocket.lsp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Asks Maven for the libraries of a project, through Hocket's plugin. */
final class Maven implements AutoCloseable {
  /** The time limit; Maven may have to download all libraries. */
  private static final long LIMIT_MINUTES = 10;

  private static final String ERROR = "[ERROR] ";
  private static final String MISSING = "[WARNING] not all libraries ";

  private final String version;
  private final Consumer<String> problems;
  private Process process;
  private boolean closed;

  /**
   * A way to ask Maven.
   *
   * @param version the version of the plugin
   * @param problems receives the reason why there is no answer, or only an incomplete one
   */
  Maven(String version, Consumer<String> problems) {
    this.version = version;
    this.problems = problems;
  }

  /** The class path of the project in a folder; null if Maven does not answer. */
  List<Path> classPath(Path folder) throws InterruptedException {
    try {
      Path answer = Files.createTempFile("hocket-classpath", ".txt");
      Path log = Files.createTempFile("hocket-maven", ".log");
      try {
        int exitCode = run(folder, answer, log);
        List<String> said = Files.readAllLines(log);
        if (exitCode != 0) {
          report(folder, first(said, ERROR, "it ended with exit code " + exitCode));
          return null;
        }
        String missing = first(said, MISSING, "");
        if (!missing.isEmpty()) {
          report(folder, missing);
        }
        return Files.readAllLines(answer).stream().map(Path::of).toList();
      } finally {
        Files.deleteIfExists(answer);
        Files.deleteIfExists(log);
      }
    } catch (IOException e) {
      report(folder, e.getMessage());
      return null;
    }
  }

  private int run(Path folder, Path answer, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            program(folder),
            "-B",
            "-ntp",
            "dev.hocket:hocket-maven-plugin:" + version + ":classpath",
            "-Dhocket.outputFile=" + answer);
    builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
    builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
    Process started = start(builder);
    try {
      started.getOutputStream().close();
      if (!started.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("it has not ended within " + LIMIT_MINUTES + " minutes");
      }
      return started.exitValue();
    } finally {
      destroy(started);
    }
  }

  private synchronized Process start(ProcessBuilder builder) throws IOException {
    if (closed) {
      throw new IOException("not needed any more");
    }
    process = builder.start();
    return process;
  }

  /** The project's own Maven, or else the one on the path. */
  private static String program(Path folder) {
    boolean windows = File.separatorChar == '\\';
    Path wrapper = folder.resolve(windows ? "mvnw.cmd" : "mvnw");
    if (Files.isExecutable(wrapper)) {
      return wrapper.toString();
    }
    return windows ? "mvn.cmd" : "mvn";
  }

  /** The first two such lines: for a broken POM the number of its problems, and one of them. */
  private static String first(List<String> said, String begin, String otherwise) {
    String lines =
        said.stream()
            .filter(line -> line.startsWith(begin))
            .map(line -> line.substring(line.indexOf(' ') + 1).replaceFirst(" -> \\[Help .*", ""))
            .filter(line -> !line.isBlank() && !line.startsWith("To see the full stack trace"))
            .limit(2)
            .collect(Collectors.joining(" "));
    return lines.isEmpty() ? otherwise : lines;
  }

  private synchronized void report(Path folder, String problem) {
    if (!closed) {
      String way =
          problem.contains("hocket-maven-plugin:" + version)
              ? "'hocket install' puts Hocket's plugin into your Maven repository"
              : "repair the build, or list the libraries in .hocket/classpath";
      problems.accept(
          "Maven does not tell the libraries of "
              + folder
              + ", so nothing is said of methods that use them; "
              + way
              + ". It says: "
              + problem);
    }
  }

  private static void destroy(Process process) {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (process != null) {
      destroy(process);
    }
  }
}
