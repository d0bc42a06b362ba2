package dev.hocket.cli.flink;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.ClojureProgram;
import dev.hocket.cli.program.CompiledSources;
import dev.hocket.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket package-flow}: makes the jar with which a program's flows go to a cluster. */
@Command(
    name = "package-flow",
    header = "Make one jar of a Clojure program, for a cluster of Apache Flink.",
    description = {
      "",
      "Compiles the functions, FILE.java or every .java file below DIR, and ALGORITHM.clj, and packs"
          + " them with all that they need except Flink. The program begins with its function -main;"
          + " what stands outside of it is loaded on each machine."
    },
    customSynopsis = "hocket package-flow [OPTION...] [FILE.java|DIR...] ALGORITHM.clj",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket package-flow -o words.jar Words.java words.clj",
      "  hocket run --engine flink --flink 10.0.0.7:8081 words.jar book.txt",
      "",
      "Exit codes: 0 done; 1 the sources have errors; 2 bad input."
    })
public final class PackageFlowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-cp", "-classpath", "--class-path"},
      paramLabel = "CLASSPATH",
      description = "Folders and jars the program needs; they are packed, too.")
  private String classPath;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.jar",
      description = "The jar; by default ALGORITHM.jar in this folder.")
  private Path output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(arity = "1..*", hidden = true, paramLabel = "FILE.java|DIR|ALGORITHM.clj")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    ClojureProgram program = ClojureProgram.named(words.getFirst(), words.subList(1, words.size()));
    if (program == null || !program.programArguments().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "name the file of an algorithm, as in words.clj, at the end");
    }
    String name = program.algorithm().getFileName().toString().replaceFirst("\\.clj$", ".jar");
    Path jar = output == null ? Path.of(name) : output;
    List<Path> userPath = classPath == null ? List.of() : ClassPath.parse(classPath);
    pack(program, userPath, new CompiledSources(spec.commandLine(), null, false))
        .write(jar, FlinkLibraries.PACKAGED);
    spec.commandLine().getOut().println(jar);
    return Files.exists(jar) ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Compiles a program for its jar. */
  public static FlowPackage pack(
      ClojureProgram program, List<Path> userPath, CompiledSources compiler) {
    List<Path> path = new ArrayList<>();
    if (!program.sources().isEmpty()) {
      path.add(compiler.of(program.sources(), program.algorithm(), userPath));
    }
    path.addAll(program.folders());
    path.addAll(userPath);
    return FlowPackage.ofClojure(program.algorithm(), path);
  }
}
