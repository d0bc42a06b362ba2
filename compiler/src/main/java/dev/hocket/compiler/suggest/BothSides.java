package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Finds a variable that a function uses before a block and after it, or in it, and changes in one
 * of these places. Other handlers, or another run of the same one, may change it while the function
 * awaits the block: in {@code busy++; load(); show(busy);} the value that is shown would be theirs.
 */
final class BothSides {
  private final Program program;
  private final TreePath function;
  private final List<TreePath> moved;

  /** What one side uses, and what it changes. */
  private final class Side {
    private final Map<Element, TreePath> uses = new HashMap<>();
    private final Set<Element> changes = new HashSet<>();

    private Side(List<TreePath> codes) {
      codes.forEach(this::add);
    }

    private void assign(TreePath target) {
      changes.add(program.element(target));
      uses.putIfAbsent(program.element(target), target);
    }

    private void add(TreePath code) {
      Reached reached = Reached.of(program, code);
      Origins origins = new Origins(program, function, reached.parts());
      for (TreePath part : reached.parts()) {
        Map<Element, TreePath> used = new HashMap<>();
        Map<Element, TreePath> assigned = new HashMap<>();
        FieldUses.addAll(program, used, part);
        new FieldUses(program, true, function).addTo(used, part);
        new FieldUses(program, false).addTo(assigned, part);
        if (reached.isOnlyOnNew(part)) {
          used.values().removeIf(use -> origins.isOfThis(use, part) || reached.isOfMade(use, part));
          assigned
              .values()
              .removeIf(use -> origins.isOfThis(use, part) || reached.isOfMade(use, part));
        }
        used.forEach(uses::putIfAbsent);
        assigned.forEach(uses::putIfAbsent);
        changes.addAll(assigned.keySet());
      }
      for (TreePath each : ChangedContainers.in(program, reached, function, true)) {
        changes.add(program.element(each));
        uses.putIfAbsent(program.element(each), each);
      }
    }
  }

  private BothSides(Program program, TreePath function, List<TreePath> moved) {
    this.program = program;
    this.function = function;
    this.moved = moved;
  }

  /** The reason why a function must not await a block; empty if there is none. */
  static Optional<String> problem(Program program, TreePath function, List<TreePath> moved) {
    return new BothSides(program, function, moved).problem();
  }

  private Optional<String> problem() {
    Side before = new Side(codes(true));
    Side after = new Side(codes(false));
    targets().forEach(path -> after.assign(path));
    Side inside = new Side(moved);
    return shared(before, after).or(() -> shared(before, inside)).or(() -> shared(inside, after));
  }

  private Optional<String> shared(Side one, Side other) {
    return one.uses.keySet().stream()
        .filter(other.uses::containsKey)
        .filter(each -> one.changes.contains(each) || other.changes.contains(each))
        .findFirst()
        .map(each ->
            "the handler changes '"
                + each.getSimpleName()
                + "' and uses it at several times ("
                + program.place(one.uses.get(each))
                + ", "
                + program.place(other.uses.get(each))
                + "), between which another run may change it; use a local variable");
  }

  /** The fields that a statement assigns when the block that computes the value has ended. */
  private List<TreePath> targets() {
    List<TreePath> found = new ArrayList<>();
    TreePath path = moved.getFirst();
    for (; path.getLeaf() != function.getLeaf(); path = path.getParentPath()) {
      Tree target = targetOf(path.getParentPath().getLeaf());
      if (target != null && target != path.getLeaf()) {
        TreePath assigned = new TreePath(path.getParentPath(), target);
        if (FieldUses.isField(program.element(assigned))) {
          found.add(assigned);
        }
      }
    }
    return found;
  }

  private static Tree targetOf(Tree tree) {
    return switch (tree) {
      case AssignmentTree t -> t.getVariable();
      case CompoundAssignmentTree t -> t.getVariable();
      default -> null;
    };
  }

  /** The largest pieces of code on one side. In a loop around the block, all is on both sides. */
  private List<TreePath> codes(boolean before) {
    int start = program.start(moved.getFirst());
    int end = program.end(moved.getLast());
    TreePath path = moved.getFirst();
    while (path.getLeaf() != function.getLeaf()) {
      if (Moves.isLoop(path.getLeaf()) && path.getLeaf() != moved.getFirst().getLeaf()) {
        start = before ? program.end(path) : start;
        end = before ? end : program.start(path);
      }
      path = path.getParentPath();
    }
    int limit = before ? start : end;
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree == null || moved.stream().anyMatch(each -> each.getLeaf() == tree)) {
          return null;
        }
        TreePath path = new TreePath(getCurrentPath(), tree);
        boolean isIn = before ? program.end(path) <= limit : program.start(path) >= limit;
        boolean isTarget =
            tree == targetOf(getCurrentPath().getLeaf()) && isAround(getCurrentPath());
        if (isTarget && !(tree instanceof ArrayAccessTree)) {
          return null;
        }
        if (isIn && !isAround(path) && program.start(path) >= 0) {
          found.add(path);
          return null;
        }
        return super.scan(tree, unused);
      }
    }.scan(Program.body(function), null);
    return found;
  }

  private boolean isAround(TreePath path) {
    return Program.isInside(moved.getFirst(), path);
  }
}
