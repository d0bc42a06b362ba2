package dev.hocket.events.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches for a run of a program that has a given outcome. It follows only runs whose observations
 * so far are the wanted ones, and so can judge programs that are far too large for an {@link
 * Explorer}.
 */
final class Witness {

  /** The result of a search. */
  enum Answer {
    POSSIBLE,
    IMPOSSIBLE,
    /** The search stopped: there are too many states. */
    UNKNOWN
  }

  /** A state, and the number of observations until then. */
  private record Point(State state, int seen) {}

  private final Outcome wanted;
  private final Set<Point> known = new HashSet<>();
  private final Deque<Point> open = new ArrayDeque<>();

  private Witness(Outcome wanted) {
    this.wanted = wanted;
  }

  /** Searches for an outcome of a program; stops after a number of states. */
  static Answer of(Outcome wanted, int limit, Stmt... program) {
    return new Witness(wanted).search(State.start(program), limit);
  }

  private Answer search(State start, int limit) {
    visit(new Point(start, 0));
    while (!open.isEmpty()) {
      if (known.size() > limit) {
        return Answer.UNKNOWN;
      }
      Point point = open.pop();
      List<Step> steps = Explorer.localFirst(Semantics.steps(point.state));
      if (steps.isEmpty() && isWanted(point)) {
        return Answer.POSSIBLE;
      }
      // A state with a wanted outcome is pushed last, so it is searched first.
      steps.stream()
          .sorted(Comparator.comparing(step -> step.observation().isPresent()))
          .forEach(step -> follow(point, step));
    }
    return Answer.IMPOSSIBLE;
  }

  private void follow(Point from, Step step) {
    boolean shows = step.observation().isPresent();
    boolean fits =
        !shows
            || from.seen < wanted.trace().size()
                && wanted.trace().get(from.seen).equals(step.observation().get());
    if (fits && hasOnlyWanted(step.next().failures())) {
      visit(new Point(step.next(), from.seen + (shows ? 1 : 0)));
    }
  }

  private void visit(Point point) {
    if (known.add(point)) {
      open.push(point);
    }
  }

  private boolean hasOnlyWanted(List<String> failures) {
    List<String> left = new ArrayList<>(wanted.failures());
    return failures.stream().allMatch(left::remove);
  }

  private boolean isWanted(Point point) {
    Outcome end = Explorer.ended(point.state);
    return point.seen == wanted.trace().size()
        && end.stuck().equals(wanted.stuck())
        && end.failures().equals(wanted.failures());
  }
}
