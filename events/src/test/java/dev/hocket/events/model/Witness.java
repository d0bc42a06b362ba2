package dev.hocket.events.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches for runs of a program that have given outcomes. A search follows only runs whose
 * observations so far are the wanted ones, and so can judge programs that are far too large for an
 * {@link Explorer}. The searches share the states that they meet, because most of the work is to
 * compute their steps.
 */
final class Witness {

  /** The result of a search. */
  enum Answer {
    POSSIBLE,
    IMPOSSIBLE,
    /** The search stopped: there are too many states. */
    UNKNOWN
  }

  /** A state, of which there is one node, so that nodes are the same only if states are equal. */
  private static final class Node {
    final State state;

    /** Null until a search needs them. */
    List<Edge> edges;

    Node(State state) {
      this.state = state;
    }
  }

  /** A step, by the observation that it makes, if any. */
  private record Edge(Optional<String> observation, Node next) {}

  /** A state, and the number of observations until then. */
  private record Point(Node node, int seen) {}

  private final Map<State, Node> nodes = new HashMap<>();
  private final Node start;

  Witness(Stmt... program) {
    start = node(State.start(program));
  }

  /** Searches for an outcome of the program; stops after a number of states. */
  Answer of(Outcome wanted, int limit) {
    Set<Point> known = new HashSet<>();
    Deque<Point> open = new ArrayDeque<>();
    Point first = new Point(start, 0);
    known.add(first);
    open.push(first);
    while (!open.isEmpty()) {
      if (known.size() > limit) {
        return Answer.UNKNOWN;
      }
      Point point = open.pop();
      List<Edge> edges = edges(point.node);
      if (edges.isEmpty() && isWanted(wanted, point)) {
        return Answer.POSSIBLE;
      }
      for (Edge edge : edges) {
        Optional<Point> next = follow(wanted, point, edge);
        if (next.isPresent() && known.add(next.get())) {
          open.push(next.get());
        }
      }
    }
    return Answer.IMPOSSIBLE;
  }

  private Node node(State state) {
    return nodes.computeIfAbsent(Semantics.settled(state), Node::new);
  }

  /** Returns the steps of a state. Those with observations are last, so they are searched first. */
  private List<Edge> edges(Node node) {
    if (node.edges == null) {
      node.edges =
          Semantics.localFirst(node.state).stream()
              .sorted(Comparator.comparing(step -> step.observation().isPresent()))
              .map(step -> new Edge(step.observation(), node(step.next())))
              .toList();
    }
    return node.edges;
  }

  /** Returns the next point, if what it shows is wanted. */
  private static Optional<Point> follow(Outcome wanted, Point from, Edge edge) {
    boolean shows = edge.observation.isPresent();
    boolean fits =
        !shows
            || from.seen < wanted.trace().size()
                && wanted.trace().get(from.seen).equals(edge.observation.get());
    return fits && hasOnlyWanted(wanted, edge.next.state.failures())
        ? Optional.of(new Point(edge.next, from.seen + (shows ? 1 : 0)))
        : Optional.empty();
  }

  private static boolean hasOnlyWanted(Outcome wanted, List<String> failures) {
    List<String> left = new ArrayList<>(wanted.failures());
    return failures.stream().allMatch(left::remove);
  }

  private static boolean isWanted(Outcome wanted, Point point) {
    Outcome end = Explorer.ended(point.node.state);
    return point.seen == wanted.trace().size()
        && end.stuck().equals(wanted.stuck())
        && end.failures().equals(wanted.failures());
  }
}
