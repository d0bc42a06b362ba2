package dev.hocket.cli;

import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hocket bench figures}: computes the figures of paper 2. */
@Command(
    name = "figures",
    header = "Draw the figures of paper 2, and compute its table 4.",
    description = {
      "",
      "Writes one SVG file a figure: 2 to 5 from the formulas, where the paper uses its formula (4)"
          + " both from the exact one and from (4) as printed, which is wrong; table 4 with the sizes"
          + " that the paper tries, predicted and simulated; and with --demo figures 9 and 10, measured"
          + " in 'hocket demo'."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket bench figures -o figures",
      "  hocket bench figures -o figures --demo",
      "  hocket bench figures -o figures --demo=target/demo",
      "",
      "Exit codes: 0 done; 1 the demo failed; 2 bad input."
    })
final class BenchFiguresCommand implements Callable<Integer> {
  private static final String MAIN = "dev.hocket.bench.Figures";

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

  @Option(
      names = "--demo",
      arity = "0..1",
      paramLabel = "DIR",
      fallbackValue = NOW,
      description =
          "Figures 9 and 10, too, from the recordings that 'hocket demo' has left in DIR, or of a demo"
              + " that runs now.")
  private String demo;

  private static final String NOW = "";

  @Override
  public Integer call() {
    List<String> command = new ArrayList<>(List.of(MAIN, folder.toString()));
    if (demo != null) {
      command.add((demo.equals(NOW) ? runDemo() : Path.of(demo)).toString());
    }
    return BenchCommand.jvm(command).runAttached();
  }

  /** The demo's output is not part of the figures, so it goes to the error output. */
  private Path runDemo() {
    PrintWriter err = spec.commandLine().getErr();
    int exitCode = Hocket.commandLine().setOut(err).setErr(err).execute("demo");
    if (exitCode != ExitCode.OK) {
      throw new UserError(null, exitCode);
    }
    return DemoCommand.defaultFolder();
  }
}
