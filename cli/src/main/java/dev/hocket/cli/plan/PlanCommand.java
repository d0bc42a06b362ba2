package dev.hocket.cli.plan;

import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.RecordingException;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Comparison;
import dev.hocket.plan.advise.VirtualLimit;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.model.SpeedUpFit;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.Unmatched;
import tools.jackson.jr.ob.JSON;

/** {@code hocket plan}: computes how many threads the handlers of a recording should get. */
@Command(
    name = "plan",
    header = "Say how many threads handlers need, from a recording.",
    description = {
      "",
      "Measures the handlers of RECORDING, searches the sizes of pools that are best for a machine"
          + " of so many cores, and predicts what these and others do. P6A2 is a pool of 2 workers"
          + " whose handlers run on 6 threads each. Of two recordings, made before and after a change,"
          + " it compares the flow times. The commands answer other questions."
    },
    customSynopsis = {
      "hocket plan RECORDING [--cores=N] [--goal=GOAL] [--json]",
      "                   [--most=SHARE] [--recorded-cores=N]",
      "                   [--speed-up=LABEL=CURVE]...",
      "       hocket plan BEFORE AFTER [--goal=GOAL] [--recorded-cores=N]",
      "       hocket plan COMMAND"
    },
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket plan run.jfr --cores 64 --goal p95",
      "  hocket plan run.jfr --speed-up App.java:9=2:1.9,4:3.5",
      "  hocket plan calibrate --block Sums.java:12 --np 1,2,4 Sums.java",
      "  hocket plan model --lambda 10 --service 177ms --servers 3",
      "  hocket plan load --rate 200 http://localhost:8080/",
      "",
      "Exit codes: 0 done; 1 no request was answered; 2 bad input."
    },
    subcommands = {
      PlanCalibrateCommand.class,
      PlanModelCommand.class,
      PlanLoadCommand.class,
      PlanCommand.Moved.class
    })
public final class PlanCommand implements Callable<Integer> {
  /** The options of advice on one recording that a comparison does not take. */
  private static final List<String> SIZING_OPTIONS =
      List.of("--cores", "--most", "--speed-up", "--json");

  private static final int MOST_CORES = 1024;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(arity = "0..*", hidden = true, paramLabel = "RECORDING")
  private List<Path> recordings = List.of();

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores of the machine that is planned for (default: of this one).")
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--goal",
      paramLabel = "GOAL",
      defaultValue = "mean",
      converter = GoalConverter.class,
      description =
          "What is to be small: the mean flow time (mean, the default), the time that 95 %% are done"
              + " in (p95), or the share that takes longer than 100 ms (over100ms).")
  private Goal goal;

  @Option(
      names = "--recorded-cores",
      paramLabel = "N",
      description =
          "Cores of the machine that was recorded, for which its handlers waited (default: of this"
              + " one).")
  private int recordedCores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--most",
      paramLabel = "SHARE",
      defaultValue = "0.9",
      description = "Utilisation that no pool may exceed (default 0.9).")
  private double most;

  @Option(
      names = "--speed-up",
      paramLabel = "LABEL=CURVE",
      converter = SpeedUpOption.Converter.class,
      description =
          "How much faster a handler runs on several threads: threads and speed-ups as in"
              + " App.java:9=2:1.9,4:3.5, or the share that runs on one thread all the same, as in"
              + " App.java:9=0.05; +-0.1 behind a number is half its 95 %% band, as 'hocket plan"
              + " calibrate' prints it, and x1.3 that a run takes 1.3 times as long while all other"
              + " cores are busy. Without it a handler runs on one thread.")
  private List<SpeedUpOption> curves = List.of();

  @Option(names = "--json", description = "One JSON object; times in seconds, null is infinite.")
  private boolean json;

  private static final class GoalConverter implements ITypeConverter<Goal> {
    @Override
    public Goal convert(String text) {
      return switch (text) {
        case "mean" -> Goal.MEAN;
        case "p95" -> Goal.P95;
        case "over100ms" -> Goal.OVER_100_MS;
        default ->
            throw new TypeConversionException(
                "expected mean, p95 or over100ms, not '" + text + "'");
      };
    }
  }

  /** Options may follow the recording, because no program follows it. */
  public static void allowOptionsBehindTheRecording(CommandLine commands) {
    CommandLine plan = commands.getSubcommands().get("plan");
    plan.setStopAtPositional(false);
    // Options after the program belong to the program.
    plan.getSubcommands().get("calibrate").setStopAtPositional(true);
  }

  @Override
  public Integer call() {
    if (recordings.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "say what to plan: a recording (hocket plan RECORDING) or a command (hocket plan COMMAND)");
    }
    if (recordings.size() > 2) {
      throw new ParameterException(
          spec.commandLine(),
          "plan takes one recording, or two to compare them, not " + recordings.size());
    }
    if (recordings.size() == 2) {
      return compare(recordings.getFirst(), recordings.getLast());
    }
    checkNumbers();
    Path recording = recordings.getFirst();
    Measurement measured = read(recording, spec.commandLine().getErr());
    PrintWriter out = spec.commandLine().getOut();
    List<VirtualLimit> limits = VirtualLimit.of(measured, goal);
    if (measured.labels().isEmpty() && !measured.regions().isEmpty()) {
      if (json) {
        out.println(json(AdviceJson.withoutBlocks(recording, measured)));
      } else {
        AdviceText.printWithoutBlocks(out, recording, measured);
      }
    } else if (!limits.isEmpty() && !Advice.isPossibleOn(measured)) {
      if (json) {
        out.println(json(AdviceJson.withoutPools(recording, measured, limits)));
      } else {
        AdviceText.printWithoutPools(out, recording, measured, limits);
      }
    } else {
      Advice advice = advice(measured);
      if (json) {
        out.println(json(AdviceJson.of(recording, measured, advice, limits, cores)));
      } else {
        AdviceText.print(out, recording, measured, advice, limits, goal);
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private void checkNumbers() {
    if (cores < 1 || cores > MOST_CORES) {
      throw new UserError("--cores needs a number from 1 to " + MOST_CORES + ", not " + cores);
    }
    if (recordedCores < 1) {
      throw new UserError("--recorded-cores needs 1 or more, not " + recordedCores);
    }
    if (!(most > 0 && most <= 1)) {
      throw new UserError("--most needs a share above 0 and at most 1, as in 0.8, not " + most);
    }
  }

  private int compare(Path before, Path after) {
    if (SIZING_OPTIONS.stream().anyMatch(spec.commandLine().getParseResult()::hasMatchedOption)) {
      throw new ParameterException(
          spec.commandLine(),
          "two recordings are compared, which takes no options but --goal and --recorded-cores");
    }
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    try {
      Comparison comparison =
          Comparison.of(read(before, err), read(after, err), goal, recordedCores);
      ComparisonText.print(out, before, after, comparison, goal);
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage());
    }
    out.flush();
    return ExitCode.OK;
  }

  private Advice advice(Measurement measured) {
    Map<String, SpeedUpFit> known = new LinkedHashMap<>();
    curves.forEach(one -> known.put(one.label(), one.fit()));
    try (PlanProgress progress =
        new PlanProgress(spec.commandLine().getErr(), "%,d plans replayed")) {
      return Advice.on(
          measured, new Advice.Question(cores, goal, most, known, recordedCores), progress::accept);
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage());
    }
  }

  private static String json(Map<String, Object> object) {
    return JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(object);
  }

  static Measurement read(Path recording, PrintWriter err) {
    try (PlanProgress progress = new PlanProgress(err, "%,d events read")) {
      return Measurement.of(recording, progress);
    } catch (RecordingException e) {
      throw new UserError(e.getMessage());
    }
  }

  /** {@code hocket plan figures}: names the command that replaces it. */
  @Command(name = "figures", hidden = true)
  static final class Moved implements Callable<Integer> {
    @Unmatched private List<String> options;

    @Override
    public Integer call() {
      throw new UserError("the figures of papers are drawn by 'hocket bench figures'");
    }
  }
}
