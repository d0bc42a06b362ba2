package dev.hocket.flow.lower;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.engine.Arc;
import dev.hocket.flow.engine.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/** A step under construction: its instructions, and the arcs that leave between them. */
final class Draft {
  final Step step;
  private final IntSupplier numbers;
  private final List<Instruction> code = new ArrayList<>();
  private final SortedMap<Integer, List<Arc>> sends = new TreeMap<>();

  /** The points of this step, by their positions. */
  private final List<Point> points = new ArrayList<>();

  /** The numbers of the points of other steps that have certainly been passed when this begins. */
  // One bit for each point: an algorithm of 10,000 calls may have as many steps, one after the
  // other.
  private final BitSet passed = new BitSet();

  /**
   * Begins a step.
   *
   * @param numbers numbers the points of all steps
   */
  Draft(Step step, IntSupplier numbers) {
    this.step = step;
    this.numbers = numbers;
    step.section.add(step);
    points.add(new Point(this, 0, numbers.getAsInt()));
  }

  /**
   * A point in a step: after its first {@code position} instructions.
   *
   * @param number its number among the points of all steps
   */
  record Point(Draft draft, int position, int number) {}

  Point begin() {
    return points.getFirst();
  }

  Point end() {
    return points.getLast();
  }

  Point add(Instruction instruction) {
    code.add(instruction);
    points.add(new Point(this, code.size(), numbers.getAsInt()));
    return end();
  }

  Point add(Step.Action action) {
    return add(new Instruction.Pass(action));
  }

  /** Returns whether a point has been passed when an instruction that is added now runs. */
  boolean isBehind(Point point) {
    return point.draft() == this || passed.get(point.number());
  }

  /** Lets the step begin after a point, and after all that is done when the point's step begins. */
  void comesBehind(Point point) {
    Draft other = point.draft();
    passed.or(other.passed);
    other.points.subList(0, point.position() + 1).forEach(before -> passed.set(before.number()));
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
    Map<Draft, Point> latest = new LinkedHashMap<>();
    BitSet implied = new BitSet();
    for (Point point : points) {
      latest.merge(point.draft(), point, (a, b) -> a.position() > b.position() ? a : b);
      implied.or(point.draft().passed);
    }
    return latest.values().stream().filter(point -> !implied.get(point.number())).toList();
  }
}
