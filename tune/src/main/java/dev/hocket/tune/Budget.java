package dev.hocket.tune;

import dev.hocket.tune.Decision.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Shares a fixed number of threads among several workers. A worker that wants to grow takes free
 * threads. If these are too few, the budget replays the latest windows of all workers. It then
 * moves threads of other workers to this one where that notably reduces the sum of the goal's
 * figures, each times the rate of its events.
 */
// A worker may want threads back after the next window, and threads would move to and fro by
// chance. So a move needs a notable gain, and after each move the budget makes none for some
// windows, for twice as many each time. A large gain ends this pause: then the load has changed.
final class Budget {
  private static final double WORTH_TAKING = 1.1;
  private static final double LARGE = 2;
  private static final int LEAST_QUIET = 4;
  private static final int MOST_QUIET = 1_024;

  /** Largest share of its places that the load of a worker may keep busy. */
  private static final double FULL = 0.9;

  /** Sizes of one worker that are replayed. */
  private static final int MOST_TRIED = 32;

  private record Member(Window window, Decision decision) {}

  private final int threads;
  private final TuningGoal goal;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private int quiet;
  private int quietNext = LEAST_QUIET;

  Budget(int threads, TuningGoal goal, Iterable<String> targets) {
    this.threads = threads;
    this.goal = goal;
    targets.forEach(target -> members.put(target, null));
  }

  /**
   * Turns a decision for one worker alone into decisions for all: first its own, then those of the
   * workers that give up threads for it.
   *
   * @param sizes the present sizes, by target; 0 for a target that is no longer tuned
   */
  List<Decision> settle(Decision wish, Window window, ToIntFunction<String> sizes, long now) {
    members.put(wish.target(), new Member(window, wish));
    quiet = Math.max(0, quiet - 1);
    if (wish.to() <= wish.from()) {
      return List.of(wish);
    }
    List<Worth> all = new ArrayList<>();
    int free = threads;
    for (String target : members.keySet()) {
      int size = sizes.applyAsInt(target);
      if (size > 0) {
        free -= size;
        all.add(new Worth(target, members.get(target), size, target.equals(wish.target()), now));
      }
    }
    if (wish.to() - wish.from() <= free) {
      return List.of(wish);
    }
    share(all);
    return decided(wish, all, Math.max(0, free));
  }

  private List<Decision> decided(Decision wish, List<Worth> all, int free) {
    Worth wisher = all.stream().filter(one -> one.wishes).findFirst().orElseThrow();
    int needed = wisher.given - wisher.size - free;
    double before = 0;
    for (Worth one : all) {
      before += one.cost(one.size);
    }
    List<Decision> decisions = new ArrayList<>();
    int taken = 0;
    double after = 0;
    for (Worth one : all) {
      if (!one.wishes) {
        int gives = Math.clamp(needed - taken, 0, Math.max(0, one.size - one.given));
        taken += gives;
        after += one.cost(one.size - gives);
        if (gives > 0) {
          decisions.add(one.gives(wish, one.size - gives));
        }
      }
    }
    int to = Math.min(wisher.given, wisher.size + free + taken);
    after += wisher.cost(to);
    boolean large = before > LARGE * after;
    if (taken == 0 && to > wish.from()) {
      return List.of(wish.with(Action.GROW, wish.from(), to, "as far as the budget allows"));
    }
    if (to <= wish.from() || before <= WORTH_TAKING * after || quiet > 0 && !large) {
      return List.of(
          wish.with(
              Action.KEEP,
              wish.from(),
              wish.from(),
              "the budget is used up, and its threads are worth as much where they are"));
    }
    quietNext = large ? LEAST_QUIET : Math.min(MOST_QUIET, 2 * quietNext);
    quiet = quietNext;
    decisions.addFirst(
        wish.with(
            Action.GROW,
            wish.from(),
            to,
            wish.reason() + "; others with the same budget need theirs less"));
    return decisions;
  }

  /**
   * Distributes the threads. First each worker gets as many as it needs so that its queue does not
   * grow without end, which a single window hardly shows. Then the largest gain per thread decides.
   * Gains are computed on all larger sizes, because one more thread may gain nothing where several
   * do.
   */
  private void share(List<Worth> all) {
    if (all.stream().mapToInt(one -> one.needed).sum() <= threads) {
      all.forEach(one -> one.given = one.needed);
    }
    int left = threads - all.stream().mapToInt(one -> one.given).sum();
    while (left > 0) {
      Worth best = null;
      int size = 0;
      double most = 0;
      for (Worth one : all) {
        for (int larger : one.tried) {
          double gain = (one.cost(one.given) - one.cost(larger)) / (larger - one.given);
          if (larger > one.given && larger - one.given <= left && gain > most) {
            most = gain;
            best = one;
            size = larger;
          }
        }
      }
      if (best == null) {
        return;
      }
      left -= size - best.given;
      best.given = size;
    }
  }

  /** The gain of one worker from threads. */
  private final class Worth {
    final String target;
    final int size;
    final boolean wishes;
    final int[] tried;
    final int needed;
    int given = 1;

    private final Member member;
    private final double rate;
    private final Map<Integer, Double> costs = new LinkedHashMap<>();

    /**
     * Makes the gain; {@code member} is null before the first window of a worker with few events.
     */
    Worth(String target, Member member, int size, boolean wishes, long now) {
      this.target = target;
      this.member = member;
      this.size = size;
      this.wishes = wishes;
      this.rate =
          member == null
              ? 0
              : member.window().arrivals() / (double) Math.max(1, now - member.window().start());
      this.needed =
          member == null
              ? 1
              : Math.clamp(
                  (long) Math.ceil(rate * member.window().meanService() / FULL), 1, threads);
      int largest = member == null ? 1 : Math.max(1, member.decision().answer());
      int step = 1 + largest / MOST_TRIED;
      this.tried = new int[1 + (largest - 1) / step];
      Arrays.setAll(tried, i -> largest - i * step);
    }

    double cost(int n) {
      if (member == null) {
        return 0;
      }
      return costs.computeIfAbsent(
          n, places -> rate * Replay.of(member.window(), places, 1).all(goal));
    }

    Decision gives(Decision wish, int to) {
      String reason = "the threads are worth more to target " + wish.target();
      return member == null
          ? new Decision(target, Action.GIVE, size, to, reason, 0, 0, to, 0, 0, 0, goal, 0, 0)
          : member.decision().with(Action.GIVE, size, to, reason);
    }
  }
}
