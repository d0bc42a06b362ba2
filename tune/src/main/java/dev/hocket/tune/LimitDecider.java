package dev.hocket.tune;

import dev.hocket.tune.Decision.Action;

/**
 * Decides after each window how many blocks of a virtual target should run at once: the number with
 * the highest throughput, or all of them if runs do not slow each other down. Uses no clock and no
 * thread, so equal windows give equal decisions.
 */
// Without a limit, runs are seen on all levels, and Little's law gives the answer from the
// throughput of the best level. A limit hides the levels above it, and the data about these comes
// from the first windows of a rush, in which short runs had ended and long ones had not. So with a
// limit only runs with at most that many concurrent runs count. If they take longer than uncrowded
// ones, the limit shrinks. While blocks wait for a place, now and then a window has half as many
// places again: if more runs proceed, the limit grows; otherwise the next such window comes after
// twice as many.
final class LimitDecider {
  /** Factor by which the answer must differ from the limit before the limit changes. */
  private static final double NOTABLE = 1.25;

  /** The fewest runs that show that more runs proceed, and the fewest that show that fewer do. */
  private static final int LEAST_MORE = 100;

  private static final int LEAST_FEWER = 300;

  /** Factor by which the goal's figure may be worse with a smaller limit. */
  private static final double WORSE = 1.1;

  /** Windows in a row that must agree on a smaller limit. */
  private static final int PATIENCE = 2;

  private static final double EXPLORED = 1.5;
  private static final int LEAST_PAUSE = 32;
  private static final int MOST_PAUSE = 1 << 20;

  /** Share of the runs that must wait for a place before a larger limit is tried. */
  private static final double CROWDED = 0.1;

  private final String target;
  private final int most;
  private final TuningGoal goal;
  private final Crowd crowd = new Crowd();

  /** The limit of the last window, and the time since which it holds. */
  private int lastSize;

  private long since;

  private int smaller;
  private int pause = LEAST_PAUSE;
  private int sinceExplored;

  /** The limit from which the decider explores; 0 if it does not. */
  private int explores;

  LimitDecider(String target, int most, TuningGoal goal) {
    this.target = target;
    this.most = most;
    this.goal = goal;
  }

  Decision decide(Window window) {
    if (window.size() != lastSize) {
      crowd.forget(window.size());
      lastSize = window.size();
      since = window.size() < most ? window.start() : Long.MIN_VALUE;
    }
    crowd.add(window, since);
    sinceExplored++;
    double measured = TuningGoal.MEAN.of(window.flows());
    Replay here = Replay.of(window, window.size(), 1);
    if (Decider.apart(here.ended(TuningGoal.MEAN), measured)) {
      return explored(
          window,
          draft(window, here, window.size())
              .with(Action.REFUSE, window.size(), window.size(), Decider.DISAGREEMENT));
    }
    Decision draft = draft(window, here, answer(window.size()));
    return window.size() < most ? limited(window, draft) : unlimited(window, draft);
  }

  private int answer(int size) {
    if (size >= most) {
      return crowd.isHindered() ? Math.min(most, crowd.useful()) : most;
    }
    int proceeding = crowd.proceeding(size, explores != 0 ? LEAST_MORE : LEAST_FEWER);
    return proceeding == 0 ? size : Math.min(size, proceeding);
  }

  private Decision unlimited(Window window, Decision draft) {
    if (NOTABLE * draft.answer() < window.size()) {
      return shrink(window, draft);
    }
    smaller = 0;
    return draft.with(
        Action.KEEP, window.size(), window.size(), "runs do not slow each other down");
  }

  private Decision limited(Window window, Decision draft) {
    int size = window.size();
    if (explores != 0) {
      return explored(window, draft);
    }
    if (NOTABLE * draft.answer() < size) {
      return shrink(window, draft);
    }
    smaller = 0;
    if (sinceExplored >= pause && isCrowded(window)) {
      sinceExplored = 0;
      explores = size;
      int more = (int) Math.min(most, Math.max(size + 1.0, EXPLORED * size));
      return draft.with(Action.GROW, size, more, "for one window, to see what more would bring");
    }
    return draft.with(Action.KEEP, size, size, "no other number is better");
  }

  /** Decides after a window in which a larger limit was tried. */
  private Decision explored(Window window, Decision draft) {
    if (explores == 0) {
      return draft;
    }
    int from = Math.min(explores, window.size());
    explores = 0;
    boolean isSeen = crowd.proceeding(window.size(), LEAST_MORE) != 0;
    if (isSeen && draft.action() != Action.REFUSE && draft.answer() > NOTABLE * from) {
      pause = LEAST_PAUSE;
      return draft.with(
          Action.GROW,
          window.size(),
          draft.answer(),
          "more at once bring more runs in the same time");
    }
    pause = Math.min(MOST_PAUSE, 2 * pause);
    return draft.with(Action.ROLL_BACK, window.size(), from, "more at once brought no more runs");
  }

  private Decision shrink(Window window, Decision draft) {
    int size = window.size();
    if (draft.figureOnAnswer() > goal.worse(draft.figureHere(), WORSE, window.arrivals())) {
      smaller = 0;
      return draft.with(
          Action.REFUSE, size, size, "fewer at once would be worse for the goal, by the replay");
    }
    if (++smaller < PATIENCE) {
      return draft.with(Action.KEEP, size, size, "fewer at once would do, by one window");
    }
    smaller = 0;
    sinceExplored = 0;
    return draft.with(
        Action.SHRINK, size, draft.answer(), "more at once only take longer, so fewer do as much");
  }

  private boolean isCrowded(Window window) {
    int waited = 0;
    for (int i = 0; i < window.runs(); i++) {
      waited += window.began()[i] - window.queued()[i] > window.length(i) / 4 ? 1 : 0;
    }
    return waited > CROWDED * window.runs();
  }

  /** The factor for run times if no more than {@code answer} ran at once. */
  private double relief(Window window) {
    double crowded = 0;
    double relieved = 0;
    int[] atOnce = window.atOnce();
    for (int i = 0; i < window.runs(); i++) {
      crowded += window.length(i);
      relieved += window.length(i) / crowd.slowdown(atOnce[i]);
    }
    return relieved / Math.max(1, crowded);
  }

  private Decision draft(Window window, Replay here, int answer) {
    Replay onAnswer = Replay.of(window, answer, answer < window.size() ? relief(window) : 1);
    return new Decision(
        target,
        Action.KEEP,
        window.size(),
        window.size(),
        "",
        TuningGoal.MEAN.of(window.flows()),
        here.ended(TuningGoal.MEAN),
        answer,
        onAnswer.all(TuningGoal.MEAN),
        Model.meanFlow(window, answer),
        window.runs(),
        goal,
        here.all(goal),
        onAnswer.all(goal));
  }
}
