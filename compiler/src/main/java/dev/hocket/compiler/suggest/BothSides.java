package dev.hocket.compiler.suggest;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** The code that runs after the wait. */
  private final List<TreePath> later = new ArrayList<>();

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

  private BothSides(Program program) {
    this.program = program;
    before = new Side(program);
    after = new Side(program);
    inside = new Side(program);
  }

  /** The reason why a handler must not wait for a block; empty if there is none. */
  static Optional<String> problem(Program program, List<Wait> waits, List<TreePath> moved) {
    BothSides sides = new BothSides(program);
    sides.add(waits, moved);
    TreePath handler = waits.getFirst().function();
    Locks locks = new Locks(program, sides.before, waits);
    OtherInputs others = new OtherInputs(program, handler, sides.before, sides.inside, sides.after);
    return sides
        .problem(waits)
        .or(() -> new BroughtValues(program, moved).problem(handler, sides.later))
        .or(() ->
            new Entered(
                    program,
                    locks,
                    new InputRoutes(
                        program,
                        handler,
                        sides.before,
                        others.ofOtherInputs(locks),
                        others.calledForInputs(locks),
                        program
                            .asked()
                            .inputs()
                            .filter(each -> !locks.takesNothing(each))
                            .toList()),
                    sides.after.codes)
                .problem())
        .or(() -> others.problem(locks));
  }

  /** What a handler reads for the first time when it has waited, and may have changed meanwhile. */
  static List<String> laterReads(Program program, List<Wait> waits, List<TreePath> moved) {
    BothSides sides = new BothSides(program);
    sides.add(waits, moved);
    return LaterReads.in(program, sides.after.codes);
  }

  private void add(List<Wait> waits, List<TreePath> moved) {
    for (Wait wait : waits) {
      functions.add(wait.function());
      SplitCode code = new SplitCode(program, wait);
      code.before().forEach(each -> before.add(wait.function(), each));
      if (wait.isCall()) {
        wait.waits().stream()
            .flatMap(each -> SplitCode.operands(each).stream())
            .forEach(each -> before.add(wait.function(), each));
      }
      later.addAll(code.after());
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
  }

  private Optional<String> problem(List<Wait> waits) {
    return iterated(waits)
        .or(this::takenLate)
        .or(this::inTurn)
        .or(this::changedMeanwhile)
        .or(this::readAgain)
        .or(this::settledMeanwhile)
        .or(this::dispatched)
        .or(this::doneMeanwhile)
        .or(() -> new Timers(program, before, after).problem(waits.getFirst().function(), waits))
        .or(() ->
            new Meanwhile(program, waits.getFirst().function(), before, inside, after).problem())
        .or(() -> LaterReads.unsettled(program, waits.getFirst().function(), after.codes))
        .or(() -> new Relying(program, inside, after).problem(waits.getFirst().function()));
  }

  /**
   * Looks for an operand with a value that the user or another handler may change meanwhile. In the
   * program, it is the value of the time when the handler was called.
   */
  private Optional<String> takenLate() {
    Map<Element, TreePath> fields = new LinkedHashMap<>();
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
    fields.keySet().removeIf(field -> !program.isAssignedByHandlers(field));
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
    return new Origins(program, function, Reached.nothing(program))
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
        .or(this::actedOn)
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
      TreePath later = program.aliases().useIn(variable, after.uses);
      if (later != null) {
        boolean isAssigned =
            after.uses.containsKey(variable) && program.isAssignedByHandlers(variable);
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
    Map<Element, TreePath> changed = new LinkedHashMap<>(after.given);
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

  /**
   * Looks for a field that says what has been done or is going on, such as {@code dirty = false}
   * after a file was saved: another handler may set it during the wait, and that would be lost.
   */
  private Optional<String> settledMeanwhile() {
    for (Map.Entry<Element, TreePath> each : after.settled.entrySet()) {
      Optional<TreePath> other = setElsewhere(each.getKey(), each.getValue());
      if (other.isPresent()) {
        return Optional.of(
            "after the wait, it sets '%s' (%s); what another handler sets meanwhile (%s) would be lost"
                .formatted(
                    each.getKey().getSimpleName(),
                    program.place(each.getValue()),
                    program.place(other.get())));
      }
    }
    return Optional.empty();
  }

  /** A place outside the handler that gives a field another value. */
  private Optional<TreePath> setElsewhere(Element field, TreePath here) {
    List<TreePath> own = new ArrayList<>(functions);
    after.reached().forEach(reached -> own.addAll(reached.parts()));
    return program.index().namesOf(field).stream()
        .filter(LaterReads::isStep)
        .filter(name -> own.stream().noneMatch(each -> Sources.isInside(name, each)))
        .filter(name -> !FieldUses.getSameValue(name, here) && !FieldUses.isInConstructor(name))
        .findFirst();
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
    Map<Element, TreePath> changed = new LinkedHashMap<>(before.given);
    changed.keySet().removeIf(each -> !isGivenByOthers(each));
    return onBothSides(
        "changes",
        changed,
        "adds to it",
        after.filled,
        "another run may change it between; change it only after the wait");
  }

  /** What {@code field.copy()} copies depends on what {@code field.selectAll()} has selected. */
  private Optional<String> actedOn() {
    return onBothSides(
        "changes",
        before.stirred,
        "calls a method of it",
        after.acting,
        "the user may change it between; change it only after the wait");
  }

  /** The reason that something is used before the wait in one way, and after it in another. */
  private Optional<String> onBothSides(
      String does,
      Map<Element, TreePath> first,
      String then,
      Map<Element, TreePath> second,
      String consequence) {
    return program
        .aliases()
        .common(first, second)
        .map(each ->
            "the handler %s '%s' (%s) and %s after the wait (%s); %s"
                .formatted(
                    does,
                    each.getSimpleName(),
                    program.place(first.get(each)),
                    then,
                    program.place(program.aliases().useIn(each, second)),
                    consequence));
  }

  private boolean isGivenByOthers(Element component) {
    Set<Element> all = program.aliases().of(Set.of(component));
    Set<Element> called = new LinkedHashSet<>();
    all.forEach(each -> called.addAll(before.methods.getOrDefault(each, Set.of())));
    all.stream()
        .filter(after.filled::containsKey)
        .forEach(each -> called.addAll(after.methods.getOrDefault(each, Set.of())));
    return called.size() > 1;
  }

  private Optional<String> shared(Side one, Side other) {
    return one.inCommon(other)
        .map(each ->
            "the handler changes '"
                + each.getSimpleName()
                + "' and uses it at several times ("
                + program.place(one.all().get(each))
                + ", "
                + program.place(program.aliases().useIn(each, other.all()))
                + "), between which another run may change it; use a local variable");
  }

  private Optional<String> dispatched() {
    Moments moments = new Moments(program);
    return moments
        .problemOfQueue(before.reached())
        .or(() -> moments.problemOfQueue(inside.reached()))
        .or(() -> moments.problemOfQueue(after.reached()))
        .or(() -> moments.problemOfMoment(after.reached()))
        .or(() -> moments.reflection(after.reached()))
        .or(() -> moments.problemOfNumbers(before.reached(), inside.reached(), after.reached()));
  }

  /**
   * Looks for a task that the handler posts before the wait, or in the block, and that has to do
   * with what the handler does afterwards. In the program it runs when the handler has ended.
   */
  private Optional<String> doneMeanwhile() {
    List<Reached> codes = new ArrayList<>(before.reached());
    codes.addAll(inside.reached());
    Set<TreePath> tasks = new LinkedHashSet<>(Posted.givenIn(codes));
    Stream.of(before, inside).forEach(side -> tasks.addAll(causedBy(side)));
    for (TreePath task : tasks) {
      Side its = new Side(program);
      its.add(task, Sources.body(task));
      Optional<Element> common = its.inTouch(after);
      if (common.isEmpty() && functions.stream().anyMatch(each -> Sources.isInside(task, each))) {
        // The task may use variables of the handler, which outlive it for the task only.
        Side rest = new Side(program);
        later.forEach(each -> rest.add(task, each));
        common = its.inTouch(rest);
      }
      if (common.isPresent()) {
        return Optional.of(
            (Posted.givenIn(codes).contains(task) ? "a task" : "a listener")
                + " may run during the wait ("
                + program.place(task)
                + ") that has to do with '"
                + common.get().getSimpleName()
                + "', which the handler uses after the wait; without the wait, it runs afterwards");
      }
      Optional<String> calls = its.statics.problemBefore(after.statics);
      if (calls.isPresent()) {
        return calls;
      }
    }
    return Optional.empty();
  }

  /** The listeners that may run because of calls, when these have returned. */
  private Set<TreePath> causedBy(Side side) {
    Set<TreePath> found = new LinkedHashSet<>();
    side.calls((call, method) -> true)
        .forEach(call ->
            found.addAll(
                program.listeners().causedBy(call, (ExecutableElement) program.element(call))));
    found.removeIf(each -> each.getLeaf() == functions.getFirst().getLeaf());
    return found;
  }
}
