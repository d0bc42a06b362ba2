package dev.hocket.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code hocket plan}: how many threads, by queueing models. */
@Command(
    name = "plan",
    header = "Predict how long events take on so many threads.",
    description = {
      "",
      "Answers questions about handlers and the threads that run them by exact queueing models."
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket plan model --lambda 10 --service 177ms --servers 3",
      "  hocket plan load --rate 200 http://localhost:8080/",
      "  hocket plan figures -o figures",
      "",
      "Exit codes: 0 done; 1 no request was answered; 2 bad input."
    },
    subcommands = {PlanModelCommand.class, PlanLoadCommand.class, PlanFiguresCommand.class})
final class PlanCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to plan: hocket plan COMMAND");
  }
}
