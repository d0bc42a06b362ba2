package dev.hocket.cli.doctor;

import dev.hocket.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hocket doctor}: checks the machine, and suggests a remedy for each problem. */
@Command(
    name = "doctor",
    header = "Show what works on this machine.",
    description = {
      "",
      "One line for each thing Hocket uses: ok, warn (works, but not fully) or missing (needed), and"
          + " what to do about it."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket doctor",
      "  hocket -J-Dhocket.worker.threads=4 doctor",
      "",
      "Exit codes: 0 nothing needed is missing; 1 something is."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Ansi ansi = spec.commandLine().getColorScheme().ansi();
    List<Finding> findings = Checkup.all();
    for (Finding finding : findings) {
      out.println(line(finding, ansi));
      if (!finding.remedy().isEmpty()) {
        out.println(" ".repeat(26) + "-> " + finding.remedy());
      }
    }
    out.flush();
    boolean missing = findings.stream().anyMatch(f -> f.grade() == Finding.Grade.MISSING);
    return missing ? ExitCode.FAILED : ExitCode.OK;
  }

  private static String line(Finding finding, Ansi ansi) {
    String grade = "%-8s".formatted(finding.grade().name().toLowerCase());
    String coloured =
        switch (finding.grade()) {
          case OK -> ansi.string("@|green " + grade + "|@");
          case WARN -> ansi.string("@|yellow " + grade + "|@");
          case MISSING -> ansi.string("@|red,bold " + grade + "|@");
        };
    return "%s %-16s %s".formatted(coloured, finding.subject(), finding.fact());
  }
}
