package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.measure.EventLoop;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Predicts flow times over an event loop and the best plan: t'F = tUI + tF (paper 2, section 2.2).
 * The size of pools does not change tUI, so an event may spend most of its time at the loop.
 *
 * @param measured the loop as measured
 * @param utilisation the share of the time for which the loop is busy
 * @param flow tUI by the model, in seconds: mean time from an event to the end of its dispatch
 * @param handedOver share of the handlers' runs that were requested on this loop
 * @param whole t'F by the model, in seconds: from such an event to the end of its handler in the
 *     best plan, waiting for the loop, its dispatch, waiting for the pool and its handler. Not a
 *     number if no handler was requested on the loop
 * @param onLoop the part of {@code whole} that passes on the loop
 * @param isBottleneck whether more of {@code whole} passes on the loop than on pools, or the loop
 *     is fuller than a pool may be
 */
public record LoopPrediction(
    EventLoop measured,
    double utilisation,
    Prediction.Banded flow,
    double handedOver,
    Prediction.Banded whole,
    double onLoop,
    boolean isBottleneck) {

  /**
   * Puts a loop before the pools of a plan.
   *
   * @param plan the best plan
   * @param subjects the handlers
   * @param drawn the handlers as other recordings might have shown them
   * @param mostUtilisation the largest utilisation that a station should have
   */
  static LoopPrediction of(
      EventLoop measured,
      Trace trace,
      Plan plan,
      List<Subject> subjects,
      List<List<Handler>> drawn,
      double mostUtilisation,
      SplittableRandom random) {
    double[] share = new double[subjects.size()];
    double dispatchSeconds = 0;
    double shares = 0;
    double rates = 0;
    for (int i = 0; i < share.length; i++) {
      EventLoop.HandOvers found = measured.handOvers(trace, subjects.get(i).names());
      double rate = subjects.get(i).handler().load().arrivalsPerSecond();
      share[i] = found.share() * rate;
      dispatchSeconds += found.share() > 0 ? share[i] * found.seconds() : 0;
      shares += share[i];
      rates += rate;
    }
    double own = dispatchSeconds / shares;
    Station station = station(measured.all().load());
    List<Handler> handlers = subjects.stream().map(Subject::handler).toList();
    double onLoop = station.meanWait() + own;
    double[] flows = new double[drawn.size()];
    double[] wholes = new double[drawn.size()];
    for (int i = 0; i < flows.length; i++) {
      Station again = station(Draw.load(measured.all(), random));
      flows[i] = again.meanFlow();
      wholes[i] = again.meanWait() + own + onPools(plan, drawn.get(i), share);
    }
    double whole = onLoop + onPools(plan, handlers, share);
    return new LoopPrediction(
        measured,
        station.utilisation(),
        Prediction.Banded.of(station.meanFlow(), flows),
        shares / rates,
        Prediction.Banded.of(whole, wholes),
        onLoop,
        station.utilisation() > mostUtilisation || 2 * onLoop > whole);
  }

  private static Station station(Load load) {
    return Station.of(load, 1);
  }

  /** Mean flow time on the pools of the handlers that the loop hands over. */
  private static double onPools(Plan plan, List<Handler> handlers, double[] share) {
    double sum = 0;
    double shares = 0;
    for (int i = 0; i < share.length; i++) {
      if (share[i] > 0) {
        sum += share[i] * plan.meanFlow(i, handlers);
        shares += share[i];
      }
    }
    return sum / shares;
  }

  /**
   * Describes the effect of the loop on the events.
   *
   * @return sentences
   */
  public String inWords() {
    StringBuilder words = new StringBuilder();
    Label all = measured.all();
    add(
        words,
        "Event loop %s: %.3g events a second of %s each keep it %.0f %% busy. An event is dispatched"
            + " after %s by the model%s.",
        measured.name(),
        all.load().arrivalsPerSecond(),
        TimeText.of(all.service().value()),
        100 * utilisation,
        flow.asTime(),
        Double.isNaN(measured.flow().value())
            ? ""
            : ", " + TimeText.of(measured.flow().value()) + " measured");
    if (handedOver > 0) {
      add(
          words,
          " Handlers that it hands over (%.0f %%) are done after %s in the best plan, %s of which"
              + " pass on the loop.",
          100 * handedOver,
          whole.asTime(),
          TimeText.of(onLoop));
    }
    if (isBottleneck) {
      words.append(" The loop is the bottleneck: no size of a pool makes it faster.");
      for (Share one : largest()) {
        add(
            words,
            " %s takes %.0f %% of its time (%s each).",
            one.event,
            100 * one.ofLoop,
            TimeText.of(one.seconds));
      }
    }
    return words.toString();
  }

  private static void add(StringBuilder words, String format, Object... arguments) {
    words.append(String.format(Locale.ROOT, format, arguments));
  }

  /**
   * Lists the events that take most of the loop's time, at most three.
   *
   * @return each with its share of the loop's time; empty if the recording does not show them
   */
  public List<Share> largest() {
    double all = measured.all().runs() * measured.all().service().value();
    List<Share> largest = new ArrayList<>();
    for (Label one : measured.byEvent().stream().limit(3).toList()) {
      largest.add(
          new Share(one.name(), one.runs() * one.service().value() / all, one.service().value()));
    }
    return largest;
  }

  /**
   * One kind of event on a loop.
   *
   * @param event the event that is dispatched
   * @param ofLoop share of the loop's busy time
   * @param seconds mean time of a dispatch
   */
  public record Share(String event, double ofLoop, double seconds) {}
}
