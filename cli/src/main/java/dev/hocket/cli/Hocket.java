package dev.hocket.cli;

import dev.hocket.cli.doctor.DoctorCommand;
import dev.hocket.cli.flink.PackageFlowCommand;
import dev.hocket.cli.lag.LagCommand;
import dev.hocket.cli.lag.SuggestCommand;
import dev.hocket.cli.plan.PlanCommand;
import dev.hocket.cli.report.ReportCommand;
import dev.hocket.cli.report.TraceCommand;
import dev.hocket.cli.terminal.BadCommandLine;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The command {@code hocket} itself. It defines how all commands parse arguments and report
 * failures.
 */
@Command(
    name = "hocket",
    header = "Runs sequential, event-driven Java on the right threads, by //#omp comments.",
    description = {
      "",
      "Hocket runs ordinary Java in which //#omp comments say where a block may run, so that the"
          + " event loop stays free."
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket demo",
      "  hocket run Hello.java",
      "  hocket run --record run.jfr examples/photos",
      "  hocket help run",
      "",
      "Exit codes: 0 done; 1 the sources have errors, or the program threw; 2 bad",
      "input (unknown option, missing file, no main method); 130 Ctrl-C; a program's",
      "own exit code is passed on.",
      "",
      "Flags for the JVM come before the program: hocket run -J-Xmx1g Hello.java"
    },
    subcommands = {
      RunCommand.class,
      TestCommand.class,
      CompileCommand.class,
      ClassPathCommand.class,
      DemoCommand.class,
      BenchCommand.class,
      PlanCommand.class,
      ReportCommand.class,
      TraceCommand.class,
      LagCommand.class,
      SuggestCommand.class,
      LspCommand.class,
      NewCommand.class,
      InstallCommand.class,
      PackageCommand.class,
      PackageFlowCommand.class,
      DoctorCommand.class,
      HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Hocket implements Runnable {
  @Spec private CommandSpec spec;

  static CommandLine commandLine() {
    CommandLine commands = new CommandLine(new Hocket());
    commands
        .setStopAtPositional(true)
        .setExpandAtFiles(false)
        .setPosixClusteredShortOptionsAllowed(false)
        .setParameterExceptionHandler(BadCommandLine::answer)
        .setExecutionExceptionHandler(Hocket::failed);
    ReportCommand.allowOptionsBehindTheRecordings(commands);
    TraceCommand.allowOptionsBehindTheRecording(commands);
    PlanCommand.allowOptionsBehindTheRecording(commands);
    SuggestCommand.allowOptionsBehindTheRecording(commands);
    NewCommand.allowOptionsBehindTheFolder(commands);
    return commands;
  }

  /**
   * Without a command: prints the help, and returns an exit code that says that nothing was done.
   */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do: hocket COMMAND");
  }

  private static int failed(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof UserError error) {
      if (error.getMessage() != null) {
        err.println("hocket: " + error.getMessage());
      }
      return error.exitCode();
    }
    err.println("hocket: internal error in '" + command.getCommandSpec().qualifiedName() + "'");
    err.println("This is a bug in Hocket, not in your program. What a report needs:");
    failure.printStackTrace(err);
    return ExitCode.INTERNAL_ERROR;
  }
}
