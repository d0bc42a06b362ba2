package dev.hocket.cli;

import dev.hocket.plan.report.Episode;
import dev.hocket.plan.report.LatencyReport;
import dev.hocket.plan.report.LatencyTable;
import dev.hocket.plan.report.NamedReport;
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
      "",
      "Exit codes: the program's own; 2 bad input, or it opened no window; 130 Ctrl-C."
    })
final class LagCommand implements Callable<Integer> {
  private static final Pattern AGENT = Pattern.compile("hocket-lag-[^/\\\\]*\\.jar");
  private static final int SHOWN_EPISODES = 10;

  /**
   * The events that the agent records for each event of an event thread. A freeze that never ended
   * leaves only the second kind.
   */
  private static final Set<String> DISPATCHES =
      Set.of("dev.hocket.lag.Dispatch", "dev.hocket.lag.UnfinishedDispatch");

  /**
   * Options of java whose value is the next word, except -jar and -m, whose value is the program.
   */
  private static final Set<String> TAKES_A_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--enable-native-access");

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

  @Parameters(arity = "0..*", hidden = true, paramLabel = "ARGUMENT")
  private List<String> program = List.of();

  @Override
  public Integer call() {
    List<String> arguments = new ArrayList<>(program);
    if (!arguments.isEmpty() && arguments.getFirst().equals("java")) {
      arguments.removeFirst();
    }
    if (arguments.isEmpty() || runs < 1) {
      throw new UserError(
          runs < 1
              ? "--runs must be 1 or more, not " + runs
              : "say what to run: hocket lag -- -jar APP.jar");
    }
    if (suggest == sources.isEmpty()) {
      throw new UserError("--suggest and --sources DIR belong together");
    }
    ReportCommand.checkPage(output);
    List<RunReport> reports = new ArrayList<>();
    int exitCode = ExitCode.OK;
    for (int i = 1; i <= runs && exitCode == ExitCode.OK; i++) {
      Path recording = recording(i);
      FlightRecording.checkDestination(recording);
      try (var _ = new ShutdownHook("hocket-end-lag", () -> sayWhereItIs(recording))) {
        exitCode = ChildJvm.ofJava(withAgent(recording, arguments)).runAttached();
      }
      reports.add(read(runs == 1 ? "program" : "run " + i, recording));
    }
    print(reports);
    if (suggest) {
      suggest(arguments, reports.getFirst().latency().orElseThrow());
    }
    return exitCode;
  }

  /** The class path for the sources: the program's own class path, or the jar that starts it. */
  private void suggest(List<String> arguments, LatencyReport latency) {
    List<Path> classPath = List.of();
    for (int i = 0; i + 1 < arguments.size() && classPath.isEmpty(); i++) {
      if (Set.of("-cp", "-classpath", "--class-path", "-jar").contains(arguments.get(i))) {
        classPath = ClassPath.parse(arguments.get(i + 1));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    Remedies.of(latency, threshold.duration(), sources, classPath).print(out);
  }

  /** Ctrl-C also ends this JVM, so it cannot report anything. */
  private void sayWhereItIs(Path recording) {
    spec.commandLine()
        .getErr()
        .println("hocket: ended; what was recorded until then: hocket report " + recording);
  }

  private Path recording(int run) {
    String name = output.getFileName().toString().replaceFirst("\\.html?$", "");
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

  private RunReport read(String name, Path recording) {
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
    return ReportCommand.read(name, "program", recording, cores, spec.commandLine().getErr());
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
      // The code that reads the whole recording reports what is wrong with it.
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
    PrintWriter out = spec.commandLine().getOut();
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
    out.println("The whole of it: " + page(reports));
    out.flush();
  }

  private Path page(List<RunReport> reports) {
    return ReportCommand.write(output, title(), List.of(), reports, threshold.duration());
  }

  /** The name of the program, without the options before it and the arguments after it. */
  static String programName(List<String> command) {
    for (int i = 0; i < command.size(); i++) {
      String word = command.get(i);
      if (!word.startsWith("-") && !(i == 0 && word.equals("java"))) {
        return word;
      }
      i += TAKES_A_VALUE.contains(word) ? 1 : 0;
    }
    return String.join(" ", command);
  }

  private String title() {
    return "What keeps the event thread of " + programName(program);
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
