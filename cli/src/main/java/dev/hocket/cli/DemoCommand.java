package dev.hocket.cli;

import dev.hocket.cli.report.ReportCommand;
import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.Display;
import dev.hocket.cli.system.Repository;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.report.LatencyTable;
import dev.hocket.plan.report.NamedReport;
import dev.hocket.plan.report.ReportPage;
import dev.hocket.plan.report.RunReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code hocket demo}: runs the application {@code examples/photos} twice under a scripted user,
 * once ignoring its directives and once with them, each in its own JVM, and compares the runs.
 */
@Command(
    name = "demo",
    header = "Show one application with and without its directives.",
    description = {
      "",
      "Runs examples/photos, an image search with a window, twice: with the directives ignored, and"
          + " with them. A scripted user searches, clicks around, cancels, and has photos painted."
          + " Prints how long that user had to wait, and writes a page with the whole distribution.",
      "",
      "Without a display it runs headless.",
      "",
      "'hocket demo quoll' shows JavaScript handlers in parallel instead: it counts primes with Node.js"
          + " on one thread and on all cores."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket demo",
      "  hocket demo --out /tmp/report --seed 7",
      "  hocket demo --gui",
      "  hocket demo quoll",
      "",
      "Exit codes: 0 done; 1 one of the two runs failed; 2 bad input; 130 Ctrl-C."
    })
final class DemoCommand implements Callable<Integer> {
  private static final String QUOLL = "dist/src/cli/main.js";

  private static final String APPLICATION = "examples/photos";

  private static final String TITLE =
      "How long the user of " + APPLICATION + " waits, without and with its directives";

  private static final String SCRIPT =
      "A scripted user, %s, seed %d: types and searches, selects photos while more arrive, changes the"
          + " number of results, scrolls, cancels a search midway, and has photos painted. Its"
          + " timetable does not wait for the application.";

  private static final int SHOWN_LINES = 20;

  /** Matches a line of the application's output that belongs in the table. */
  private static final Pattern FIGURE = Pattern.compile("([a-z][a-z ]*): ([0-9.]+ [a-z]+)");

  /**
   * The time limit, many times what the script takes: only an application that hangs exceeds it.
   */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @Spec private CommandSpec spec;

  @Option(names = "--gui", description = "Open the application with its directives, to play with.")
  private boolean gui;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where recordings and page go; default: target/demo in the repository.")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      converter = Seed.class,
      description = "Another script, other pictures and delays; default: ${DEFAULT-VALUE}.")
  private long seed;

  /** Reads a whole number of at most 18 digits, which fits into a long. */
  private static final class Seed implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (!text.matches("-?[0-9]{1,18}")) {
        throw new TypeConversionException(
            "'" + text + "' is not a whole number of at most 18 digits, such as 7");
      }
      return Long.valueOf(text);
    }
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "quoll",
      description = "The demo of the npm package instead.")
  private String other;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    if (other != null) {
      return showQuoll();
    }
    boolean display = Display.state() == Display.State.REACHABLE;
    if (gui) {
      return play(display);
    }
    Path folder = createFolder();
    PrintWriter terminal = spec.commandLine().getOut();
    String where = display ? "in a window" : "headless (no display)";
    terminal.printf("%s, by a scripted user, %s%n", APPLICATION, where);
    terminal.flush();
    Run sequential = run("sequential", true, display, folder);
    Run hocket = run("Hocket", false, display, folder);
    List<RunReport> reports = List.of(sequential.report(), hocket.report());
    List<String> about =
        List.of(SCRIPT.formatted(where, seed), sequential.outcome(), hocket.outcome());
    terminal.println();
    terminal.print(
        LatencyTable.of(
            reports.stream().map(DemoCommand::named).toList(), together(sequential, hocket)));
    terminal.println();
    terminal.println(
        "The whole distribution: "
            + ReportCommand.write(
                folder.resolve("latency.html"), TITLE, about, reports, ReportPage.NOTICEABLE));
    terminal.flush();
    return ExitCode.OK;
  }

  private int showQuoll() {
    if (!other.equals("quoll")) {
      throw new UserError("there is no demo '" + other + "'; there is 'hocket demo quoll'");
    }
    ProcessBuilder demo =
        new ProcessBuilder("bash", Repository.file("quoll/run.sh").toString(), QUOLL, "demo");
    try {
      return demo.inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UserError("cannot start bash: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private int play(boolean display) {
    if (!display) {
      throw new UserError(
          "demo --gui needs a display, and there is none; 'hocket doctor' says more");
    }
    return new ChildJvm(
            System.getProperty("java.class.path"),
            List.of(ChildJvm.HOCKET, "run", Repository.file(APPLICATION).toString()))
        .runAttached();
  }

  static Path defaultFolder() {
    return Repository.root().resolve("target/demo");
  }

  private Path createFolder() {
    Path folder = out == null ? defaultFolder() : out;
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UserError("cannot create the folder " + folder + ": " + e.getMessage());
    }
  }

  /**
   * A run of the application.
   *
   * @param outcome the result that it printed after its name
   * @param figures its own measurements, by name
   */
  private record Run(RunReport report, String outcome, Map<String, String> figures) {}

  /** The names of the figures that both runs have. */
  private static Map<String, List<String>> together(Run one, Run other) {
    Map<String, List<String>> both = new LinkedHashMap<>();
    one.figures()
        .forEach((name, figure) -> {
          if (other.figures().containsKey(name)) {
            both.put(name, List.of(figure, other.figures().get(name)));
          }
        });
    return both;
  }

  private Run run(String name, boolean sequential, boolean display, Path folder) {
    Path recording = folder.resolve(name.toLowerCase() + ".jfr").toAbsolutePath();
    List<String> command = new ArrayList<>(List.of(ChildJvm.HOCKET, "run"));
    command.addAll(List.of("--record", recording.toString(), "--sample"));
    if (sequential) {
      command.add("--sequential");
    }
    command.addAll(List.of(Repository.file(APPLICATION).toString(), "--script"));
    command.addAll(List.of("--seed", Long.toString(seed)));
    if (!display) {
      command.add("--headless");
    }
    PrintWriter terminal = spec.commandLine().getOut();
    terminal.printf("  %-12s", name);
    terminal.flush();
    Path log = folder.resolve(name.toLowerCase() + ".log").toAbsolutePath();
    int exitCode = new ChildJvm(System.getProperty("java.class.path"), command).run(log, LIMIT);
    List<String> lines = lines(log);
    if (exitCode != 0) {
      terminal.println("failed");
      terminal.flush();
      throw new UserError(failure(name, exitCode, log, lines), ExitCode.FAILED);
    }
    String outcome = lines.isEmpty() ? "done" : lines.getLast();
    terminal.println(outcome);
    terminal.flush();
    return new Run(read(name, recording), name + ": " + outcome, figures(lines));
  }

  private static Map<String, String> figures(List<String> lines) {
    Map<String, String> figures = new LinkedHashMap<>();
    for (String line : lines) {
      Matcher figure = FIGURE.matcher(line);
      if (figure.matches()) {
        figures.put(figure.group(1), figure.group(2));
      }
    }
    return figures;
  }

  private static String failure(String name, int exitCode, Path log, List<String> lines) {
    int first = Math.max(0, lines.size() - SHOWN_LINES);
    return "the run '%s' of %s ended with exit code %d; the end of %s:%n%s"
        .formatted(
            name,
            APPLICATION,
            exitCode,
            log,
            String.join(System.lineSeparator(), lines.subList(first, lines.size())));
  }

  private static List<String> lines(Path log) {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunReport read(String name, Path recording) {
    int cores = Runtime.getRuntime().availableProcessors();
    RunReport report;
    try {
      report = ReportCommand.read(name, name, recording, cores, spec.commandLine().getErr());
    } catch (UserError e) {
      throw new UserError(e.getMessage(), ExitCode.FAILED);
    }
    if (report.latency().isEmpty()) {
      throw new UserError(
          recording + " has no dispatches of an event loop: the application opened no window",
          ExitCode.FAILED);
    }
    return report;
  }

  private static NamedReport named(RunReport run) {
    return new NamedReport(run.name(), run.latency().orElseThrow());
  }
}
