package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.measure.Estimate;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A class of handlers as a recording has it, and what is known of its speed-up.
 *
 * @param handler what is planned with
 * @param labels the labels it is made of: one, or all small ones together
 * @param speedUpIsKnown whether its curve was given; a curve that is not known ends at one thread
 */
public record Subject(Handler handler, List<Label> labels, boolean speedUpIsKnown) {

  /** Copies the list. */
  public Subject {
    labels = List.copyOf(labels);
  }

  static Subject of(Label label, SpeedUp curve) {
    boolean known = curve != null;
    SpeedUp used = known ? curve : new SpeedUp.Measured(new TreeMap<>());
    return new Subject(
        new Handler(label.name(), label.load(), used, label.processorShare()),
        List.of(label),
        known);
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
            new SpeedUp.Measured(new TreeMap<>()),
            load.offered() == 0 ? 1 : Math.min(1, processor / load.offered())),
        small.stream().flatMap(one -> one.labels.stream()).toList(),
        false);
  }

  List<String> names() {
    return labels.stream().map(Label::name).toList();
  }

  /** The handler as another recording of the same program might have shown it. */
  Handler drawn(SplittableRandom random) {
    Load load = new Load(0, 0, 0);
    for (Label label : labels) {
      load =
          load.mixedWith(
              new Load(
                  draw(label.arrivals().perSecond(), random),
                  draw(label.service(), random),
                  draw(label.squaredVariation(), random)));
    }
    return new Handler(handler.name(), load, handler.curve(), handler.processorShare());
  }

  private static double draw(Estimate estimate, SplittableRandom random) {
    if (Double.isNaN(estimate.value())) {
      return 0;
    }
    double error = Double.isNaN(estimate.halfWidth()) ? 0 : estimate.standardError();
    return Math.max(0, estimate.value() + error * random.nextGaussian());
  }
}
