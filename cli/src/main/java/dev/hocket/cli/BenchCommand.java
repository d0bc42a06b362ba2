package dev.hocket.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hocket bench}: the benchmarks, peers side by side, in a JVM of their own. */
@Command(
    name = "bench",
    header = "Run the benchmarks, peers in the same run.",
    description = {
      "",
      "Runs the named benchmarks, or all, and prints ratios to the peers. docs/benchmarks.md says"
          + " what they mean.",
      "",
      "  handover   handing blocks over",
      "  recording  what a recording costs",
      "  await      handlers that await, and what they replace",
      "  looptime   the event thread's own time",
      "  suspended  heap of suspended handlers",
      "  kernels    handlers with computations (paper 1, figures 14 and 15)",
      "  painting   the same with updates that take the event thread 0.2 ms",
      "  demo       a recording of the demo",
      "  channels   channels and choices, other languages' too",
      "  sends      asynchronous sends",
      "  mailboxes  mailboxes, and CML's classic designs",
      "  multicast  multicast channels, and CML's classic design",
      "  blocked    heap of blocked processes and of pending sends",
      "  sockets    events of reading and writing",
      "  modules    Swerve's modules, asynchronous and in lock-step (paper 4, table 1)",
      "  server     Swerve and other web servers, some 35 minutes"
    },
    customSynopsis = "hocket bench [--quick] [NAME...]",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket bench",
      "  hocket bench --quick handover",
      "",
      "Exit codes: 0 done; 1 a benchmark failed; 2 bad name."
    })
final class BenchCommand implements Callable<Integer> {
  private static final String MAIN = "dev.hocket.bench.Main";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(names = "--quick", description = "Check the results only; the figures mean nothing.")
  private boolean quick;

  @Parameters(hidden = true, paramLabel = "NAME")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    Path libraries = Repository.file("bench/target/class-path.txt");
    Path classes = Repository.file("bench/target/classes");
    List<String> command = new ArrayList<>(List.of(MAIN));
    if (quick) {
      command.add("--quick");
    }
    command.addAll(names);
    return new ChildJvm(classes + File.pathSeparator + read(libraries), command).runAttached();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
