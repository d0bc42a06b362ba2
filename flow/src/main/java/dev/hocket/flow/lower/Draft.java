package dev.hocket.flow.lower;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.engine.Arc;
import dev.hocket.flow.engine.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A step under construction: its instructions, and the arcs that leave between them. */
final class Draft {
  final Step step;
  private final List<Instruction> code = new ArrayList<>();
  private final SortedMap<Integer, List<Arc>> sends = new TreeMap<>();

  /** For each other step, how many of its instructions are certainly done when this step begins. */
  private final Map<Draft, Integer> done = new HashMap<>();

  Draft(Step step) {
    this.step = step;
    step.section.add(step);
  }

  /** A point in a step: after its first {@code position} instructions. */
  record Point(Draft draft, int position) {}

  Point end() {
    return new Point(this, code.size());
  }

  Point add(Instruction instruction) {
    code.add(instruction);
    return end();
  }

  Point add(Step.Action action) {
    return add(new Instruction.Pass(action));
  }

  /** Returns whether a point has been passed when an instruction that is added now runs. */
  boolean isBehind(Point point) {
    return point.draft() == this || done.getOrDefault(point.draft(), -1) >= point.position();
  }

  /** Lets the step begin after a point, and after all that is done when the point's step begins. */
  void comesBehind(Point point) {
    done.merge(point.draft(), point.position(), Math::max);
    point.draft().done.forEach((draft, position) -> done.merge(draft, position, Math::max));
  }

  void sendFrom(int position, Arc arc) {
    sends.computeIfAbsent(position, any -> new ArrayList<>()).add(arc);
  }

  void seal() {
    List<Instruction> all = new ArrayList<>();
    for (int i = 0; i <= code.size(); i++) {
      if (i > 0) {
        all.add(code.get(i - 1));
      }
      for (Arc arc : sends.getOrDefault(i, List.of())) {
        all.add(new Instruction.Pass(arc));
      }
    }
    step.does(all);
  }

  /** The points that imply all others: the last one of each step. */
  static List<Point> last(Iterable<Point> points) {
    Map<Draft, Integer> latest = new HashMap<>();
    List<Draft> drafts = new ArrayList<>();
    for (Point point : points) {
      if (latest.merge(point.draft(), point.position(), Math::max) == point.position()
          && !drafts.contains(point.draft())) {
        drafts.add(point.draft());
      }
    }
    List<Point> last = new ArrayList<>();
    for (Draft draft : drafts) {
      Point point = new Point(draft, latest.get(draft));
      boolean follows = drafts.stream().anyMatch(other -> other != draft && other.isBehind(point));
      if (!follows) {
        last.add(point);
      }
    }
    return last;
  }
}
