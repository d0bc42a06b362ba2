package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.simulate.Hindrance;
import java.util.Locale;
import java.util.Optional;

/**
 * Says in words which change to make, what it gains, and how certain that is.
 *
 * @param change whether other sizes are certainly and notably better than the recorded ones
 * @param sure share of the bootstrap's draws in which the best sizes are better than the recorded
 *     ones; not a number if these are not known
 * @param inWords the verdict as a sentence
 */
public record Verdict(boolean change, double sure, String inWords) {
  private static final double SURE = 0.95;

  /** A smaller gain is not worth a change. */
  private static final double NOTABLE = 0.05;

  static Verdict of(
      Goal goal,
      Prediction best,
      Optional<Prediction> today,
      double sure,
      Optional<Check> check,
      String whyNotToday,
      Hindrance hindrance) {
    if (hindrance.isFound()) {
      return new Verdict(false, sure, inWords(hindrance));
    }
    if (today.isEmpty()) {
      return new Verdict(
          true,
          Double.NaN,
          "Choose "
              + best.plan()
              + ": "
              + figure(goal, best)
              + ". "
              + whyNotToday
              + unseen(best, hindrance));
    }
    if (check.isPresent() && !check.get().replayHolds()) {
      return new Verdict(
          false,
          sure,
          "Change nothing on this recording: it does not even explain the flow times it has. Remove"
              + " the cause given below, and record again.");
    }
    double gain = 1 - best.replayed(goal).value() / today.get().replayed(goal).value();
    String odds =
        String.format(Locale.ROOT, "better in %.0f %% of the draws of its stretches", 100 * sure);
    if (sure >= SURE && gain > NOTABLE) {
      return new Verdict(
          true,
          sure,
          "Change %s to %s: %s instead of %s by the replay of the recording, %s.%s"
              .formatted(
                  today.get().plan(),
                  best.plan(),
                  figure(goal, best),
                  figure(goal, today.get()),
                  odds,
                  unseen(best, hindrance)));
    }
    return new Verdict(
        false,
        sure,
        best.plan().equals(today.get().plan())
            ? "Keep %s: no other sizes are better by the replay of the recording (%s)."
                .formatted(best.plan(), figure(goal, best))
            : "Keep %s: the best sizes, %s, bring too little, or too unsurely (%s instead of %s, %s)."
                .formatted(
                    today.get().plan(),
                    best.plan(),
                    figure(goal, best),
                    figure(goal, today.get()),
                    odds));
  }

  private static String inWords(Hindrance hindrance) {
    return String.format(
        Locale.ROOT,
        "Change nothing on this recording: runs took %.2g times as long while more than %d of them ran"
            + " at once. So they wait for each other (a lock, connections, memory), which no size of a"
            + " pool shortens, or long runs came when many events did. The replay would promise too"
            + " much: let Tuning size the pools while the program runs, or remove the cause and record"
            + " again.",
        hindrance.longer(),
        hindrance.few());
  }

  /** A caution if more threads may run at once than in the recording. */
  private static String unseen(Prediction best, Hindrance hindrance) {
    return best.plan().threads() <= hindrance.atOnce()
        ? ""
        : " Expect less if runs wait for each other (a lock, connections): at most "
            + hindrance.atOnce()
            + " ran at once in the recording, so it cannot show how more of them get on.";
  }

  private static String figure(Goal goal, Prediction prediction) {
    double value = prediction.replayed(goal).value();
    return switch (goal) {
      case MEAN -> "a mean flow time of " + TimeText.of(value);
      case P95 -> "95 % done in " + TimeText.of(value);
      case OVER_100_MS -> String.format(Locale.ROOT, "%.2f %% over 100 ms", 100 * value);
    };
  }
}
