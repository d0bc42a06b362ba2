package dev.hocket.compiler.suggest;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
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
import javax.lang.model.element.ExecutableElement;
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

  /** The functions that wait; what they change themselves is seen in the order of their code. */
  private final List<TreePath> functions = new ArrayList<>();

  /** Operands whose values are taken after the wait. */
  private final List<TreePath> late = new ArrayList<>();

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

    /** The objects that threads share, each with a call that only reads it. */
    private final Map<Element, TreePath> asked = new HashMap<>();

    /** The objects that threads share, each with a call that changes it. */
    private final Map<Element, TreePath> stepped = new HashMap<>();

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
        FieldUses.addState(program, used, function, part, Reached.of(program, code));
        used.forEach((variable, use) -> {
          if (isShared(variable) && isAsked(use)) {
            asked.putIfAbsent(variable, use);
          }
        });
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
        if (isShared(changed)) {
          stepped.putIfAbsent(changed, each.name());
        }
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

    /** Adds what the end of a statement does that closes resources. */
    private void addEnd(TreePath function, TreePath statement) {
      Reached.byItself(program, statement).parts().stream()
          .filter(part -> part.getLeaf() != statement.getLeaf())
          .forEach(part -> add(function, part));
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
      for (TreePath operand : SplitCode.operands(expression)) {
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
      functions.add(wait.function());
      SplitCode code = new SplitCode(program, wait);
      code.before().forEach(each -> before.add(wait.function(), each));
      if (wait.isCall()) {
        wait.waits().stream()
            .flatMap(each -> SplitCode.operands(each).stream())
            .forEach(each -> before.add(wait.function(), each));
      }
      code.after().forEach(each -> after.add(wait.function(), each));
      code.closing.forEach(each -> after.addEnd(wait.function(), each));
      code.lateOperands().forEach(late::add);
      for (TreePath each : code.operations) {
        after.addOperation(wait.function(), each);
        if (code.isInLoop) {
          before.addOperation(wait.function(), each);
        }
      }
    }
    moved.forEach(each -> inside.add(waits.getLast().function(), each));
    return iterated(waits)
        .or(this::takenLate)
        .or(this::inTurn)
        .or(this::changedMeanwhile)
        .or(this::readAgain);
  }

  /**
   * Looks for an operand with a value that the user or another handler may change meanwhile. In the
   * program, it is the value of the time when the handler was called.
   */
  private Optional<String> takenLate() {
    Map<Element, TreePath> fields = new HashMap<>();
    for (TreePath operand : late) {
      Optional<TreePath> value = ShownValues.first(program, operand);
      if (value.isPresent()) {
        return Optional.of(
            "it would take '"
                + program.text(value.get())
                + "' ("
                + program.place(value.get())
                + ") after the wait, when the user may have changed that; take it into a local"
                + " variable first");
      }
      FieldUses.addAll(program, fields, operand);
    }
    fields.keySet().retainAll(program.fieldsOfHandlers());
    return fields.values().stream()
        .findFirst()
        .map(use ->
            "it would read the field '"
                + program.element(use).getSimpleName()
                + "' ("
                + program.place(use)
                + ") after the wait, when a handler may have assigned it; read it into a local"
                + " variable first");
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
        .flatMap(name ->
            program.changeOf(program.aliases().of(Set.of(program.element(name))), List.of()))
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
        .or(this::stepsInside)
        .or(inside.statics::problemOfTwoRuns)
        .or(() -> before.statics.problemBefore(after.statics))
        .or(() -> before.statics.problemBefore(inside.statics))
        .or(() -> inside.statics.problemBefore(after.statics));
  }

  /**
   * Looks for something that the handler uses on both sides, and that another handler may change
   * between: {@code if (current != null) { load(); show(current.name()); }}.
   */
  private Optional<String> changedMeanwhile() {
    for (Map.Entry<Element, TreePath> each : before.uses.entrySet()) {
      Element variable = each.getKey();
      TreePath later = shared(variable, after.uses);
      if (later != null) {
        boolean isAssigned =
            after.uses.containsKey(variable) && program.fieldsOfHandlers().contains(variable);
        Optional<TreePath> change =
            holdsElements(variable)
                ? program.changeOf(program.aliases().of(Set.of(variable)), functions)
                : Optional.empty();
        if (isAssigned || change.isPresent()) {
          return Optional.of(
              "the handler uses '"
                  + variable.getSimpleName()
                  + "' ("
                  + program.place(each.getValue())
                  + ") and again after the wait ("
                  + program.place(later)
                  + "); another one may change it between"
                  + change.map(path -> " (" + program.place(path) + ")").orElse(""));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isShared(Element variable) {
    return Library.jdk().hasMemory(variable.asType());
  }

  /** Whether a use of an object calls a method that leaves it as it is. */
  private boolean isAsked(TreePath use) {
    return use.getParentPath().getLeaf() instanceof MemberSelectTree
        && program.element(use.getParentPath()) instanceof ExecutableElement method
        && program.reads(method);
  }

  /** Whether a variable holds a collection or the like, not an object of the program. */
  private boolean holdsElements(Element variable) {
    TypeMirror type = variable.asType();
    return program.mayChange(type) && !program.isOfProgram(type) || Library.jdk().hasMemory(type);
  }

  /**
   * Looks for an object that threads share, which the block asks in one step and changes in
   * another: two runs at the same time may both get the same answer.
   */
  private Optional<String> stepsInside() {
    for (Map.Entry<Element, TreePath> asked : inside.asked.entrySet()) {
      for (Map.Entry<Element, TreePath> changed : inside.stepped.entrySet()) {
        if (program.aliases().mayShare(asked.getKey(), changed.getKey())) {
          return Optional.of(
              "it asks '"
                  + asked.getKey().getSimpleName()
                  + "' ("
                  + program.place(asked.getValue())
                  + ") and changes it later ("
                  + program.place(changed.getValue())
                  + "), and may run twice at the same time");
        }
      }
    }
    return Optional.empty();
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

  /** What the user sees may change between two reads of one component. */
  private Optional<String> readAgain() {
    return onBothSides(
        "reads",
        before.taken,
        "reads it again",
        after.taken,
        "the user or another handler may change it between; read it into a local variable once");
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
}
