package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.SpeedUpFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A class of handlers of a recording, with its speed-up curve if that is known.
 *
 * @param handler the handler as the planner sees it
 * @param labels the labels in the class: one, or all small ones together
 * @param speedUpIsKnown whether the curve was given; an unknown curve ends at one thread
 * @param fit the curve with its uncertainty
 */
public record Subject(Handler handler, List<Label> labels, boolean speedUpIsKnown, SpeedUpFit fit) {

  /** Copies the list. */
  public Subject {
    labels = List.copyOf(labels);
  }

  /** Share of the service time from which on pauses are worth a remark. */
  private static final double NOTABLE = 0.05;

  /** The curve of a handler whose speed-up is unknown: 1 at one thread. */
  private static final SpeedUpFit UNKNOWN = SpeedUpFit.exact(new SpeedUp.Measured(new TreeMap<>()));

  static Subject of(Label label, SpeedUpFit fit) {
    boolean known = fit != null;
    SpeedUpFit used = known ? fit : UNKNOWN;
    return new Subject(
        new Handler(label.name(), label.load(), used.curve(), label.processorShare(), pause(label)),
        List.of(label),
        known,
        used);
  }

  /** Merges several labels into one class, whose service times are a mixture of theirs. */
  static Subject together(List<Subject> small) {
    Load load = new Load(0, 0, 0);
    double processor = 0;
    double pauses = 0;
    for (Subject one : small) {
      load = load.mixedWith(one.handler.load());
      pauses += one.handler.load().arrivalsPerSecond() * one.handler.pauseSeconds();
      processor += one.handler.load().offered() * one.handler.processorShare();
    }
    return new Subject(
        new Handler(
            small.size() + " small ones",
            load,
            UNKNOWN.curve(),
            load.offered() == 0 ? 1 : Math.min(1, processor / load.offered()),
            load.arrivalsPerSecond() == 0 ? 0 : pauses / load.arrivalsPerSecond()),
        small.stream().flatMap(one -> one.labels.stream()).toList(),
        false,
        UNKNOWN);
  }

  private static double pause(Label label) {
    return label.runs() == 0 ? 0 : label.pauses().value();
  }

  /**
   * Remarks on facts about the handlers that their figures do not show: whether they wait, for
   * disks and networks or for other parts of the program, whether teams ran a part of them, and
   * whether a run is a batch.
   *
   * @return sentences, most often none
   */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (handler.processorShare() < 1) {
      remark(
          remarks,
          "needs a processor for %.1f %% of its run time, so a thread counts as %.3g cores",
          100 * handler.processorShare(),
          handler.processorShare());
    }
    double ready = labels.stream().mapToDouble(Label::readyShare).max().orElse(0);
    if (ready > NOTABLE) {
      remark(
          remarks,
          "was ready, but without a processor, for %.0f %% of its run time: the machine was busy, and"
              + " its service time has that in it",
          100 * ready);
    }
    if (handler.pauseSeconds() > NOTABLE * handler.load().serviceSeconds()) {
      remark(
          remarks,
          "waits %s of each run for something else, without a thread: flow times have that in them, and"
              + " no size of a pool changes it",
          TimeText.of(handler.pauseSeconds()));
    }
    int team = labels.stream().mapToInt(Label::widestTeam).max().orElse(1);
    if (team > 1) {
      remark(
          remarks,
          "has parallel regions, which ran on up to %d threads, and its service time is theirs: to plan"
              + " its threads, record it with OMP_NUM_THREADS=1",
          team);
    }
    long runs = labels.stream().mapToLong(Label::runs).sum();
    long items = labels.stream().mapToLong(Label::items).sum();
    if (items > runs) {
      remark(
          remarks,
          "its runs are batches, of %.3g pieces of work on average, %s each",
          (double) items / runs,
          TimeText.of(handler.load().serviceSeconds() * runs / items));
    }
    return remarks;
  }

  private void remark(List<String> remarks, String format, Object... values) {
    remarks.add(handler.name() + ": " + String.format(Locale.ROOT, format, values));
  }

  List<String> names() {
    return labels.stream().map(Label::name).toList();
  }

  /** Draws the handler with another speed-up that its band allows. */
  Handler withOtherSpeedUp(SplittableRandom random) {
    return new Handler(
        handler.name(),
        handler.load(),
        fit.drawn(random),
        handler.processorShare(),
        handler.pauseSeconds());
  }

  /** Draws the handler as another recording of the same program might have shown it. */
  Handler drawn(SplittableRandom random) {
    Load load = new Load(0, 0, 0);
    for (Label label : labels) {
      load = load.mixedWith(Draw.load(label, random));
    }
    return new Handler(
        handler.name(), load, fit.drawn(random), handler.processorShare(), handler.pauseSeconds());
  }
}
