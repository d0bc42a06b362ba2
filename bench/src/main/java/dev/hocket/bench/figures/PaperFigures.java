package dev.hocket.bench.figures;

import dev.hocket.plan.model.AsPrinted;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import dev.hocket.plan.model.Threshold;
import dev.hocket.plan.report.LinePlot;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Draws figures 2 to 5 of paper 2 from the models: with the exact formulas, and for deterministic
 * service also with formula (4) as the paper prints it. The figures contain no measurements.
 */
public final class PaperFigures {
  private static final String EXACT = " (exact)";
  private static final String PRINTED = "M/D, formula (4) as printed";

  private PaperFigures() {}

  /**
   * Draws all figures.
   *
   * @return the picture of each figure, by its file name, which ends in {@code .svg}
   */
  public static Map<String, String> all() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("figure2.svg", flowByUtilisation());
    files.put("figure3.svg", asynchronousOrParallel("Figure 3: λ = 0.8, μ = 1", .8, 1, 6));
    files.put("figure4.svg", asynchronousOrParallel("Figure 4: λ = 10, μ = 12", 10, 12, .6));
    files.put("figure5.svg", thresholds());
    return files;
  }

  /** Mean flow time of one pool of four workers, in service times. */
  private static String flowByUtilisation() {
    int workers = 4;
    return new LinePlot(
            "Figure 2: flow time by utilisation (Na = 4)",
            "utilisation ρ",
            .01,
            1,
            "mean flow time W in service times",
            8)
        .curve("M/M" + EXACT, rho -> Station.of(new Load(rho * workers, 1, 1), workers).meanFlow())
        .curve("M/D" + EXACT, rho -> Station.of(new Load(rho * workers, 1, 0), workers).meanFlow())
        .curve(PRINTED, rho -> AsPrinted.meanFlow(new Load(rho * workers, 1, 0), workers))
        .toString();
  }

  /** Mean flow time if all threads are workers, and if all run one handler with ideal speed-up. */
  private static String asynchronousOrParallel(
      String title, double rate, double serviceRate, double maxY) {
    Load varying = new Load(rate, 1 / serviceRate, 1);
    Load equal = new Load(rate, 1 / serviceRate, 0);
    return new LinePlot(title, "threads", 1, 16, "mean flow time W in seconds", maxY)
        .curve("M/M, asynchronous", n -> Station.of(varying, round(n)).meanFlow(), 1)
        .curve("M/M, parallel", n -> Station.of(varying.dividedBy(round(n)), 1).meanFlow(), 1)
        .curve("M/D, asynchronous" + EXACT, n -> Station.of(equal, round(n)).meanFlow(), 1)
        .curve("M/D, asynchronous, as printed", n -> AsPrinted.meanFlow(equal, round(n)), 1)
        .toString();
  }

  private static int round(double threads) {
    return (int) Math.rint(threads);
  }

  /**
   * The speed-up from which on a single parallel handler is faster than the given number of
   * workers, both at 80 % utilisation.
   */
  private static String thresholds() {
    double rho = .8;
    return new LinePlot(
            "Figure 5: speed-up that makes parallelism pay (ρ = 0.8)",
            "workers Na",
            1,
            32,
            "least speed-up ε",
            6)
        .curve("M/M" + EXACT, n -> Threshold.overWorkers(rho, 1, round(n)), 1)
        .curve("M/D" + EXACT, n -> Threshold.overWorkers(rho, 0, round(n)), 1)
        .curve(PRINTED, n -> printedThreshold(rho, round(n)), 1)
        .toString();
  }

  private static double printedThreshold(double rho, int workers) {
    double parallel = AsPrinted.meanFlow(new Load(rho, 1, 0), 1);
    return parallel / AsPrinted.meanFlow(new Load(rho * workers, 1, 0), workers);
  }
}
