package dev.hocket.cli.plan;

import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.TextTable;
import dev.hocket.plan.advise.Comparison;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.Estimate;
import dev.hocket.plan.measure.Label;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a {@link Comparison} as text for people. */
final class ComparisonText {
  /**
   * If the ratio of event numbers is below this, or above its reciprocal, the number of events
   * explains the different flow times.
   */
  private static final double SAME_RATE = 0.8;

  private ComparisonText() {}

  static void print(PrintWriter out, Path before, Path after, Comparison comparison, Goal goal) {
    out.printf(
        "%s: %s before (%s), %s after (%s).%n",
        AdviceText.title(goal),
        AdviceText.text(comparison.before().value(), goal),
        before,
        AdviceText.text(comparison.after().value(), goal),
        after);
    out.println(
        apart(comparison.before(), comparison.after())
            ? "Their bands do not overlap, so that is no chance."
            : "Their bands overlap, so that may be chance.");
    double ratio = comparison.rateRatio();
    if (ratio < SAME_RATE || ratio > 1 / SAME_RATE) {
      out.printf(
          Locale.ROOT, "But %.2f times as many events came in a second after the change.%n", ratio);
    }
    comparison
        .foretold()
        .ifPresent(one ->
            out.printf(
                "The replay of %s on the sizes of %s, %s, says %s.%n",
                before, after, one.plan(), AdviceText.text(one.figure(), goal)));
    out.println();
    printHandlers(out, comparison);
    printOnly(out, comparison.onlyBefore(), before);
    printOnly(out, comparison.onlyAfter(), after);
  }

  private static boolean apart(Prediction.Banded one, Prediction.Banded other) {
    return one.high() < other.low() || other.high() < one.low();
  }

  private static void printHandlers(PrintWriter out, Comparison comparison) {
    TextTable table =
        new TextTable(1)
            .line("handler", "", "events/s", "service time", "flow time", "95 % in", "over 100 ms");
    for (Comparison.Row row : comparison.rows()) {
      add(table, row.before().name(), "before", row.before());
      add(table, "", "after", row.after());
    }
    table.print(out);
  }

  private static void add(TextTable table, String name, String when, Label label) {
    table.line(
        name,
        when,
        String.format(Locale.ROOT, "%.3g", label.arrivals().perSecond().value()),
        time(label.service()),
        time(label.flow()),
        Seconds.text(label.flowQuantile(.95)),
        String.format(Locale.ROOT, "%.2f %%", 100 * label.shareOver100Millis()));
  }

  private static String time(Estimate estimate) {
    return Seconds.text(estimate.value()) + " ± " + Seconds.text(estimate.halfWidth());
  }

  private static void printOnly(PrintWriter out, List<String> labels, Path recording) {
    if (!labels.isEmpty()) {
      out.println("Only in " + recording + ": " + String.join(", ", labels));
    }
  }
}
