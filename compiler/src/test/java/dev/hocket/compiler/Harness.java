package dev.hocket.compiler;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Compiles and runs programs in a separate folder. */
final class Harness {
  private static final Set<String> PATHS =
      Set.of("-cp", "-classpath", "--class-path", "-sourcepath", "--source-path");

  private final Path root;
  private final List<String> files = new ArrayList<>();

  /** The compiler's exit code and output. */
  record Compiled(int exit, String output) {
    List<String> lines() {
      return output.lines().toList();
    }
  }

  /** A program's exit code and output. */
  record Ran(int exit, String out, String err) {}

  Harness(Path root) {
    this.root = root;
  }

  static Path repository() {
    return Path.of(System.getProperty("hocket.root", "..")).toAbsolutePath().normalize();
  }

  static Path testFolder(String name) {
    return repository().resolve("compiler/src/test").resolve(name);
  }

  /** The class path of the runtime library. */
  static String runtime() {
    return String.join(File.pathSeparator, Runtime.path().stream().map(Path::toString).toList());
  }

  /** Adds a source file. */
  Harness file(String name, String content) throws IOException {
    Path file = root.resolve("src").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    files.add(file.toString());
    return this;
  }

  Path root() {
    return root;
  }

  Path source(String name) {
    return root.resolve("src").resolve(name);
  }

  /** Compiles all files to a folder. */
  Compiled compile(String output, String... options) {
    return compile(output, false, options);
  }

  /** Compiles all files, ignoring their directives. */
  Compiled compileSequentially(String output, String... options) {
    return compile(output, true, options);
  }

  private Compiled compile(String output, boolean sequential, String... options) {
    List<String> arguments = new ArrayList<>(Arrays.asList(options));
    if (arguments.stream().noneMatch(PATHS::contains)) {
      arguments.addAll(List.of("-cp", nothing()));
    }
    arguments.addAll(List.of("-d", root.resolve(output).toString()));
    arguments.addAll(files);
    Path generated = sequential ? null : root.resolve(output + "-source");
    return run(arguments, new HocketCompiler.Options(generated, sequential, false));
  }

  /**
   * An empty folder for the class path. The compiler would look for sources and classes in the
   * present folder otherwise, and that has all those of this module.
   */
  private String nothing() {
    try {
      return Files.createDirectories(root.resolve("nothing")).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Compiled run(List<String> arguments, HocketCompiler.Options options) {
    StringWriter text = new StringWriter();
    int exit = HocketCompiler.compile(arguments, options, new PrintWriter(text));
    return new Compiled(exit, text.toString());
  }

  /** Plain javac in this process, for comparison. */
  static Compiled javac(List<String> arguments) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    int exit =
        java.util.spi.ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));
    return new Compiled(exit, text.toString());
  }

  /** Runs a class from a folder of compiled classes. */
  Ran run(String output, String mainClass, String... options) throws Exception {
    return run(Map.of(), output, mainClass, options);
  }

  /** Runs a class with additional environment variables. */
  Ran run(Map<String, String> environment, String output, String mainClass, String... options)
      throws Exception {
    List<String> command = java(options);
    command.addAll(List.of("-cp", QuickStart.RUNTIME + File.pathSeparator + root.resolve(output)));
    command.add(mainClass);
    return runCommand(environment, command);
  }

  /** Runs a class of a module. */
  Ran runModule(String output, String module, String mainClass) throws Exception {
    List<String> command = java();
    command.addAll(List.of("-p", root.resolve(output) + File.pathSeparator + runtime()));
    command.addAll(List.of("-m", module + "/" + mainClass));
    return runCommand(Map.of(), command);
  }

  private static List<String> java(String... options) {
    List<String> command = new ArrayList<>(QuickStart.JAVA);
    command.addAll(Arrays.asList(options));
    return command;
  }

  private Ran runCommand(Map<String, String> environment, List<String> command) throws Exception {
    Path out = Files.createTempFile(root, "run", ".out");
    Path err = Files.createTempFile(root, "run", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("Still running after 5 min: " + command);
    }
    return new Ran(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /** The files of a folder with a suffix, sorted by name. */
  static List<Path> list(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
