package dev.hocket.cli;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code hocket classpath}: prints the class path that a compiled program needs besides its own.
 */
@Command(
    name = "classpath",
    header = "Print the class path of the run-time library.",
    description = {
      "",
      "Prints what a compiled program needs besides its own classes, as absolute paths, and nothing"
          + " else: for java -cp, and for build tools."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket classpath",
      "  java -cp \"out:$(hocket classpath)\" com.example.Main",
      "  java -cp \"out:$(hocket classpath --clojure)\" clojure.main words.clj",
      "",
      "Exit codes: 0 done; 2 bad input."
    })
final class ClassPathCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = "--clojure",
      description = "Also Clojure and hocket.flow, for an algorithm in Clojure.")
  private boolean clojure;

  @Override
  public Integer call() {
    List<Path> entries = new ArrayList<>(ClassPath.runtime());
    if (clojure) {
      entries.addAll(ClassPath.clojure());
    }
    spec.commandLine().getOut().println(ClassPath.join(entries));
    return ExitCode.OK;
  }
}
