package dev.hocket.plan.advise;

import dev.hocket.plan.measure.Estimate;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.model.Load;
import java.util.SplittableRandom;

/** Resamples the measurements: draws other recordings that the same program might have made. */
final class Draw {
  private Draw() {}

  static Load load(Label label, SplittableRandom random) {
    return new Load(
        value(label.arrivals().perSecond(), random),
        value(label.service(), random),
        value(label.squaredVariation(), random));
  }

  private static double value(Estimate estimate, SplittableRandom random) {
    if (Double.isNaN(estimate.value())) {
      return 0;
    }
    double error = Double.isNaN(estimate.halfWidth()) ? 0 : estimate.standardError();
    return Math.max(0, estimate.value() + error * random.nextGaussian());
  }
}
