package dev.hocket.cli.report;

import dev.hocket.cli.plan.PlanProgress;
import dev.hocket.cli.system.ShutdownHook;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.RecordingException;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.live.LiveException;
import dev.hocket.plan.live.LiveServer;
import dev.hocket.plan.report.Proposals;
import dev.hocket.plan.report.ReportPage;
import dev.hocket.plan.report.RunReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket report}: shows recordings as a web page. */
@Command(
    name = "report",
    header = "Show recordings as a web page.",
    description = {
      "",
      "Writes one page that needs no network: how long inputs took and what kept the event loop,"
          + " what targets did and how many blocks waited, the ways of the slowest requests and"
          + " where their time went, flow times as measured and as the model has them, and how many"
          + " threads the handlers need. Several recordings stand side by side.",
      "",
      "With --live it shows what a running JVM of the same user did in the last minutes, to"
          + " browsers on this machine, until the program ends or Ctrl-C."
    },
    customSynopsis = {
      "hocket report RECORDING... [-o=FILE.html] [--cores=N] [--same]",
      "       hocket report --live=PORT PID [--cores=N]"
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket report run.jfr",
      "  hocket report before.jfr after.jfr -o both.html",
      "  hocket report --same run1.jfr run2.jfr run3.jfr",
      "  hocket report --live 8000 12345",
      "",
      "Exit codes: 0 done; 2 bad input; 130 Ctrl-C, with --live."
    })
public final class ReportCommand implements Callable<Integer> {
  private static final double MOST_UTILISATION = 0.9;
  private static final int MOST_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(arity = "1..*", hidden = true, paramLabel = "RECORDING")
  private List<String> named;

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

  @Option(
      names = "--live",
      paramLabel = "PORT",
      description =
          "Show the process PID at http://localhost:PORT/ (0: any free port). Its flight recorder"
              + " is used, and keeps the last five minutes.")
  private Integer live;

  /** Options may follow the recordings. */
  public static void allowOptionsBehindTheRecordings(CommandLine commands) {
    commands.getSubcommands().get("report").setStopAtPositional(false);
  }

  @Override
  public Integer call() {
    if (live != null) {
      return show();
    }
    recordings = named.stream().map(ReportCommand::path).toList();
    Path page = output == null ? pageOf(recordings.getFirst()) : output;
    checkPage(page);
    checkThatNoneIsOverwritten("recording", recordings, page);
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

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UserError(name + " is no name of a file: " + e.getReason());
    }
  }

  private int show() {
    if (named.size() != 1 || output != null || same) {
      throw new ParameterException(
          spec.commandLine(), "--live shows one process: hocket report --live PORT PID");
    }
    long pid = pid(named.getFirst());
    checkPort(live);
    try (LiveServer server = LiveServer.start(live, pid, "Process " + pid, question(cores))) {
      // Standard output belongs to the program of `hocket run --live`.
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "hocket: " + server.address() + " shows process " + pid + " until it ends, or Ctrl-C");
      // Ctrl-C ends this JVM here; the program must then stop recording, since no one reads it.
      try (var _ = new ShutdownHook("hocket-end-live", server::close)) {
        server.awaitEndOfProgram();
      }
      err.println("hocket: process " + pid + " has ended");
      return ExitCode.OK;
    } catch (LiveException e) {
      throw new UserError(e.getMessage());
    }
  }

  private static long pid(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UserError(
          "--live needs the number of a process, not '" + text + "'; jcmd lists them");
    }
  }

  static void checkPort(int port) {
    if (port < 0 || port > MOST_PORT) {
      throw new UserError("--live needs a port from 0 to " + MOST_PORT + ", not " + port);
    }
  }

  private static Advice.Question question(int cores) {
    return new Advice.Question(cores, Goal.MEAN, MOST_UTILISATION, Map.of());
  }

  /** Refuses a folder for the page before any work is done. */
  public static void checkPage(Path page) {
    if (Files.isDirectory(page)) {
      throw new UserError("cannot write " + page + ": it is a folder");
    }
  }

  /**
   * Refuses a page that would take the place of a file that the command reads.
   *
   * @param what the word for such a file
   */
  public static void checkThatNoneIsOverwritten(String what, List<Path> files, Path page) {
    for (Path file : files) {
      if (isSame(file, page)) {
        throw new UserError("the page would overwrite the " + what + " " + file);
      }
    }
  }

  static boolean isSame(Path recording, Path page) {
    try {
      return recording.toAbsolutePath().normalize().equals(page.toAbsolutePath().normalize())
          || (Files.exists(page) && Files.isSameFile(recording, page));
    } catch (IOException e) {
      // A recording that cannot be found is refused when it is read.
      return false;
    }
  }

  /** The name of a recording: its file's name, or its path if another one has the same name. */
  private String nameOf(Path recording) {
    String name = fileName(recording);
    boolean alone =
        recordings.stream().allMatch(one -> one.equals(recording) || !fileName(one).equals(name));
    return alone ? name : recording.toString();
  }

  /** The name of a path; a root directory has none. */
  private static String fileName(Path recording) {
    return Objects.requireNonNullElse(recording.getFileName(), recording).toString();
  }

  private static Path pageOf(Path recording) {
    String name = fileName(recording);
    return recording.resolveSibling(name.replaceFirst("\\.jfr$", "") + ".html");
  }

  public static RunReport read(
      String name, String program, Path recording, int cores, PrintWriter err) {
    Advice.Question question = question(cores);
    try (PlanProgress progress = new PlanProgress(err, "%,d events read")) {
      return RunReport.read(name, program, recording, question, progress);
    } catch (RecordingException e) {
      throw new UserError(e.getMessage());
    }
  }

  public static Path write(
      Path page, String title, List<String> about, List<RunReport> runs, Duration threshold) {
    return write(page, title, about, Proposals.none(), runs, threshold);
  }

  public static Path write(
      Path page,
      String title,
      List<String> about,
      Proposals proposals,
      List<RunReport> runs,
      Duration threshold) {
    try {
      ReportPage.write(page, title, about, proposals, runs, threshold);
      return page.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new UserError("cannot write " + page + ": " + reason(e));
    }
  }

  /** The JDK's messages for these two exceptions consist only of the file's name. */
  static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "no permission";
      case NoSuchFileException none -> "it cannot be made there";
      default -> e.getMessage();
    };
  }
}
