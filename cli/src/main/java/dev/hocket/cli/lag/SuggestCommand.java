package dev.hocket.cli.lag;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.report.ReportCommand;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.RecordingReader;
import dev.hocket.plan.report.LatencyReport;
import dev.hocket.plan.report.RunReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
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
      "               [--threshold=TIME] [--parallel] [-o=PAGE]",
      "               [--apply [--force] | --json]",
      "       hocket suggest --static=DIR [-cp=PATH] [--apply [--force] | --json]"
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket suggest lag.jfr --sources src/main/java",
      "  hocket suggest lag.jfr --sources src -cp lib/* --apply",
      "  hocket suggest --static src/main/java",
      "",
      "Exit codes: 0 done; 2 bad input, or --apply was refused."
    })
public final class SuggestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(arity = "0..1", hidden = true, paramLabel = "RECORDING")
  private Path recording;

  @Option(
      names = "--sources",
      paramLabel = "DIR",
      description = "A folder with the sources that may change.")
  private List<Path> sources = List.of();

  @Option(
      names = "--static",
      paramLabel = "DIR",
      description =
          "Without a recording: the calls in listeners of these sources that are known to block, such"
              + " as Thread.sleep, Future.get, JDBC and Files.readString.")
  private List<Path> folders = List.of();

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

  @Option(
      names = "--parallel",
      description =
          "Propose the second step, too: share the loop of a block out among threads, where its"
              + " iterations are independent.")
  private boolean parallel;

  @Option(names = "--apply", description = "Write the proposals into the sources.")
  private boolean apply;

  @Option(
      names = "--force",
      description =
          "Write also into files that have changed since the recording, or are under no version"
              + " control.")
  private boolean force;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.html",
      description = "A page with the recording, and the sources with the proposals marked.")
  private Path page;

  @Option(names = "--json", description = "One JSON object, with the diff in it.")
  private boolean json;

  /** Options may follow the recording. */
  public static void allowOptionsBehindTheRecording(CommandLine commands) {
    commands.getSubcommands().get("suggest").setStopAtPositional(false);
  }

  @Override
  public Integer call() throws IOException {
    boolean isStatic = !folders.isEmpty();
    if (isStatic == (recording != null) || isStatic != sources.isEmpty()) {
      throw new UserError(
          "say a recording and --sources DIR, or --static DIR alone: hocket suggest lag.jfr --sources"
              + " src");
    }
    if (page != null && isStatic) {
      throw new UserError("-o is a page about a recording, and --static has none");
    }
    if (force && !apply) {
      throw new UserError("--force is about what --apply writes; add --apply");
    }
    SourceFiles files =
        isStatic ? SourceFiles.below("--static", folders) : SourceFiles.below("--sources", sources);
    if (page != null) {
      ReportCommand.checkPage(page);
      ReportCommand.checkThatNoneIsOverwritten("recording", List.of(recording), page);
      files.checkPage(page);
    }
    PrintWriter err = spec.commandLine().getErr();
    List<Path> path = ClassPath.parse(classPath);
    Remedies remedies =
        isStatic ? Remedies.ofBlockingCalls(files, path, parallel) : ofRecording(files, path, err);
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

  private Remedies ofRecording(SourceFiles files, List<Path> path, PrintWriter err) {
    int cores = Runtime.getRuntime().availableProcessors();
    RunReport run = read(cores, err);
    LatencyReport latency =
        run.latency()
            .orElseThrow(() ->
                new UserError(
                    recording + " has no event thread; record with 'hocket lag -- PROGRAM'"));
    Duration limit = threshold.duration();
    Remedies remedies = Remedies.of(List.of(latency), limit, files, path, parallel);
    if (page != null) {
      String title = "What keeps the event thread, and what to change";
      ReportCommand.write(page, title, List.of(), remedies.proposals(), List.of(run), limit);
    }
    return remedies;
  }

  /** Recordings of other commands have no event thread. */
  private RunReport read(int cores, PrintWriter err) {
    try {
      return ReportCommand.read("program", "program", recording, cores, err);
    } catch (UserError e) {
      String other = RecordingReader.howToRecord(recording);
      throw new UserError(e.getMessage().replace(other, "To record: hocket lag -- PROGRAM"));
    }
  }
}
