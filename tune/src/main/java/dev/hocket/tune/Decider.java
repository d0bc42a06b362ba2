package dev.hocket.tune;

import dev.hocket.tune.Decision.Action;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Decides after each window which size a worker should have. Uses no clock and no thread, so equal
 * windows give equal decisions.
 */
// A worker grows at once, because events that queue up meanwhile delay all later ones. Shrinking
// only frees threads, so a worker shrinks when several windows in a row agree, and after each wrong
// shrink twice as many must agree. So the size settles at what the fullest windows of a steady load
// need, instead of oscillating between full and empty ones.
final class Decider {
  static final String DISAGREEMENT =
      "the replay does not agree with what was measured on this size";

  /** Factor by which the figure on the answer may be worse than on the largest size. */
  private static final double GOOD_ENOUGH = 1.04;

  /** Factor by which the figure must be worse than on the answer before the worker grows. */
  private static final double WORTH_GROWING = 1.05;

  /** Factor by which the figure must be worse than on the former size to undo a change. */
  private static final double MADE_WORSE = 1.1;

  /** Largest share of its places that the load may keep busy on an answer. */
  private static final double FULL = 0.9;

  /** The largest difference of measurement and replay: a factor, and nanoseconds. */
  private static final double AGREEMENT = 1.2;

  /** The time to wake a thread, some dozens of microseconds, which the replay leaves out. */
  private static final double WAKING = 100_000;

  /** Factor by which the formula may exceed the replay before a shrink is refused. */
  private static final double MODEL_AGREEMENT = 1.5;

  /** An increase of the offered load that explains why a worker must grow after it has shrunk. */
  private static final double MORE_LOAD = 1.5;

  /** If a recent load was this many times as high as the present one, this may be a lull. */
  private static final double HIGHER_LOAD = 3;

  /** Share of the highest load that is kept from one window to the next. */
  private static final double KEPT_LOAD = 0.99;

  /** The factor by which a shrink waits longer in a lull, because a rush may follow it. */
  private static final int IN_A_LULL = 8;

  private static final int LEAST_PATIENCE = 4;
  private static final int MOST_PATIENCE = 1_024;

  /** Smaller sizes that are replayed for one window. */
  private static final int MOST_TRIED = 64;

  private static final int LEAST_LIMITED = 32;
  private static final int MOST_LIMITED = 1 << 20;

  private final String target;
  private final int most;
  private final TuningGoal wanted;

  /** The goal of this window: the wanted one, unless that cannot be met. */
  private TuningGoal goal;

  /** Windows in a row that must agree on a smaller size. */
  private int patience = LEAST_PATIENCE;

  private int smaller;
  private int smallestSafe;

  /** Windows since the last shrink, and the load then. */
  private int sinceShrink = Integer.MAX_VALUE;

  private double loadAtShrink;

  /** The highest load of the latest windows. */
  private double highestLoad;

  private final Slowdown slowdown = new Slowdown();

  /** The time of runs on each size, when it was last in use. */
  private final NavigableMap<Integer, RunLengths> remembered = new TreeMap<>();

  /** The largest size to which the worker may grow, for a number of windows. */
  private int limit;

  private int limited;
  private int limitedNext = LEAST_LIMITED;

  /** The size from which the worker returned to the limit, until that is confirmed; otherwise 0. */
  private int wentBackFrom;

  Decider(String target, int most, TuningGoal goal) {
    this.target = target;
    this.most = most;
    this.wanted = goal;
    this.goal = goal;
    this.limit = most;
  }

  Decision decide(Window window) {
    passTime();
    double load = window.offeredLoad();
    if (load < Double.POSITIVE_INFINITY) {
      highestLoad = Math.max(load, KEPT_LOAD * highestLoad);
    }
    remembered.put(window.size(), RunLengths.of(window));
    confirmReturn(window.size());
    int largest = Math.max(window.size(), limit);
    slowdown.add(window);
    double best = Replay.of(window, largest, slowdown).all(wanted);
    goal = wanted.isHopeless(best) ? TuningGoal.MEAN : wanted;
    return new Draft(window, answer(window, largest)).decide();
  }

  /**
   * Checks a return: if runs are as long on the former size as on more threads, size was no cause.
   */
  private void confirmReturn(int size) {
    RunLengths then = remembered.get(wentBackFrom);
    if (wentBackFrom != 0 && size == limit && remembered.get(size).ratio(then) >= 1) {
      limit = most;
      limited = 0;
    }
    wentBackFrom = 0;
  }

  private void passTime() {
    if (sinceShrink < Integer.MAX_VALUE) {
      sinceShrink++;
    }
    if (limited > 0 && --limited == 0) {
      limit = most;
    }
  }

  /** Finds the smallest size whose figure is good enough. */
  private int answer(Window window, int largest) {
    if (slowdown.isNone()) {
      double best = Replay.of(window, largest, 1).all(goal);
      return answer(window, largest, goal.worse(best, GOOD_ENOUGH, window.arrivals()));
    }
    double load = window.offeredLoad();
    int least = load / FULL >= largest ? 1 : Math.max(1, (int) Math.ceil(load / FULL / 2));
    int step = 1 + (largest - least) / MOST_TRIED;
    Map<Integer, Double> figures = new TreeMap<>();
    for (int size = largest; size >= least; size -= step) {
      figures.put(size, Replay.of(window, size, slowdown).all(goal));
    }
    double best = Collections.min(figures.values());
    double enough = goal.worse(best, GOOD_ENOUGH, window.arrivals());
    return figures.entrySet().stream()
        .filter(one -> one.getValue() <= enough)
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Finds the smallest size with a figure of at most {@code enough}. More places make no run later.
   */
  private int answer(Window window, int largest, double enough) {
    double load = window.offeredLoad();
    int low = load / FULL >= largest ? largest : Math.max(1, (int) Math.ceil(load / FULL));
    int high = largest;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Replay.of(window, middle, 1).all(goal) <= enough) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns whether replay and measurement contradict each other. */
  static boolean apart(double one, double other) {
    double larger = Math.max(one, other);
    return Math.abs(one - other) > Math.max(WAKING, larger - larger / AGREEMENT);
  }

  /** The decision after one window. */
  private final class Draft {
    private final Window window;
    private final int size;
    private final Replay here;
    private final Replay onAnswer;
    private final double measured;
    private final int answer;
    private final double modelled;

    /** The figure of the goal on this size, over all runs. */
    private final double figureHere;

    private final double figureOnAnswer;

    Draft(Window window, int answer) {
      this.window = window;
      this.size = window.size();
      this.here = Replay.of(window, size, slowdown);
      this.measured = TuningGoal.MEAN.of(window.flows());
      this.answer = answer;
      this.onAnswer = Replay.of(window, answer, slowdown);
      this.modelled = Model.meanFlow(window, answer);
      this.figureHere = here.all(goal);
      this.figureOnAnswer = onAnswer.all(goal);
    }

    Decision decide() {
      if (apart(here.ended(TuningGoal.MEAN), measured)) {
        smaller = 0;
        return to(size, Action.REFUSE, DISAGREEMENT);
      }
      if (answer < size
          && !slowdown.isNone()
          && figureHere > goal.worse(figureOnAnswer, MADE_WORSE, window.arrivals())) {
        limitTo(answer);
        return to(answer, Action.SHRINK, "on fewer threads runs slow each other down less");
      }
      int better = betterSmallerSize();
      if (better < size) {
        return rollBack(better);
      }
      if (answer > size
          && figureHere > goal.worse(figureOnAnswer, WORTH_GROWING, window.arrivals())) {
        return grow();
      }
      return answer < size ? shrink() : keep("no other size is better");
    }

    /**
     * Finds the best smaller size if runs were notably shorter on one that was tried before;
     * otherwise this size. Between the two sizes, each thread is taken to lengthen runs by the same
     * factor.
     */
    private int betterSmallerSize() {
      int better = size;
      double least = Double.POSITIVE_INFINITY;
      RunLengths now = remembered.get(size);
      int step = 1 + (size - remembered.firstKey()) / MOST_TRIED;
      for (int fewer = size - 1; fewer >= remembered.firstKey(); fewer -= step) {
        Map.Entry<Integer, RunLengths> tried = remembered.floorEntry(fewer);
        double way = (double) (size - fewer) / (size - tried.getKey());
        double ratio = Math.pow(tried.getValue().ratio(now), way);
        double figure = ratio < 1 ? Replay.of(window, fewer, ratio).all(goal) : least;
        if (figure < least) {
          least = figure;
          better = fewer;
        }
      }
      return figureHere > goal.worse(least, MADE_WORSE, window.arrivals()) ? better : size;
    }

    private void limitTo(int better) {
      limit = better;
      limited = limitedNext;
      limitedNext = Math.min(MOST_LIMITED, 2 * limitedNext);
      smaller = 0;
    }

    private Decision rollBack(int better) {
      limitTo(better);
      wentBackFrom = size;
      return to(better, Action.ROLL_BACK, "runs took less time on fewer threads");
    }

    private Decision grow() {
      smaller = 0;
      if (sinceShrink < 16 * patience && window.offeredLoad() < MORE_LOAD * loadAtShrink) {
        patience = Math.min(MOST_PATIENCE, 2 * patience);
      }
      sinceShrink = Integer.MAX_VALUE;
      return to(answer, Action.GROW, "on more threads the same events would be done sooner");
    }

    private Decision shrink() {
      if (modelled > MODEL_AGREEMENT * onAnswer.all(TuningGoal.MEAN) + WAKING) {
        smaller = 0;
        return to(size, Action.REFUSE, "replay and formula do not agree on fewer threads");
      }
      smallestSafe = smaller == 0 ? answer : Math.max(smallestSafe, answer);
      boolean isLull = HIGHER_LOAD * window.offeredLoad() < highestLoad;
      if (++smaller < (isLull ? IN_A_LULL * patience : patience)) {
        return keep("fewer threads would do, but for too few windows in a row yet");
      }
      smaller = 0;
      sinceShrink = 0;
      loadAtShrink = window.offeredLoad();
      return to(smallestSafe, Action.SHRINK, "fewer threads would do as well");
    }

    private Decision keep(String reason) {
      if (answer >= size) {
        smaller = 0;
      }
      return to(size, Action.KEEP, reason);
    }

    private Decision to(int newSize, Action action, String reason) {
      return new Decision(
          target,
          action,
          size,
          newSize,
          reason,
          measured,
          here.ended(TuningGoal.MEAN),
          answer,
          onAnswer.all(TuningGoal.MEAN),
          modelled,
          window.runs(),
          goal,
          figureHere,
          figureOnAnswer);
    }
  }
}
