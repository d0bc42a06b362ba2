package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import java.util.List;

/**
 * The four computations of paper 2, section 4.2. Rates and run times are those of its table 4. The
 * paper gives its speed-ups only as a picture (figure 13); the curves here are assumptions of the
 * same shape, two handlers that scale badly and two that scale well.
 */
public final class PaperKernels {
  private static final List<Handler> ALL =
      List.of(
          new Handler("Crypt", new Load(10, .177, 0), new SpeedUp.Usl(.12, .001)),
          new Handler("MonteCarlo", new Load(4, .496, 0), new SpeedUp.Usl(.10, .001)),
          new Handler("Series", new Load(10, .779, 0), new SpeedUp.Usl(.002, 0)),
          new Handler("RayTracer", new Load(4, 1.175, 0), new SpeedUp.Usl(.01, 0)));

  private PaperKernels() {}

  /**
   * Returns all four computations.
   *
   * @return the computations in the order of table 4
   */
  public static List<Handler> handlers() {
    return ALL;
  }
}
