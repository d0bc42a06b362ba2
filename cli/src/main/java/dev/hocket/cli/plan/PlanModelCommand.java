package dev.hocket.cli.plan;

import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.model.AsPrinted;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.Station;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** {@code hocket plan model}: computes the response times of one queue. */
@Command(
    name = "model",
    header = "Predict the flow time of one class of handlers.",
    description = {
      "",
      "Poisson arrivals, one queue, first come first served: M/M/Na, M/D/Na or M/G/Na. Means and"
          + " quantiles of M/M and M/D are exact, those of other service times, taken to be gamma"
          + " distributed, are approximations."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket plan model --lambda 10 --service 177ms --servers 3",
      "  hocket plan model --lambda 4 --service 1.2s --servers 1 --threads 8",
      "  hocket plan model --lambda 200 --service 3ms --servers 1 --exp --json",
      "",
      "Exit codes: 0 done; 2 bad input."
    })
final class PlanModelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = "--lambda",
      required = true,
      paramLabel = "RATE",
      description = "Events a second.")
  private double rate;

  @Option(
      names = "--service",
      required = true,
      paramLabel = "TIME",
      converter = Seconds.Converter.class,
      description = "Mean run time of a handler on one thread, as in 177ms, 20us or 1.2s.")
  private Seconds service;

  @Option(
      names = "--servers",
      required = true,
      paramLabel = "NA",
      description = "Workers that run handlers at the same time.")
  private int servers;

  @ArgGroup private Variation variation = new Variation();

  /** The distribution of service times; at most one may be given. */
  private static final class Variation {
    @Option(names = "--det", description = "All run times are equal (the default).")
    private boolean equal;

    @Option(names = "--exp", description = "Run times are exponential.")
    private boolean exponential;

    @Option(
        names = "--cs2",
        paramLabel = "X",
        description = "Their variance divided by the square of their mean.")
    private Double squared;

    double value() {
      return squared != null ? squared : exponential ? 1 : 0;
    }
  }

  @Option(
      names = "--threads",
      paramLabel = "NP",
      defaultValue = "1",
      description = "Threads that each handler runs on (default 1).")
  private int threads;

  @Option(
      names = "--serial",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Share of a handler that always runs on one thread (Amdahl; default 0).")
  private double serial;

  @Option(
      names = "--as-printed",
      description = "Also what formula (4) of the paper gives as printed, which is wrong.")
  private boolean asPrinted;

  @Option(names = "--json", description = "One JSON object; times in seconds, null is infinite.")
  private boolean json;

  /** A figure of the output: its JSON key, its label for people, and its formatted value. */
  private record Answer(String key, String label, double value, boolean isTime) {
    String line() {
      String text =
          isTime || Double.isInfinite(value)
              ? Seconds.text(value)
              : String.format(Locale.ROOT, "%.4g", value);
      return "%-22s %s".formatted(label, text);
    }
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<Answer> answers;
    try {
      answers = answers();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new UserError(e.getMessage());
    }
    if (json) {
      Map<String, Object> finite = new LinkedHashMap<>();
      answers.forEach(one -> finite.put(one.key, Double.isFinite(one.value) ? one.value : null));
      out.println(JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(finite));
    } else {
      answers.forEach(answer -> out.println(answer.line()));
      if (answers.getFirst().value >= 1) {
        out.println("The workers are overloaded: the queue grows without end.");
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private List<Answer> answers() {
    Load sequential = new Load(rate, service.value(), variation.value());
    double speedUp = new SpeedUp.Amdahl(serial).at(threads);
    Load load = sequential.dividedBy(speedUp);
    Station station = Station.of(load, servers);
    List<Answer> answers = new ArrayList<>();
    answers.add(new Answer("utilisation", "utilisation", station.utilisation(), false));
    answers.add(new Answer("speedUp", "speed-up", speedUp, false));
    answers.add(new Answer("serviceSeconds", "service time", load.serviceSeconds(), true));
    answers.add(
        new Answer("waitProbability", "probability of waiting", station.waitProbability(), false));
    answers.add(new Answer("meanWaitSeconds", "mean wait", station.meanWait(), true));
    answers.add(new Answer("meanFlowSeconds", "mean flow time", station.meanFlow(), true));
    answers.add(new Answer("p50FlowSeconds", "  50 % are done in", station.flowQuantile(.5), true));
    answers.add(
        new Answer("p95FlowSeconds", "  95 % are done in", station.flowQuantile(.95), true));
    answers.add(
        new Answer("p99FlowSeconds", "  99 % are done in", station.flowQuantile(.99), true));
    answers.add(
        new Answer("shareOver100ms", "share over 100 ms", 1 - station.flowAtMost(.1), false));
    answers.add(
        new Answer("meanQueueLength", "mean queue length", station.meanQueueLength(), false));
    if (asPrinted) {
      double printed = AsPrinted.meanFlow(load, servers);
      answers.add(new Answer("meanFlowAsPrintedSeconds", "formula (4) as printed", printed, true));
    }
    return answers;
  }
}
