package dev.hocket.cli;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.report.DemoFigures;
import dev.hocket.plan.report.PaperFigures;
import dev.hocket.plan.report.PaperTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hocket plan figures}: the figures of paper 2. */
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
      "  hocket plan figures -o figures",
      "  hocket plan figures -o figures --demo",
      "  hocket plan figures -o figures --demo=target/demo",
      "",
      "Exit codes: 0 done; 1 the demo failed; 2 bad input."
    })
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
    PrintWriter out = spec.commandLine().getOut();
    for (Map.Entry<String, String> figure : files().entrySet()) {
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

  private Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>(PaperFigures.all());
    files.put("table4.md", PaperTable.markdown());
    if (demo != null) {
      Path recordings = demo.equals(NOW) ? runDemo() : Path.of(demo);
      try {
        files.putAll(
            DemoFigures.of(recordings.resolve("sequential.jfr"), recordings.resolve("hocket.jfr")));
      } catch (RecordingException e) {
        throw new UserError(e.getMessage() + " 'hocket demo' makes these recordings.");
      }
    }
    return files;
  }

  /** What the demo prints is no list of figures, so it goes to the error output. */
  private Path runDemo() {
    PrintWriter err = spec.commandLine().getErr();
    int exitCode = Hocket.commandLine().setOut(err).setErr(err).execute("demo");
    if (exitCode != ExitCode.OK) {
      throw new UserError(null, exitCode);
    }
    return DemoCommand.defaultFolder();
  }
}
