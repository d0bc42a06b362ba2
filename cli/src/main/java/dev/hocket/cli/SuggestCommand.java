package dev.hocket.cli;

import dev.hocket.plan.report.LatencyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** {@code hocket suggest}: proposes patches that end freezes. */
@Command(
    name = "suggest",
    header = "Propose directives for what froze a window.",
    description = {
      "",
      "Reads a recording of 'hocket lag' and the sources of the program. For each freeze it finds the"
          + " statement that kept the event thread and prints a unified diff with the directives that"
          + " move it to a worker, for 'git apply' or 'patch -p1', or the reason why there is none."
          + " Each proposal has been compiled, and uses no component off the event thread. Read it"
          + " before you apply it: while a handler awaits, other handlers run."
    },
    customSynopsis = {
      "hocket suggest RECORDING --sources=DIR [--sources=DIR...] [-cp=PATH]",
      "               [--threshold=TIME] [--apply [--force] | --json]"
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket suggest lag.jfr --sources src/main/java",
      "  hocket suggest lag.jfr --sources src -cp lib/* --apply",
      "",
      "Exit codes: 0 done; 2 bad input, or --apply was refused."
    })
final class SuggestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(hidden = true, paramLabel = "RECORDING")
  private Path recording;

  @Option(
      names = "--sources",
      required = true,
      paramLabel = "DIR",
      description = "A folder with the sources that may change.")
  private List<Path> sources;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      defaultValue = "",
      description = "What the sources need besides themselves.")
  private String classPath;

  @Option(
      names = "--threshold",
      paramLabel = "TIME",
      defaultValue = "100ms",
      converter = Seconds.Converter.class,
      description = "Answer to what took so long (default 100ms).")
  private Seconds threshold;

  @Option(names = "--apply", description = "Write the proposals into the sources.")
  private boolean apply;

  @Option(
      names = "--force",
      description =
          "Write also into files that have changed since the recording, or are under no version"
              + " control.")
  private boolean force;

  @Option(names = "--json", description = "One JSON object, with the diff in it.")
  private boolean json;

  /** Options may follow the recording. */
  static void allowOptionsBehindTheRecording(CommandLine commands) {
    commands.getSubcommands().get("suggest").setStopAtPositional(false);
  }

  @Override
  public Integer call() throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    PrintWriter err = spec.commandLine().getErr();
    LatencyReport latency =
        ReportCommand.read("program", "program", recording, cores, err)
            .latency()
            .orElseThrow(() ->
                new UserError(
                    recording + " has no event thread; record with 'hocket lag -- PROGRAM'"));
    Remedies remedies =
        Remedies.of(latency, threshold.duration(), sources, ClassPath.parse(classPath));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(remedies.json()));
    } else {
      remedies.print(out);
    }
    if (apply) {
      remedies.apply(force, err);
    }
    return ExitCode.OK;
  }
}
