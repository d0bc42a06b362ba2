package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds a variable that a handler uses before it waits and after that, or in the block, and changes
 * in one of these places. Other handlers, or another run of the same one, may change it meanwhile:
 * in {@code busy++; load(); show(busy);} the value that is shown would be theirs.
 */
final class BothSides {
  private final Program program;
  private final Side before;
  private final Side after;
  private final Side inside;

  /**
   * A function that waits, on the way from the handler to the block.
   *
   * @param function the handler, a method that it calls, and so on
   * @param waits the code for whose end it waits: the statements of the block, its value, or the
   *     calls of the next function
   * @param from what runs only after that, apart from the code itself: the statement of the block's
   *     value; or the same code
   * @param isCall whether the function waits for calls, which get their operands before
   */
  record Wait(TreePath function, List<TreePath> waits, TreePath from, boolean isCall) {}

  /** What the code of one side uses, and what it changes. */
  private final class Side {
    private final Map<Element, TreePath> uses = new HashMap<>();

    /** The variables that the code assigns. */
    private final Set<Element> assigned = new HashSet<>();

    /** The variables whose objects the code changes. */
    private final Set<Element> changes = new HashSet<>();

    /** The variables with whose objects the code counts, each with such a use. */
    private final Map<Element, TreePath> counted = new HashMap<>();

    /** For each of them, the methods that count. */
    private final Map<Element, Set<Element>> counts = new HashMap<>();

    private final Map<Element, TreePath> taken = new HashMap<>();
    private final Map<Element, TreePath> given = new HashMap<>();
    private final Map<Element, TreePath> emptied = new HashMap<>();
    private final Map<Element, TreePath> filled = new HashMap<>();
    private final Map<Element, Set<Element>> methods = new HashMap<>();
    private final StaticCalls statics = new StaticCalls(program);

    /** The variables that the code uses or counts with. */
    private Map<Element, TreePath> all() {
      Map<Element, TreePath> all = new HashMap<>(counted);
      all.putAll(uses);
      return all;
    }

    private void use(TreePath name) {
      uses.putIfAbsent(program.element(name), name);
    }

    private void add(TreePath function, TreePath code) {
      Map<Element, TreePath> used = new HashMap<>();
      for (TreePath part : Reached.from(program, code)) {
        FieldUses.addState(program, used, function, part);
        removeNew(used, Reached.of(program, code), function, part);
        used.forEach(uses::putIfAbsent);
      }
      addChanges(function, Reached.of(program, code));
    }

    private void addChanges(TreePath function, Reached reached) {
      for (TreePath part : reached.parts()) {
        Map<Element, TreePath> assigned = new HashMap<>();
        new FieldUses(program, false).addTo(assigned, part);
        removeNew(assigned, reached, function, part);
        assigned.forEach(uses::putIfAbsent);
        this.assigned.addAll(assigned.keySet());
      }
      for (ChangedContainers.Change each : ChangedContainers.in(program, reached, function)) {
        Element changed = program.element(each.name());
        changes.add(changed);
        if (each.count().isEmpty()) {
          use(each.name());
        } else {
          counts.computeIfAbsent(changed, key -> new HashSet<>()).add(each.count().get());
          counted.putIfAbsent(changed, each.name());
        }
      }
      statics.addAll(reached);
      ShownValues shown = new ShownValues(program, function);
      shown.addAll(reached);
      shown.taken().forEach(taken::putIfAbsent);
      shown.given().forEach(given::putIfAbsent);
      shown.emptied().forEach(emptied::putIfAbsent);
      shown.filled().forEach(filled::putIfAbsent);
      shown
          .methods()
          .forEach((each, called) ->
              methods.computeIfAbsent(each, key -> new HashSet<>()).addAll(called));
    }

    private void removeNew(
        Map<Element, TreePath> used, Reached reached, TreePath function, TreePath part) {
      Origins origins = new Origins(program, function, reached.parts());
      used.values()
          .removeIf(use ->
              program.fresh().isFieldOfFresh(use)
                  || reached.isOnlyOnNew(part) && origins.isOfThis(use, part));
    }

    /**
     * Adds what an expression does when its operands have been evaluated: it calls, or assigns, and
     * uses the contents of its operands.
     */
    private void addOperation(TreePath function, TreePath expression) {
      Reached reached = Reached.byItself(program, expression);
      reached.parts().stream()
          .filter(part -> part.getLeaf() != expression.getLeaf())
          .forEach(part -> add(function, part));
      addChanges(function, reached);
      for (TreePath operand : operands(expression)) {
        if (mayChange(operand)) {
          new Origins(program, function, reached.parts()).of(operand).ifPresent(this::use);
        }
      }
    }
  }

  private BothSides(Program program) {
    this.program = program;
    before = new Side();
    after = new Side();
    inside = new Side();
  }

  /** The reason why a handler must not wait for a block; empty if there is none. */
  static Optional<String> problem(Program program, List<Wait> waits, List<TreePath> moved) {
    return new BothSides(program).problem(waits, moved);
  }

  private Optional<String> problem(List<Wait> waits, List<TreePath> moved) {
    for (Wait wait : waits) {
      Code code = new Code(wait);
      code.before().forEach(each -> before.add(wait.function(), each));
      if (wait.isCall()) {
        wait.waits().stream()
            .flatMap(each -> operands(each).stream())
            .forEach(each -> before.add(wait.function(), each));
      }
      code.after().forEach(each -> after.add(wait.function(), each));
      for (TreePath each : code.operations) {
        after.addOperation(wait.function(), each);
        if (code.isInLoop) {
          before.addOperation(wait.function(), each);
        }
      }
    }
    moved.forEach(each -> inside.add(waits.getLast().function(), each));
    return iterated(waits).or(() -> inTurn());
  }

  /** Looks for a collection whose elements are visited during the wait. */
  private Optional<String> iterated(List<Wait> waits) {
    for (Wait wait : waits) {
      TreePath path = wait.waits().getFirst();
      for (; path.getLeaf() != wait.function().getLeaf(); path = path.getParentPath()) {
        Tree inner = path.getLeaf();
        if (path.getParentPath().getLeaf() instanceof EnhancedForLoopTree loop
            && loop.getStatement() == inner) {
          TreePath visited = new TreePath(path.getParentPath(), loop.getExpression());
          Optional<String> problem = changedElsewhere(wait.function(), visited);
          if (problem.isPresent()) {
            return problem;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> changedElsewhere(TreePath function, TreePath visited) {
    return new Origins(program, function, List.of())
        .of(visited)
        .filter(name -> !(program.element(name).asType() instanceof ArrayType))
        .flatMap(name -> program.changeOf(program.aliases().of(Set.of(program.element(name)))))
        .map(change ->
            "the handler would wait in a loop over '"
                + program.element(change).getSimpleName()
                + "', and another one may change that meanwhile ("
                + program.place(change)
                + ")");
  }

  private Optional<String> inTurn() {
    return shared(before, after)
        .or(() -> shared(before, inside))
        .or(() -> shared(inside, after))
        .or(this::overwritten)
        .or(this::filledTwice)
        .or(this::addedTo)
        .or(inside.statics::problemOfTwoRuns)
        .or(() -> before.statics.problemBefore(after.statics))
        .or(() -> before.statics.problemBefore(inside.statics))
        .or(() -> inside.statics.problemBefore(after.statics));
  }

  private Optional<String> overwritten() {
    Map<Element, TreePath> changed = new HashMap<>(after.given);
    after.changes.stream()
        .filter(after.uses::containsKey)
        .forEach(each -> changed.putIfAbsent(each, after.uses.get(each)));
    return onBothSides(
        "reads",
        before.taken,
        "changes it",
        changed,
        "what the user or another handler changes meanwhile would be lost");
  }

  private Optional<String> filledTwice() {
    return onBothSides(
        "empties",
        before.emptied,
        "fills it",
        after.filled,
        "another run may fill it, too; empty it after the wait");
  }

  /**
   * Of two runs, the second may undo what the first one adds to: in {@code model.setRowCount(0)},
   * then {@code model.addRow(row)}. Two calls of one method do not undo each other.
   */
  private Optional<String> addedTo() {
    Map<Element, TreePath> changed = new HashMap<>(before.given);
    changed.keySet().removeIf(each -> !isGivenByOthers(each));
    return onBothSides(
        "changes",
        changed,
        "adds to it",
        after.filled,
        "another run may change it between; change it only after the wait");
  }

  /** The reason that something is used before the wait in one way, and after it in another. */
  private Optional<String> onBothSides(
      String does,
      Map<Element, TreePath> first,
      String then,
      Map<Element, TreePath> second,
      String consequence) {
    return common(first, second)
        .map(each ->
            "the handler %s '%s' (%s) and %s after the wait (%s); %s"
                .formatted(
                    does,
                    each.getSimpleName(),
                    program.place(first.get(each)),
                    then,
                    program.place(shared(each, second)),
                    consequence));
  }

  private boolean isGivenByOthers(Element component) {
    Set<Element> all = program.aliases().of(Set.of(component));
    Set<Element> called = new HashSet<>();
    all.forEach(each -> called.addAll(before.methods.getOrDefault(each, Set.of())));
    all.stream()
        .filter(after.filled::containsKey)
        .forEach(each -> called.addAll(after.methods.getOrDefault(each, Set.of())));
    return called.size() > 1;
  }

  private Optional<Element> common(Map<Element, TreePath> one, Map<Element, TreePath> other) {
    return one.keySet().stream().filter(each -> shared(each, other) != null).findFirst();
  }

  /** The first use of a variable that may have state in common with another one; or null. */
  private TreePath shared(Element variable, Map<Element, TreePath> uses) {
    if (uses.containsKey(variable)) {
      return uses.get(variable);
    }
    return uses.entrySet().stream()
        .filter(each -> program.aliases().mayShare(variable, each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private Optional<String> shared(Side one, Side other) {
    Map<Element, TreePath> first = one.all();
    Map<Element, TreePath> second = other.all();
    return first.keySet().stream()
        .filter(each ->
            isAssigned(each, one, other) && second.containsKey(each)
                || changes(each, one, other)
                    && shared(each, second) != null
                    && !isOnlyCounted(each, one, other))
        .findFirst()
        .map(each ->
            "the handler changes '"
                + each.getSimpleName()
                + "' and uses it at several times ("
                + program.place(first.get(each))
                + ", "
                + program.place(shared(each, second))
                + "), between which another run may change it; use a local variable");
  }

  /** Whether both sides count with an object in the same way, and neither looks at the number. */
  private boolean isOnlyCounted(Element variable, Side one, Side other) {
    return shared(variable, one.uses) == null
        && shared(variable, other.uses) == null
        && countsOf(variable, one).equals(countsOf(variable, other));
  }

  private Set<Element> countsOf(Element variable, Side side) {
    return side.counts.entrySet().stream()
        .filter(each -> program.aliases().mayShare(variable, each.getKey()))
        .flatMap(each -> each.getValue().stream())
        .collect(Collectors.toSet());
  }

  private static boolean isAssigned(Element variable, Side one, Side other) {
    return one.assigned.contains(variable) || other.assigned.contains(variable);
  }

  private boolean changes(Element variable, Side one, Side other) {
    return Stream.concat(one.changes.stream(), other.changes.stream())
        .anyMatch(each -> program.aliases().mayShare(variable, each));
  }

  private boolean mayChange(TreePath operand) {
    TypeMirror type = program.trees().getTypeMirror(operand);
    return type != null && program.mayChange(type);
  }

  /** The operands of an expression; of a call, its object instead of the method's name. */
  private static List<TreePath> operands(TreePath expression) {
    List<TreePath> found = new ArrayList<>();
    for (Tree each : Reached.operands(expression.getLeaf())) {
      TreePath path = new TreePath(expression, each);
      boolean isName =
          expression.getLeaf() instanceof MethodInvocationTree call
              && call.getMethodSelect() == each;
      if (isName && each instanceof MemberSelectTree select) {
        found.add(new TreePath(path, select.getExpression()));
      } else if (!isName && each instanceof ExpressionTree) {
        found.add(path);
      }
    }
    return found;
  }

  /** The code of a function that waits, in the order in which it runs. */
  private final class Code {
    private final Wait wait;
    private final boolean isInLoop;
    private final int start;
    private final int end;

    /** The expressions around the code that is awaited, innermost first. */
    private final List<TreePath> operations = new ArrayList<>();

    /** In a loop around the wait, all code is on both sides. */
    private Code(Wait wait) {
      this.wait = wait;
      boolean moves = wait.from().getLeaf() != wait.waits().getFirst().getLeaf();
      TreePath inner = moves ? wait.from() : wait.waits().getFirst();
      TreePath loop = null;
      TreePath path = inner;
      while (path.getLeaf() != wait.function().getLeaf()) {
        boolean isAround = path.getLeaf() != inner.getLeaf();
        loop = isAround && Moves.isLoop(path.getLeaf()) ? path : loop;
        path = path.getParentPath();
      }
      isInLoop = loop != null;
      int first = program.start(moves ? wait.from() : wait.waits().getLast());
      int last = moves ? program.start(wait.from()) : program.end(wait.waits().getFirst());
      start = isInLoop ? program.end(loop) : first;
      end = isInLoop ? program.start(loop) : last;
      TreePath around = wait.waits().getFirst().getParentPath();
      for (; around.getLeaf() instanceof ExpressionTree; around = around.getParentPath()) {
        if (around.getLeaf() == wait.function().getLeaf()) {
          break;
        }
        operations.add(around);
      }
    }

    private List<TreePath> before() {
      return largest(true);
    }

    private List<TreePath> after() {
      return largest(false);
    }

    /** The largest pieces of code on one side. */
    private List<TreePath> largest(boolean isBefore) {
      List<TreePath> found = new ArrayList<>();
      new TreePathScanner<Void, Void>() {
        @Override
        public Void scan(Tree tree, Void unused) {
          if (tree == null || wait.waits().stream().anyMatch(each -> each.getLeaf() == tree)) {
            return null;
          }
          TreePath path = new TreePath(getCurrentPath(), tree);
          boolean isIn = isBefore ? program.end(path) <= start : program.start(path) >= end;
          if (isAround(path) || !isIn || program.start(path) < 0) {
            return super.scan(tree, unused);
          }
          if (!isOnlyNamed(path)) {
            found.add(path);
          }
          return null;
        }
      }.scan(Program.body(wait.function()), null);
      return found;
    }

    private boolean isAround(TreePath path) {
      return wait.waits().stream().anyMatch(each -> Program.isInside(each, path));
    }

    /**
     * Whether an operand only names what the expression around the wait uses later: the target of
     * an assignment, or an object.
     */
    private boolean isOnlyNamed(TreePath path) {
      TreePath parent = path.getParentPath();
      boolean isName =
          path.getLeaf() instanceof IdentifierTree
              || path.getLeaf() instanceof MemberSelectTree select
                  && select.getExpression() instanceof IdentifierTree;
      if (!isName || !isAround(parent)) {
        return false;
      }
      return switch (parent.getLeaf()) {
        case AssignmentTree t -> t.getVariable() == path.getLeaf();
        case ArrayAccessTree t -> t.getExpression() == path.getLeaf();
        case MemberSelectTree t -> mayChange(path);
        case MethodInvocationTree t -> mayChange(path);
        default -> false;
      };
    }
  }
}
