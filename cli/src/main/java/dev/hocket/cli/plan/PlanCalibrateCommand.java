package dev.hocket.cli.plan;

import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.TemporaryFolder;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.TextTable;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.RecordingException;
import dev.hocket.plan.measure.Calibration;
import dev.hocket.plan.model.SpeedUpFit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** {@code hocket plan calibrate}: measures how much faster a handler runs on several threads. */
@Command(
    name = "calibrate",
    header = "Measure how much faster a handler runs on several threads.",
    description = {
      "",
      "Runs a program once for each number of threads, with the parallel regions that ask for no"
          + " number of their own having so many, and compares the run times of one block or region."
          + " Prints the speed-ups with 95 %% bands, and the option that 'hocket plan' takes them by.",
      "",
      "With --busy each is run once more beside copies of the program, as many as the other cores"
          + " have room for: how many times as long a run then takes is the effect of shared caches,"
          + " memory and power."
    },
    customSynopsis = {
      "hocket plan calibrate --block=LABEL [--np=N,N...] [--busy] [--json]",
      "                             PROGRAM [ARGUMENT...]"
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket plan calibrate --block Sums.java:12 --np 1,2,4 Sums.java",
      "  hocket plan calibrate --block Sums.java:12 --busy Sums.java",
      "",
      "Exit codes: 0 done; 1 the program failed; 2 bad input."
    })
final class PlanCalibrateCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofHours(1);
  private static final long SEED = 1;
  private static final int LAST_LINES = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = "--block",
      required = true,
      paramLabel = "LABEL",
      description = "Where the block or the region stands, as in Sums.java:12.")
  private String label;

  @Option(
      names = "--np",
      paramLabel = "N",
      split = ",",
      description = "Numbers of threads, 1 among them (default: 1, 2, 4, ... up to the cores).")
  private List<Integer> sizes = defaultSizes();

  @Option(
      names = "--busy",
      description = "Measure also how copies of the program on the other cores slow it down.")
  private boolean busy;

  @Option(names = "--json", description = "One JSON object; times in seconds.")
  private boolean json;

  @Parameters(arity = "1..*", hidden = true, paramLabel = "PROGRAM")
  private List<String> program;

  private static List<Integer> defaultSizes() {
    List<Integer> sizes = new ArrayList<>(List.of(1));
    for (int threads = 2; threads <= Runtime.getRuntime().availableProcessors(); threads *= 2) {
      sizes.add(threads);
    }
    return sizes;
  }

  @Override
  public Integer call() {
    if (!sizes.contains(1) || sizes.stream().anyMatch(one -> one < 1)) {
      throw new UserError("--np needs 1 and numbers above it, as in 1,2,4, not " + sizes);
    }
    Calibration measured = new Calibration(label);
    TemporaryFolder folder = TemporaryFolder.create();
    for (int threads : sizes) {
      run(threads, folder.path().resolve(threads + ".jfr"), measured);
    }
    Calibration beside = new Calibration(label);
    if (busy) {
      runBesideCopies(folder.path(), beside);
    }
    PrintWriter out = spec.commandLine().getOut();
    SpeedUpFit table;
    SpeedUpFit usl;
    try {
      table = SpeedUpFit.measured(measured.runs(), SEED);
      usl = SpeedUpFit.usl(measured.runs(), SEED);
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage());
    }
    print(out, measured, table, usl, slowdown(measured, beside));
    out.flush();
    return ExitCode.OK;
  }

  private void runBesideCopies(Path folder, Calibration beside) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (sizes.stream().noneMatch(threads -> threads < cores)) {
      throw new UserError("--busy needs a number of threads below the " + cores + " cores");
    }
    for (int threads : sizes.stream().filter(one -> one < cores).toList()) {
      int copies = (cores - threads + threads - 1) / threads;
      try (Crowd _ = new Crowd(child(threads, List.of("run")), copies, folder)) {
        run(threads, folder.resolve("busy-" + threads + ".jfr"), beside);
      }
    }
  }

  /** A JVM that runs the program with a number of threads, by a command of hocket. */
  private ChildJvm child(int threads, List<String> hocket) {
    List<String> command = new ArrayList<>(List.of(ChildJvm.HOCKET));
    command.addAll(hocket);
    command.addAll(program);
    return new ChildJvm(System.getProperty("java.class.path"), command)
        .with("OMP_NUM_THREADS", Integer.toString(threads));
  }

  /** The factors by which runs beside copies took longer, by number of threads. */
  private static TreeMap<Integer, Double> slowdown(Calibration alone, Calibration beside) {
    TreeMap<Integer, Double> slowdown = new TreeMap<>();
    bySize(beside)
        .forEach((threads, seconds) -> {
          List<Double> of = bySize(alone).get(threads);
          if (of != null) {
            slowdown.put(threads, mean(seconds) / mean(of));
          }
        });
    return slowdown;
  }

  private static TreeMap<Integer, List<Double>> bySize(Calibration measured) {
    TreeMap<Integer, List<Double>> bySize = new TreeMap<>();
    measured
        .runs()
        .forEach(one ->
            bySize.computeIfAbsent(one.threads(), n -> new ArrayList<>()).add(one.seconds()));
    return bySize;
  }

  private void run(int threads, Path recording, Calibration measured) {
    Path log = recording.resolveSibling(threads + ".log");
    int exitCode = child(threads, List.of("run", "--record", recording.toString())).run(log, LIMIT);
    if (exitCode != 0) {
      throw new UserError(
          "the program ended with exit code "
              + exitCode
              + " with OMP_NUM_THREADS="
              + threads
              + lastOf(log),
          exitCode == ExitCode.BAD_INPUT ? ExitCode.BAD_INPUT : ExitCode.FAILED);
    }
    try {
      measured.add(recording, threads);
    } catch (RecordingException e) {
      throw new UserError(e.getMessage());
    }
  }

  /** The end of the program's output, which shows the reason of its failure. */
  private static String lastOf(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
      return last.isEmpty() ? " and printed nothing" : ":\n" + String.join("\n", last);
    } catch (IOException e) {
      return "; what it printed cannot be read: " + e.getMessage();
    }
  }

  private void print(
      PrintWriter out,
      Calibration measured,
      SpeedUpFit table,
      SpeedUpFit usl,
      TreeMap<Integer, Double> slowdown) {
    TreeMap<Integer, List<Double>> bySize = bySize(measured);
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      bySize.forEach((threads, seconds) ->
          all.put(Integer.toString(threads), json(threads, seconds, table, slowdown)));
      out.println(JSON.std.asString(Map.of("label", label, "threads", all)));
      return;
    }
    TextTable lines =
        new TextTable(0)
            .line(
                "threads",
                "runs",
                "mean time",
                "speed-up",
                "95 % band",
                "law",
                busy ? "beside copies" : "");
    bySize.forEach((threads, seconds) -> {
      SpeedUpFit.Band band = table.bandAt(threads);
      lines.line(
          Integer.toString(threads),
          Integer.toString(seconds.size()),
          Seconds.text(mean(seconds)),
          text(table.curve().at(threads)),
          text(band.low()) + " to " + text(band.high()),
          text(usl.curve().at(threads)),
          slowdown.containsKey(threads) ? text(slowdown.get(threads)) + " times as long" : "");
    });
    lines.print(out);
    out.println("law: the universal scalability law, fitted");
    out.println(
        "--speed-up "
            + label
            + "="
            + bySize.keySet().stream()
                .filter(threads -> threads > 1 || slowdown.containsKey(threads))
                .map(threads ->
                    SpeedUpOption.entry(threads, table.curve().at(threads), table.bandAt(threads))
                        + (slowdown.containsKey(threads) ? "x" + text(slowdown.get(threads)) : ""))
                .collect(Collectors.joining(",")));
  }

  private static Map<String, Object> json(
      int threads, List<Double> seconds, SpeedUpFit table, Map<Integer, Double> slowdown) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("runs", seconds.size());
    one.put("meanSeconds", mean(seconds));
    one.put("speedUp", table.curve().at(threads));
    one.put("low", table.bandAt(threads).low());
    one.put("high", table.bandAt(threads).high());
    if (slowdown.containsKey(threads)) {
      one.put("slowdown", slowdown.get(threads));
    }
    return one;
  }

  private static double mean(List<Double> seconds) {
    return seconds.stream().mapToDouble(one -> one).average().orElseThrow();
  }

  private static String text(double speedUp) {
    return String.format(Locale.ROOT, "%.2f", speedUp);
  }
}
