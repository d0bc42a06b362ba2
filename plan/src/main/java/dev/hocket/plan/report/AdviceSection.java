package dev.hocket.plan.report;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.advise.Subject;
import dev.hocket.plan.advise.VirtualLimit;
import dev.hocket.plan.advise.Worth;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.measure.Estimate;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.TeamRuns;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Writes the part of a page about handlers: their measured figures, and how many threads they need.
 */
final class AdviceSection {
  private AdviceSection() {}

  static String of(RunReport run, int firstHandler) {
    Html html = new Html();
    run.advice()
        .ifPresentOrElse(
            advice -> advice(html, advice, firstHandler),
            () -> html.muted("No sizes are advised: " + run.whyNoAdvice()));
    run.measurement()
        .ifPresent(measured -> {
          VirtualLimit.of(measured, Goal.MEAN).forEach(one -> html.paragraph(one.inWords()));
          regions(html, measured);
        });
    return html.toString();
  }

  /**
   * Writes the recommended change of a run's sizes and its certainty, the first thing on the page.
   */
  static String verdict(RunReport run) {
    if (run.advice().isEmpty() && run.whyNoAdvice().isEmpty()) {
      return "";
    }
    Html html = new Html().raw("<div class=\"verdict\">\n");
    run.advice()
        .ifPresentOrElse(
            advice -> {
              html.raw("<p><b>" + Svg.escape(advice.verdict().inWords()) + "</b></p>\n");
              advice.check().ifPresent(check -> html.muted(check.inWords()));
            },
            () -> html.paragraph("No sizes are advised: " + run.whyNoAdvice()));
    return html.raw("</div>\n").toString();
  }

  private static void advice(Html html, Advice advice, int firstHandler) {
    measured(html, advice);
    html.subheading("Flow times: measured, and by the model of the pools that were recorded");
    for (int i = 0; i < Math.min(12, advice.subjects().size()); i++) {
      html.subheading(advice.subjects().get(i).handler().name())
          .raw("<div id=\"handler" + (firstHandler + i) + "\"></div>\n");
    }
    html.subheading("How many threads?");
    plans(html, advice);
    advice.sharingInWords().ifPresent(html::muted);
    advice.loops().forEach(one -> html.paragraph(one.inWords()));
    advice.subjects().forEach(one -> one.remarks().forEach(html::muted));
    for (Worth worth : advice.worth()) {
      html.muted(worth.name() + ": " + worth.reason());
    }
    new TreeMap<>(advice.leftOut())
        .forEach((label, reason) -> html.muted(label + ": not planned for: it " + reason));
  }

  private static void regions(Html html, Measurement measured) {
    if (measured.regions().isEmpty()) {
      return;
    }
    html.subheading("Parallel regions")
        .beginTable("region", "threads", "runs", "mean time", "speed-up");
    for (TeamRuns region : measured.regions()) {
      for (int threads : region.sizes()) {
        Estimate speedUp = region.speedUp(threads);
        html.row(
            "",
            region.name(),
            Integer.toString(threads),
            Long.toString(region.runs(threads)),
            time(region.seconds(threads)),
            Double.isNaN(speedUp.value()) ? "–" : plusMinus(speedUp));
      }
    }
    html.endTable()
        .muted(
            "A region takes the threads that are free. Its speed-up is known where it also ran on one;"
                + " 'hocket plan calibrate' runs it so.");
  }

  private static void measured(Html html, Advice advice) {
    List<Handler> handlers = advice.subjects().stream().map(Subject::handler).toList();
    html.beginTable(
        "handler",
        "target",
        "events/s",
        "service time",
        "mean flow time",
        "model",
        "95 % in",
        "model");
    for (int i = 0; i < advice.subjects().size(); i++) {
      for (Label label : advice.subjects().get(i).labels()) {
        html.row(
            "",
            (i + 1) + " " + label.name(),
            label.target(),
            plusMinus(label.arrivals().perSecond()),
            time(label.service()),
            time(label.flow()),
            model(advice, i, handlers, 0),
            TimeText.of(label.flowQuantile(0.95)),
            model(advice, i, handlers, 0.95));
      }
    }
    html.endTable();
  }

  /** Formats a flow time by the models: the quantile of a share, or the mean if the share is 0. */
  private static String model(Advice advice, int one, List<Handler> handlers, double share) {
    return advice
        .today()
        .map(today ->
            TimeText.of(
                share == 0
                    ? today.plan().meanFlow(one, handlers)
                    : today.plan().flowQuantile(one, share, handlers)))
        .orElse("–");
  }

  private static String plusMinus(Estimate estimate) {
    return String.format(Locale.ROOT, "%.3g ± %.2g", estimate.value(), estimate.halfWidth());
  }

  private static String time(Estimate estimate) {
    return TimeText.of(estimate.value()) + " ± " + TimeText.of(estimate.halfWidth());
  }

  private static void plans(Html html, Advice advice) {
    html.raw("<div class=\"plans\">\n");
    html.beginTable(
        "",
        "mean, replayed",
        "sizes",
        "95 % band",
        "95 % in, replayed",
        "over 100 ms, replayed",
        "mean by the model",
        "cores",
        "fullest pool");
    plan(html, "best", "best", advice.best());
    if (!advice.frugal().plan().equals(advice.best().plan())) {
      plan(html, "", "nearly as good", advice.frugal());
    }
    advice.runnersUp().forEach(one -> plan(html, "", "other", one));
    plan(html, "", "model's choice", advice.proposed());
    plan(html, "", "rule of thumb", advice.ruleOfThumb());
    advice.today().ifPresent(one -> plan(html, "", "as recorded", one));
    html.endTable()
        .raw("</div>\n")
        .muted(
            "P6A2 is a pool of 2 workers whose handlers run on 6 threads each; the numbers are those"
                + " of the handlers above. \"Replayed\" means that the recorded events were simulated on"
                + " these pools, one by one; that column decides. Its band comes from drawing stretches"
                + " of the recording again. The model proposes the sizes that are replayed.");
  }

  private static void plan(Html html, String style, String name, Prediction one) {
    Prediction.Banded mean = one.replayed(Goal.MEAN);
    html.row(
        style,
        name,
        TimeText.of(mean.value()),
        one.plan().toString(),
        TimeText.of(mean.low()) + " to " + TimeText.of(mean.high()),
        TimeText.of(one.replayed(Goal.P95).value()),
        String.format(Locale.ROOT, "%.2f %%", 100 * one.replayed(Goal.OVER_100_MS).value()),
        TimeText.of(one.modelled(Goal.MEAN)),
        Integer.toString(one.cores()),
        String.format(Locale.ROOT, "%.0f %%", 100 * one.utilisation()));
  }
}
