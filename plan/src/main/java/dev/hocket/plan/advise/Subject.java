package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.SpeedUpFit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A class of handlers of a recording, and its speed-up curve as far as it is known.
 *
 * @param handler the handler as the planner sees it
 * @param labels the labels it is made of: one, or all small ones together
 * @param speedUpIsKnown whether its curve was given; a curve that is not known ends at one thread
 * @param fit that curve, and how uncertain it is
 */
public record Subject(Handler handler, List<Label> labels, boolean speedUpIsKnown, SpeedUpFit fit) {

  /** Copies the list. */
  public Subject {
    labels = List.copyOf(labels);
  }

  /** The curve of a handler whose speed-up is unknown: 1 at one thread. */
  private static final SpeedUpFit UNKNOWN = SpeedUpFit.exact(new SpeedUp.Measured(new TreeMap<>()));

  static Subject of(Label label, SpeedUpFit fit) {
    boolean known = fit != null;
    SpeedUpFit used = known ? fit : UNKNOWN;
    return new Subject(
        new Handler(label.name(), label.load(), used.curve(), label.processorShare()),
        List.of(label),
        known,
        used);
  }

  /** Merges several labels into one class, whose service times are a mixture of theirs. */
  static Subject together(List<Subject> small) {
    Load load = new Load(0, 0, 0);
    double processor = 0;
    for (Subject one : small) {
      load = load.mixedWith(one.handler.load());
      processor += one.handler.load().offered() * one.handler.processorShare();
    }
    return new Subject(
        new Handler(
            small.size() + " small ones",
            load,
            UNKNOWN.curve(),
            load.offered() == 0 ? 1 : Math.min(1, processor / load.offered())),
        small.stream().flatMap(one -> one.labels.stream()).toList(),
        false,
        UNKNOWN);
  }

  /**
   * Explains how many cores a thread of the handler takes, given its waits for disks, networks and
   * the like.
   *
   * @return a sentence; empty if it computes all the time, or its processor time was not recorded
   */
  public Optional<String> waits() {
    double share = handler.processorShare();
    return share == 1
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s: needs a processor for %.1f %% of its run time, so a thread counts as %.3g cores",
                handler.name(),
                100 * share,
                share));
  }

  List<String> names() {
    return labels.stream().map(Label::name).toList();
  }

  /** The handler as another recording of the same program might have shown it. */
  Handler drawn(SplittableRandom random) {
    Load load = new Load(0, 0, 0);
    for (Label label : labels) {
      load = load.mixedWith(Draw.load(label, random));
    }
    return new Handler(handler.name(), load, fit.drawn(random), handler.processorShare());
  }
}
