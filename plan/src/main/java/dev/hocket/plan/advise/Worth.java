package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Handler;
import java.util.Locale;

/**
 * Decides whether a handler is worth parallelising on a machine of a given size (paper 2, section
 * 2.4.2): it gets the most threads whose efficiency is above the load of a core. A thread used less
 * efficiently would delay the other events more than it speeds up this one.
 *
 * @param name the name of the handler
 * @param threads the number of threads it is worth, 1 if it is not worth parallelising; 0 if its
 *     speed-up is not known
 * @param needed the required efficiency (speed-up divided by threads): the load of a core
 * @param reason the reason, in words
 */
public record Worth(String name, int threads, double needed, String reason) {

  /** Share of processor time below which a handler mostly waits. */
  private static final double MOSTLY_WAITS = 0.5;

  static Worth of(Subject subject, double loadOfCore, int cores) {
    Handler handler = subject.handler();
    if (!subject.speedUpIsKnown()) {
      String reason =
          handler.processorShare() < MOSTLY_WAITS
              ? String.format(
                  Locale.ROOT,
                  "waits for %.0f %% of its run time, which more threads for one run do not shorten",
                  100 * (1 - handler.processorShare()))
              : "speed-up not known; " + unknown(loadOfCore);
      return new Worth(handler.name(), 0, loadOfCore, reason);
    }
    int threads = handler.fastestWidth(handler.worthwhileWidth(loadOfCore, cores));
    return new Worth(
        handler.name(),
        threads,
        loadOfCore,
        threads == 1 ? notWorth(handler, loadOfCore, cores) : worth(handler, threads, loadOfCore));
  }

  private static String unknown(double needed) {
    return 2 * needed <= 1
        ? String.format(
            Locale.ROOT,
            "the cores are %.0f %% busy, so any speed-up on 2 threads is worth it",
            100 * needed)
        : String.format(
            Locale.ROOT,
            "worth it where 2 threads make it %.2f times as fast, 4 threads %.2f times",
            2 * needed,
            4 * needed);
  }

  private static String worth(Handler handler, int threads, double needed) {
    return String.format(
        Locale.ROOT,
        "worth up to %d threads: %.2f times as fast, efficiency %.2f, needed %.2f",
        threads,
        handler.curve().at(threads),
        handler.curve().efficiency(threads),
        needed);
  }

  private static String notWorth(Handler handler, double needed, int cores) {
    if (cores == 1) {
      return "not worth parallelising: there is one core";
    }
    return String.format(
        Locale.ROOT,
        "not worth parallelising: %.2f times as fast on 2 threads, efficiency %.2f, needed %.2f",
        handler.curve().at(2),
        handler.curve().efficiency(2),
        needed);
  }
}
