package dev.hocket.cli;

import dev.hocket.cli.system.Repository;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hocket install}: prints what the launcher has installed, and how to use it. */
@Command(
    name = "install",
    header = "Put Hocket's artefacts into your local Maven repository.",
    description = {
      "",
      "Builds the libraries, the compiler and the Maven plugin with their sources and Javadoc, and"
          + " installs them where Maven looks first (~/.m2/repository, unless your settings or"
          + " MAVEN_OPTS=-Dmaven.repo.local=DIR say otherwise). Runs no tests."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket install",
      "",
      "Exit codes: 0 done; 2 the build failed, or this is no clone of Hocket."
    })
final class InstallCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    Repository.needSources();
    PrintWriter out = spec.commandLine().getOut();
    out.printf("Installed version %s of dev.hocket's artefacts.%n", Version.ofHocket());
    out.println("A project that uses them: hocket new DIR, then mvn package in DIR.");
    return ExitCode.OK;
  }
}
