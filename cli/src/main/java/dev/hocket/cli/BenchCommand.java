package dev.hocket.cli;

import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.Repository;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket bench}: runs the benchmarks, with peers side by side, in a separate JVM. */
@Command(
    name = "bench",
    header = "Run the benchmarks, peers in the same run.",
    description = {
      "",
      "Runs the named benchmarks and prints ratios to the peers; without a name, this list with"
          + " about how long each takes on two cores. docs/benchmarks.md says what they mean.",
      "",
      "  handover      1 min  handing blocks over",
      "  recording     1 min  what a recording costs",
      "  await         1 min  handlers that await, and what they replace",
      "  looptime      1 min  the event thread's own time",
      "  suspended     1 min  heap of suspended handlers",
      "  kernels      52 min  handlers with computations (paper 1, figures 14 and 15)",
      "  handlers      8 min  such handlers on one core, on all, asynchronous or not",
      "  painting      4 min  kernels, with updates that take the event thread 0.2 ms",
      "  teams         3 min  constructs of teams, and computations on every core",
      "  tasks         2 min  recursive computations with tasks, beside ForkJoinPool",
      "  busy          5 min  teams on cores that other processes keep busy",
      "  nas           6 min  five NAS kernels beside C with OpenMP",
      "  service       5 min  a service that encrypts, beside Jetty (figure 16)",
      "  flow          4 min  items through flows and peers, and a flow's start",
      "  flow-shapes  14 min  sections by measurement beside the best by hand",
      "  nexmark       6 min  queries of an auction site, as flows and by hand",
      "  nexmark-flink  8 min  the same on Apache Flink, beside its DataStream API",
      "  flink-state  30 min  a word count and states of up to 1 GB there",
      "  demo          5 min  a recording of the demo",
      "  channels     30 min  channels and choices, other languages' too",
      "  sends         1 min  asynchronous sends",
      "  mailboxes     1 min  mailboxes, and CML's classic designs",
      "  multicast     1 min  multicast channels, and CML's classic design",
      "  blocked       1 min  heap of blocked processes and of pending sends",
      "  sockets       3 min  events of reading and writing",
      "  modules       2 min  Swerve's modules, both versions (paper 4, table 1)",
      "  plan         18 min  predictions and sizes against measurement and simulation",
      "  advice       24 min  predictions, measured before and after the advice",
      "  pxay          8 min  sizes of pools for four kernels (paper 2, figures 11-15)",
      "  lag           4 min  what the agent of 'hocket lag' costs a Swing program",
      "  typing        1 min  from a key to the messages of 'hocket lsp'",
      "  server       35 min  Swerve and other web servers",
      "  flowserver    6 min  the web server on flow, and others",
      "  recorded      4 min  what a recording costs both web servers",
      "  feeds        17 min  the web server on flow by mappings, copies and collectors",
      "  quoll        24 min  JavaScript handlers in parallel (paper 5, figures 5 to 7)",
      "  all                  all of these"
    },
    customSynopsis = {
      "hocket bench [--quick] [--cores-each=N] [--recordings=DIR] [NAME...]",
      "       hocket bench COMMAND"
    },
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket bench",
      "  hocket bench handover await",
      "  hocket bench --quick all",
      "  hocket bench --cores-each 4 --recordings recordings advice",
      "",
      "Exit codes: 0 done; 1 a benchmark failed; 2 bad name or number."
    },
    subcommands = BenchFiguresCommand.class)
final class BenchCommand implements Callable<Integer> {
  private static final String MAIN = "dev.hocket.bench.Main";

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(names = "--quick", description = "Check the results only; the figures mean nothing.")
  private boolean quick;

  @Option(
      names = "--cores-each",
      paramLabel = "N",
      description =
          "advice: run as many programs beside each other as there are processors for, N of their"
              + " own for each, and plan each for N cores (default: one after the other on all;"
              + " Linux only).")
  private Integer coresEach;

  @Option(
      names = "--recordings",
      paramLabel = "DIR",
      description = "advice: keep the recordings in DIR, for 'hocket plan' and 'hocket report'.")
  private Path recordings;

  @Parameters(hidden = true, paramLabel = "NAME")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    if (names.isEmpty()) {
      list();
      return ExitCode.OK;
    }
    checkNames();
    List<String> command = new ArrayList<>(List.of(MAIN));
    if (quick) {
      command.add("--quick");
    }
    if (coresEach != null) {
      if (coresEach < 1) {
        throw new UserError("--cores-each must be 1 or more, not " + coresEach);
      }
      command.addAll(List.of("--cores-each", coresEach.toString()));
    }
    if (recordings != null) {
      command.addAll(List.of("--recordings", recordings.toString()));
    }
    command.addAll(names);
    return jvm(command).runAttached();
  }

  /** Creates a JVM with the benchmarks, which the launcher has built. */
  static ChildJvm jvm(List<String> mainAndArguments) {
    Repository.needSources();
    Path libraries = Repository.file("bench/target/class-path.txt");
    Path classes = Repository.file("bench/target/classes");
    return new ChildJvm(classes + File.pathSeparator + read(libraries), mainAndArguments);
  }

  /** Refuses unknown names before anything is built for them. */
  private void checkNames() {
    List<String> known = lines().map(line -> line.strip().split(" ")[0]).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new UserError(
            "no benchmark is named "
                + name
                + "; there are "
                + String.join(", ", known.subList(0, known.size() - 1))
                + ", and "
                + known.getLast());
      }
    }
  }

  /** The lines of the help that name benchmarks: only these are indented. */
  private Stream<String> lines() {
    return Stream.of(spec.usageMessage().description()).filter(line -> line.startsWith(" "));
  }

  private void list() {
    PrintWriter out = spec.commandLine().getOut();
    lines().forEach(out::println);
    out.println();
    out.println("To run some of them: hocket bench NAME...");
    out.flush();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
