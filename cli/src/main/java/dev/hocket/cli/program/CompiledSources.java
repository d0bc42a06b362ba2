package dev.hocket.cli.program;

import dev.hocket.cli.system.TemporaryFolder;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.compiler.HocketCompiler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Compiles sources into a folder that is deleted when the JVM exits. */
public final class CompiledSources {
  private static final Pattern MISSING_PACKAGE = Pattern.compile(": package \\S+ does not exist");

  private final CommandLine command;
  private final HocketCompiler.Options options;

  /**
   * @param command the command that prints the compiler's messages
   * @param emitSource the folder for the Java sources that directives are translated to, or null
   */
  public CompiledSources(CommandLine command, Path emitSource, boolean sequential) {
    this.command = command;
    boolean colour = command.getColorScheme().ansi().enabled();
    options = new HocketCompiler.Options(emitSource, sequential, colour);
  }

  /**
   * Compiles sources.
   *
   * @param what the file or folder that the user has named
   * @return the folder of the class files
   */
  public Path of(List<Path> sources, Path what, List<Path> userPath) {
    TemporaryFolder temporary = TemporaryFolder.create();
    int exitCode = compile(sources, what, temporary.path(), userPath);
    if (exitCode != 0) {
      throw new UserError(null, exitCode == 1 ? ExitCode.FAILED : ExitCode.BAD_INPUT);
    }
    temporary.complete();
    return temporary.path();
  }

  private int compile(List<Path> sources, Path what, Path classes, List<Path> userPath) {
    List<Path> path = new ArrayList<>(userPath);
    path.addAll(ClassPath.runtime());
    List<String> javac = new ArrayList<>(List.of("-g", "-d", classes.toString()));
    javac.addAll(List.of("-cp", ClassPath.join(path)));
    // Implicit sources are off: javac would compile a neighbouring file without its directives.
    javac.addAll(List.of("-sourcepath", ""));
    sources.forEach(source -> javac.add(source.toString()));
    PrintWriter err = command.getErr();
    StringWriter diagnostics = new StringWriter();
    int exitCode = HocketCompiler.compile(javac, options, new PrintWriter(diagnostics));
    err.print(diagnostics);
    if (exitCode != 0) {
      hint(sources, what, diagnostics.toString(), err);
    }
    err.flush();
    return exitCode;
  }

  private static void hint(List<Path> sources, Path what, String diagnostics, PrintWriter err) {
    if (Files.isDirectory(what)) {
      hintAtDependencies(what, diagnostics, err);
    } else if (sources.size() == 1) {
      hintAtNeighbours(sources.getFirst(), diagnostics, err);
    }
  }

  private static void hintAtDependencies(Path folder, String diagnostics, PrintWriter err) {
    if (Files.exists(folder.resolve("pom.xml")) && MISSING_PACKAGE.matcher(diagnostics).find()) {
      err.println(
          "hocket: dependencies in "
              + folder.resolve("pom.xml")
              + " are not read; name their jars by -cp, or build it with mvn");
    }
  }

  /**
   * Suggests running the whole folder, if a source lacks a class that a file beside it declares.
   */
  private static void hintAtNeighbours(Path source, String diagnostics, PrintWriter err) {
    Path folder = source.toAbsolutePath().getParent();
    for (Path neighbour : Sources.below(folder)) {
      String type = neighbour.getFileName().toString().replace(".java", "");
      if (!neighbour.equals(source.toAbsolutePath()) && isMissed(type, diagnostics)) {
        Path shown = source.getParent() == null ? Path.of(".") : source.getParent();
        err.println(
            "hocket: "
                + type
                + " is in "
                + neighbour.getFileName()
                + ", which was not compiled; to run the whole folder: hocket run "
                + shown);
        return;
      }
    }
  }

  /** For an import of a nested class, javac's message calls the outer class a package. */
  private static boolean isMissed(String type, String diagnostics) {
    String name = "\\b" + Pattern.quote(type);
    return Pattern.compile(
            "(?m)^ *symbol: .*" + name + "$|: package .*" + name + " does not exist$")
        .matcher(diagnostics)
        .find();
  }
}
