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
 * A class of handlers as a recording has it, and what is known of its speed-up.
 *
 * @param handler what is planned with
 * @param labels the labels it is made of: one, or all small ones together
 * @param speedUpIsKnown whether its curve was given; a curve that is not known ends at one thread
 * @param fit that curve, and how uncertain it is
 */
public record Subject(Handler handler, List<Label> labels, boolean speedUpIsKnown, SpeedUpFit fit) {

  /** Copies the list. */
  public Subject {
    labels = List.copyOf(labels);
  }

  /** Of a curve nothing is known but that it is 1 at one thread. */
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

  /** Several labels as one class, whose service times are the mixture of theirs. */
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
   * What its waiting for disks, networks and the like means for the cores it takes.
   *
   * @return a sentence; nothing if it computes all the time, or its processor time was not recorded
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
