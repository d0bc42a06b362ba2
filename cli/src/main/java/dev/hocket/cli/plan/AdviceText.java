package dev.hocket.cli.plan;

import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.TextTable;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.advise.Subject;
import dev.hocket.plan.advise.VirtualLimit;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.Estimate;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.TeamRuns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Writes an {@link Advice} as text for people. */
final class AdviceText {
  private AdviceText() {}

  static void print(
      PrintWriter out,
      Path recording,
      Measurement measured,
      Advice advice,
      List<VirtualLimit> limits,
      Goal goal) {
    long runs = measured.labels().stream().mapToLong(Label::runs).sum();
    out.printf(
        Locale.ROOT, "%s: %d runs in %s%n%n", recording, runs, Seconds.text(measured.seconds()));
    out.println(advice.verdict().inWords());
    advice.check().ifPresent(check -> out.println(check.inWords()));
    out.println();
    printHandlers(out, advice.subjects());
    out.println();
    if (!measured.regions().isEmpty()) {
      printRegions(out, measured);
      out.println();
    }
    printPlans(out, advice, goal);
    advice.loops().forEach(one -> out.println("\n" + one.inWords()));
    limits.forEach(one -> out.println("\n" + one.inWords()));
    out.println();
    advice.subjects().forEach(one -> one.remarks().forEach(out::println));
    advice.worth().forEach(one -> out.println(one.name() + ": " + one.reason()));
    new TreeMap<>(advice.leftOut())
        .forEach((label, reason) -> out.println(label + ": not planned for: it " + reason));
    out.println();
    out.println(
        "Replayed: the recorded events simulated on these pools, one by one; this column decides. In"
            + " brackets are 95 % bands, which result from drawing stretches of the recording again.");
    out.println(
        "Model: queueing formulas, which take events for independent of each other. They propose the"
            + " sizes that are replayed.");
  }

  /** Describes a recording that has parallel regions but no blocks. */
  static void printWithoutBlocks(PrintWriter out, Path recording, Measurement measured) {
    out.printf(
        Locale.ROOT,
        "%s: parallel regions, and no block, in %s%n%n",
        recording,
        Seconds.text(measured.seconds()));
    printRegions(out, measured);
    out.println();
    out.println("No block ended while it was recorded, so there are no pools to plan.");
  }

  /** Describes a recording whose blocks all run on virtual threads. */
  static void printWithoutPools(
      PrintWriter out, Path recording, Measurement measured, List<VirtualLimit> limits) {
    long runs = measured.labels().stream().mapToLong(Label::runs).sum();
    out.printf(
        Locale.ROOT, "%s: %d runs in %s%n", recording, runs, Seconds.text(measured.seconds()));
    limits.forEach(one -> out.println("\n" + one.inWords()));
  }

  private static void printRegions(PrintWriter out, Measurement measured) {
    TextTable table =
        new TextTable(1).line("parallel region", "threads", "runs", "mean time", "speed-up");
    boolean unknown = false;
    for (TeamRuns region : measured.regions()) {
      for (int threads : region.sizes()) {
        Estimate speedUp = region.speedUp(threads);
        unknown |= Double.isNaN(speedUp.value());
        table.line(
            region.name(),
            Integer.toString(threads),
            Long.toString(region.runs(threads)),
            time(region.seconds(threads)),
            Double.isNaN(speedUp.value()) ? "unknown" : plusMinus(speedUp));
      }
    }
    table.print(out);
    if (unknown) {
      out.println(
          "A speed-up is known where a region also ran on one thread: 'hocket plan calibrate' runs it"
              + " so.");
    }
  }

  private static void printHandlers(PrintWriter out, List<Subject> subjects) {
    TextTable table =
        new TextTable(3)
            .line(
                "", "handler", "target", "events/s", "service time", "cs2", "flow time", "95 % in");
    int number = 1;
    for (Subject subject : subjects) {
      for (Label label : subject.labels()) {
        table.line(
            Integer.toString(number),
            label.name(),
            label.target(),
            plusMinus(label.arrivals().perSecond()),
            time(label.service()),
            String.format(Locale.ROOT, "%.2f", label.squaredVariation().value()),
            time(label.flow()),
            Seconds.text(label.flowQuantile(.95)));
      }
      number++;
    }
    table.print(out);
  }

  private static void printPlans(PrintWriter out, Advice advice, Goal goal) {
    TextTable table =
        new TextTable(2)
            .line(
                "",
                "sizes",
                "cores",
                "fullest",
                title(goal) + ", replayed",
                "by the model",
                title(first(goal)),
                title(second(goal)));
    add(table, "best", advice.best(), goal);
    if (!advice.frugal().plan().equals(advice.best().plan())) {
      add(table, "nearly as good", advice.frugal(), goal);
    }
    advice.runnersUp().forEach(one -> add(table, "other", one, goal));
    add(table, "model's choice", advice.proposed(), goal);
    add(table, "rule of thumb", advice.ruleOfThumb(), goal);
    advice.today().ifPresent(one -> add(table, "as recorded", one, goal));
    table.print(out);
    advice.sharingInWords().ifPresent(out::println);
  }

  static String title(Goal goal) {
    return switch (goal) {
      case MEAN -> "mean flow time";
      case P95 -> "95 % are done in";
      case OVER_100_MS -> "over 100 ms";
    };
  }

  private static void add(TextTable table, String name, Prediction prediction, Goal goal) {
    table.line(
        name,
        prediction.plan().toString(),
        Integer.toString(prediction.cores()),
        String.format(Locale.ROOT, "%.0f %%", 100 * prediction.utilisation()),
        banded(prediction.replayed(goal), goal),
        text(prediction.modelled(goal), goal),
        text(prediction.replayed(first(goal)).value(), first(goal)),
        text(prediction.replayed(second(goal)).value(), second(goal)));
  }

  /** The first of the other goals. */
  private static Goal first(Goal goal) {
    return goal == Goal.MEAN ? Goal.P95 : Goal.MEAN;
  }

  private static Goal second(Goal goal) {
    return goal == Goal.OVER_100_MS ? Goal.P95 : Goal.OVER_100_MS;
  }

  static String text(double value, Goal goal) {
    return goal == Goal.OVER_100_MS
        ? String.format(Locale.ROOT, "%.2f %%", 100 * value)
        : Seconds.text(value);
  }

  private static String banded(Prediction.Banded figure, Goal goal) {
    return "%s (%s to %s)"
        .formatted(text(figure.value(), goal), text(figure.low(), goal), text(figure.high(), goal));
  }

  private static String plusMinus(Estimate estimate) {
    return String.format(Locale.ROOT, "%.3g ± %.2g", estimate.value(), estimate.halfWidth());
  }

  private static String time(Estimate estimate) {
    return Seconds.text(estimate.value()) + " ± " + Seconds.text(estimate.halfWidth());
  }
}
