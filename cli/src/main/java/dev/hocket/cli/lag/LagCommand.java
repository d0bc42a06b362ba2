package dev.hocket.cli.lag;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.FlightRecording;
import dev.hocket.cli.program.JavaCommand;
import dev.hocket.cli.report.ReportCommand;
import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.ShutdownHook;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.report.Episode;
import dev.hocket.plan.report.LatencyReport;
import dev.hocket.plan.report.LatencyTable;
import dev.hocket.plan.report.NamedReport;
import dev.hocket.plan.report.Proposals;
import dev.hocket.plan.report.RunReport;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordingFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket lag}: finds the code that freezes the window of any Java program. */
@Command(
    name = "lag",
    header = "Find what freezes the window of any Java program.",
    description = {
      "",
      "Runs a program under a Java agent that records each event of the event thread of AWT, Swing or"
          + " JavaFX: how long users waited, what kept the thread for long, with its stack. The program"
          + " need not know Hocket. What follows -- is what java takes."
    },
    customSynopsis = {
      "hocket lag [OPTION...] -- -jar APP.jar [ARGUMENT...]",
      "       hocket lag [OPTION...] -- -cp CLASSPATH CLASS [ARGUMENT...]",
      "       hocket lag [OPTION...] -- FILE.java [ARGUMENT...]"
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket lag -- -jar editor.jar notes.txt",
      "  hocket lag --runs 5 -o lag.html -- -cp classes Main --scripted",
      "  hocket lag --suggest --sources src -- -cp classes Main",
      "  hocket lag --suggest --verify --sources src -- -cp classes Main --auto",
      "",
      "Exit codes: the program's own; 1 it failed with the proposals; 2 bad input, or",
      "it opened no window; 130 Ctrl-C."
    })
public final class LagCommand implements Callable<Integer> {
  private static final Pattern AGENT = Pattern.compile("hocket-lag-[^/\\\\]*\\.jar");
  private static final int SHOWN_EPISODES = 10;

  /**
   * The events that the agent records for each event of an event thread. A freeze that never ended
   * leaves only the second kind.
   */
  private static final Set<String> DISPATCHES =
      Set.of("dev.hocket.lag.Dispatch", "dev.hocket.lag.UnfinishedDispatch");

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.html",
      defaultValue = "lag.html",
      description = "The page with all of it (default lag.html); recordings lie beside it.")
  private Path output;

  @Option(
      names = "--threshold",
      paramLabel = "TIME",
      defaultValue = "100ms",
      converter = Seconds.Converter.class,
      description = "Show what kept the event thread for so long (default 100ms).")
  private Seconds threshold;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Run it so many times, for a band over the runs (default 1).")
  private int runs;

  @Option(
      names = "--suggest",
      description = "Propose directives for what froze, as 'hocket suggest' does.")
  private boolean suggest;

  @Option(
      names = "--sources",
      paramLabel = "DIR",
      description = "A folder with the program's sources, for --suggest.")
  private List<Path> sources = List.of();

  @Option(
      names = "--parallel",
      description =
          "Propose the second step, too: share the loop of a block out among threads, where its"
              + " iterations are independent.")
  private boolean parallel;

  @Option(
      names = "--verify",
      description =
          "Compile with the proposals into a temporary folder, run again, and print both columns; the"
              + " program must operate itself, as for --runs.")
  private boolean verify;

  @Parameters(arity = "0..*", hidden = true, paramLabel = "ARGUMENT")
  private List<String> program = List.of();

  @Override
  public Integer call() {
    JavaCommand command = new JavaCommand(program);
    check(command);
    ReportCommand.checkPage(output);
    SourceFiles files = suggest ? SourceFiles.below("--sources", sources) : null;
    if (suggest) {
      files.checkPage(output);
    }
    Runs before = run(command, "");
    Remedies remedies = suggest ? remedies(command, files, before.reports()) : null;
    print(before.reports());
    out().println("The whole of it: " + page(before.reports(), remedies));
    out().flush();
    if (remedies != null) {
      out().println();
      remedies.print(out());
    }
    boolean verified = verify && remedies.hasProposals() && before.exitCode() == ExitCode.OK;
    return verified ? verify(command, remedies, before) : before.exitCode();
  }

  private void check(JavaCommand command) {
    if (command.words().isEmpty() || runs < 1) {
      throw new UserError(
          runs < 1
              ? "--runs must be 1 or more, not " + runs
              : "say what to run: hocket lag -- -jar APP.jar");
    }
    if (suggest == sources.isEmpty()) {
      throw new UserError("--suggest and --sources DIR belong together");
    }
    if (parallel && !suggest) {
      throw new UserError("--parallel is about what --suggest proposes; add --suggest");
    }
    if (verify && !suggest) {
      throw new UserError("--verify runs the program with what --suggest proposes; add --suggest");
    }
  }

  /** Runs of the same program; a failed run is the last one. */
  private record Runs(List<RunReport> reports, int exitCode) {}

  private Runs run(JavaCommand command, String suffix) {
    List<RunReport> reports = new ArrayList<>();
    int exitCode = ExitCode.OK;
    for (int i = 1; i <= runs && exitCode == ExitCode.OK; i++) {
      Path recording = recording(suffix, i);
      FlightRecording.checkDestination(recording);
      try (var _ = new ShutdownHook("hocket-end-lag", () -> sayWhereItIs(recording))) {
        exitCode = ChildJvm.ofJava(withAgent(recording, command.words())).runAttached();
      }
      reports.add(read(nameOf(suffix, i), suffix, recording));
    }
    return new Runs(reports, exitCode);
  }

  private String nameOf(String suffix, int run) {
    return verify
        ? Verification.name(suffix.isEmpty() ? "before" : "after", run, runs)
        : runs == 1 ? "program" : "run " + run;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private Remedies remedies(JavaCommand command, SourceFiles files, List<RunReport> reports) {
    List<Path> classPath = ClassPath.parse(command.libraries());
    List<LatencyReport> all = reports.stream().map(run -> run.latency().orElseThrow()).toList();
    return Remedies.of(all, threshold.duration(), files, classPath, parallel);
  }

  private int verify(JavaCommand command, Remedies remedies, Runs before) {
    List<Path> classPath = ClassPath.parse(command.libraries());
    Path classes = remedies.compile(spec.commandLine(), classPath);
    Runs after = run(command.with(classes, ClassPath.runtime()), "-after");
    if (after.exitCode() != ExitCode.OK) {
      throw new UserError(
          "with the proposals the program ended with exit code "
              + after.exitCode()
              + ", and without them with 0; do not apply them",
          ExitCode.FAILED);
    }
    new Verification(before.reports(), after.reports(), threshold.duration()).print(out());
    List<RunReport> both = new ArrayList<>(before.reports());
    both.addAll(after.reports());
    out().println();
    out().println("Both, side by side: " + page(both, remedies));
    out().flush();
    return ExitCode.OK;
  }

  /** Ctrl-C also ends this JVM, so it cannot report anything. */
  private void sayWhereItIs(Path recording) {
    spec.commandLine()
        .getErr()
        .println("hocket: ended; what was recorded until then: hocket report " + recording);
  }

  private Path recording(String suffix, int run) {
    String name = output.getFileName().toString().replaceFirst("\\.html?$", "") + suffix;
    return output.toAbsolutePath().resolveSibling(name + (runs == 1 ? "" : "-" + run) + ".jfr");
  }

  private static List<String> withAgent(Path recording, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("-javaagent:" + agent() + "=" + recording));
    all.addAll(arguments);
    return all;
  }

  private static String agent() {
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path file = Path.of(path);
      if (file.getFileName() != null
          && AGENT.matcher(file.getFileName().toString()).matches()
          && Files.exists(file)) {
        return file.toAbsolutePath().toString();
      }
    }
    throw new UserError(
        "the agent hocket-lag.jar is not on the class path: call it by its script hocket");
  }

  private RunReport read(String name, String suffix, Path recording) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (!Files.exists(recording)) {
      throw new UserError("the program ended before it could be recorded");
    }
    if (!hasDispatches(recording)) {
      delete(recording);
      throw new UserError(
          "the program handled no event of AWT, Swing or JavaFX, so there is no lag to report;"
              + " 'hocket lag' is for programs with a window");
    }
    String program = verify ? (suffix.isEmpty() ? "before" : "after") : "program";
    return ReportCommand.read(name, program, recording, cores, spec.commandLine().getErr());
  }

  private static boolean hasDispatches(Path recording) {
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        if (DISPATCHES.contains(events.readEvent().getEventType().getName())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      // The code that reads the whole recording reports its faults.
      return true;
    }
  }

  private static void delete(Path recording) {
    try {
      Files.deleteIfExists(recording);
    } catch (IOException e) {
      throw new UserError("cannot delete " + recording + ", which has no event: " + e.getMessage());
    }
  }

  private void print(List<RunReport> reports) {
    PrintWriter out = out();
    out.println();
    out.print(
        LatencyTable.of(
            reports.stream()
                .map(run -> new NamedReport(run.name(), run.latency().orElseThrow()))
                .toList()));
    out.println();
    for (RunReport run : reports) {
      LatencyReport latency = run.latency().orElseThrow();
      latency.episodes(threshold.duration()).stream()
          .limit(SHOWN_EPISODES)
          .sorted(Comparator.comparing(Episode::start))
          .forEach(one -> out.println(line(run, latency, one)));
    }
  }

  private Path page(List<RunReport> reports, Remedies remedies) {
    String title = "What keeps the event thread of " + new JavaCommand(program).program();
    Proposals changes = remedies == null ? Proposals.none() : remedies.proposals();
    return ReportCommand.write(output, title, List.of(), changes, reports, threshold.duration());
  }

  private String line(RunReport run, LatencyReport latency, Episode episode) {
    return (runs == 1 ? "" : run.name() + ": ")
        + Seconds.text(episode.duration().toNanos() / 1e9)
        + " "
        + latency.when(episode)
        + ", "
        + episode.event()
        + (episode.culprit().isEmpty() ? "" : ": " + episode.culprit());
  }
}
