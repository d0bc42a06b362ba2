package dev.hocket.cli;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.report.ReportPage;
import dev.hocket.plan.report.RunReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket report}: recordings as a web page. */
@Command(
    name = "report",
    header = "Show recordings as a web page.",
    description = {
      "",
      "Writes one page that needs no network: how long inputs took and what kept the event loop, what"
          + " targets did and how many blocks waited, flow times as measured and as the model has"
          + " them, and how many threads the handlers need. Several recordings stand side by side."
    },
    customSynopsis = "hocket report RECORDING... [-o=FILE.html] [--cores=N] [--same]",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket report run.jfr",
      "  hocket report before.jfr after.jfr -o both.html",
      "  hocket report --same run1.jfr run2.jfr run3.jfr",
      "",
      "Exit codes: 0 done; 2 bad input."
    })
final class ReportCommand implements Callable<Integer> {
  private static final double MOST_UTILISATION = 0.9;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(arity = "1..*", hidden = true, paramLabel = "RECORDING")
  private List<Path> recordings;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.html",
      description = "The page (default: beside the first recording, of its name).")
  private Path output;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores of the machine that sizes are for (default: of this one).")
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--same",
      description = "The recordings are runs of the same: one curve with a band over the runs.")
  private boolean same;

  /** Options may follow the recordings. */
  static void allowOptionsBehindTheRecordings(CommandLine commands) {
    commands.getSubcommands().get("report").setStopAtPositional(false);
  }

  @Override
  public Integer call() {
    Path page = output == null ? pageOf(recordings.getFirst()) : output;
    checkPage(page);
    checkThatNoRecordingIsOverwritten(page);
    List<RunReport> runs = new ArrayList<>();
    for (Path recording : recordings) {
      String name = nameOf(recording);
      runs.add(read(name, same ? "all runs" : name, recording, cores, spec.commandLine().getErr()));
    }
    String names = String.join(", ", runs.stream().map(RunReport::name).toList());
    write(page, names, List.of(), runs, ReportPage.NOTICEABLE);
    PrintWriter out = spec.commandLine().getOut();
    out.println(page);
    out.flush();
    return ExitCode.OK;
  }

  /** Refuses a folder before anything is done for the page. */
  static void checkPage(Path page) {
    if (Files.isDirectory(page)) {
      throw new UserError("cannot write " + page + ": it is a folder");
    }
  }

  private void checkThatNoRecordingIsOverwritten(Path page) {
    for (Path recording : recordings) {
      if (isSame(recording, page)) {
        throw new UserError("the page would overwrite the recording " + recording);
      }
    }
  }

  private static boolean isSame(Path recording, Path page) {
    try {
      return recording.toAbsolutePath().normalize().equals(page.toAbsolutePath().normalize())
          || (Files.exists(page) && Files.isSameFile(recording, page));
    } catch (IOException e) {
      // A recording that cannot be looked up is refused when it is read.
      return false;
    }
  }

  /** Its file's name, or its path where another recording has the same name. */
  private String nameOf(Path recording) {
    String name = fileName(recording);
    boolean alone =
        recordings.stream().allMatch(one -> one.equals(recording) || !fileName(one).equals(name));
    return alone ? name : recording.toString();
  }

  /** A root has no name. */
  private static String fileName(Path recording) {
    return Objects.requireNonNullElse(recording.getFileName(), recording).toString();
  }

  private static Path pageOf(Path recording) {
    String name = fileName(recording);
    return recording.resolveSibling(name.replaceFirst("\\.jfr$", "") + ".html");
  }

  static RunReport read(String name, String program, Path recording, int cores, PrintWriter err) {
    Advice.Question question = new Advice.Question(cores, Goal.MEAN, MOST_UTILISATION, Map.of());
    try (PlanProgress progress = new PlanProgress(err, "%,d events read")) {
      return RunReport.read(name, program, recording, question, progress);
    } catch (RecordingException e) {
      throw new UserError(e.getMessage());
    }
  }

  static Path write(
      Path page, String title, List<String> about, List<RunReport> runs, Duration threshold) {
    try {
      ReportPage.write(page, title, about, runs, threshold);
      return page.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new UserError("cannot write " + page + ": " + reason(e));
    }
  }

  /** The JDK's messages of these two are the file's name alone. */
  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "no permission";
      case NoSuchFileException none -> "it cannot be made there";
      default -> e.getMessage();
    };
  }
}
