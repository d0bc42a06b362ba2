package dev.hocket.cli;

import dev.hocket.plan.report.PaperFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hocket plan figures}: the figures of paper 2 that come from formulas. */
@Command(
    name = "figures",
    header = "Draw figures 2 to 5 of paper 2 from the formulas.",
    description = {
      "",
      "Writes one SVG file a figure. Where the paper uses its formula (4), the curve is drawn both"
          + " from the exact formula and from (4) as printed, which is wrong."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  hocket plan figures -o figures", "", "Exit codes: 0 done; 2 bad input."})
final class PlanFiguresCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder to write to; made if it is missing (default: this one).")
  private Path folder;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Map.Entry<String, String> figure : PaperFigures.all().entrySet()) {
      Path file = folder.resolve(figure.getKey());
      try {
        Files.createDirectories(folder);
        Files.writeString(file, figure.getValue());
      } catch (IOException e) {
        throw new UserError("cannot write " + file + ": " + e);
      }
      out.println(file);
    }
    out.flush();
    return ExitCode.OK;
  }
}
