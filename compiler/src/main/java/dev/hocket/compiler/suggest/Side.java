package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Aliases;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.StaticCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/** What some code uses, and what it changes: the code before a wait, in the block, or after it. */
final class Side {
  private final Program program;

  /** All of the code. */
  final List<Code> codes = new ArrayList<>();

  /**
   * A piece of code.
   *
   * @param function the function that it is in, or whose calls lead to it
   */
  record Code(TreePath function, Reached reached) {}

  final Map<Element, TreePath> uses = new LinkedHashMap<>();

  /** The variables that the code assigns. */
  final Set<Element> assigned = new LinkedHashSet<>();

  /** The fields that the code sets to a constant, each with such an assignment. */
  final Map<Element, TreePath> settled = new LinkedHashMap<>();

  /** The variables whose objects the code changes. */
  final Set<Element> changes = new LinkedHashSet<>();

  /** The variables with whose objects the code counts, each with such a use. */
  final Map<Element, TreePath> counted = new LinkedHashMap<>();

  /** For each of them, the methods that count. */
  final Map<Element, Set<Element>> counts = new LinkedHashMap<>();

  /** The objects that threads share, each with a call that only reads it. */
  final Map<Element, TreePath> asked = new LinkedHashMap<>();

  /** The objects that threads share, each with a call that changes it. */
  final Map<Element, TreePath> stepped = new LinkedHashMap<>();

  final Map<Element, TreePath> taken = new LinkedHashMap<>();
  final Map<Element, TreePath> given = new LinkedHashMap<>();
  final Map<Element, TreePath> emptied = new LinkedHashMap<>();
  final Map<Element, TreePath> acting = new LinkedHashMap<>();
  final Map<Element, TreePath> stirred = new LinkedHashMap<>();
  final Map<Element, TreePath> filled = new LinkedHashMap<>();
  final Map<Element, Set<Element>> methods = new LinkedHashMap<>();
  final StaticCalls statics;

  Side(Program program) {
    this.program = program;
    statics = new StaticCalls(program);
  }

  /** The variables that the code uses or counts with. */
  Map<Element, TreePath> all() {
    Map<Element, TreePath> all = new LinkedHashMap<>(counted);
    all.putAll(uses);
    return all;
  }

  List<Reached> reached() {
    return codes.stream().map(Code::reached).toList();
  }

  /** The components that the code changes. */
  Map<Element, TreePath> changed() {
    Map<Element, TreePath> changed = new LinkedHashMap<>(given);
    emptied.forEach(changed::putIfAbsent);
    filled.forEach(changed::putIfAbsent);
    return changed;
  }

  private void use(TreePath name) {
    uses.putIfAbsent(program.element(name), name);
  }

  void add(TreePath function, TreePath code) {
    Reached all = Reached.of(program, code);
    codes.add(new Code(function, all));
    for (TreePath part : all.parts()) {
      Map<Element, TreePath> used = new LinkedHashMap<>();
      FieldUses.addState(program, used, function, part, all);
      used.forEach((variable, use) -> {
        if (hasMemory(variable) && isAsked(use)) {
          asked.putIfAbsent(variable, use);
        }
      });
      used.values().removeIf(use -> all.isOnNew(use, part));
      used.forEach(uses::putIfAbsent);
    }
    addChanges(function, all);
  }

  private void addChanges(TreePath function, Reached reached) {
    for (TreePath part : reached.parts()) {
      Map<Element, TreePath> assigned = new LinkedHashMap<>(program.uses(part).assigned());
      assigned.values().removeIf(use -> reached.isOnNew(use, part));
      assigned.forEach(uses::putIfAbsent);
      this.assigned.addAll(assigned.keySet());
      assigned.forEach((field, name) -> {
        if (FieldUses.getsConstant(program, name)) {
          settled.putIfAbsent(field, name);
        }
      });
    }
    for (ChangedContainers.Change each : ChangedContainers.in(program, reached, function)) {
      if (isInterrupt(each.name())) {
        continue;
      }
      Element changed = program.element(each.name());
      changes.add(changed);
      program
          .aliases()
          .givers(changed)
          .filter(giver -> !givesComponent(giver))
          .forEach(giver -> statics.addChange(each.name(), giver));
      if (hasMemory(changed)) {
        stepped.putIfAbsent(changed, each.name());
      }
      if (each.count().isEmpty()) {
        use(each.name());
      } else {
        counts.computeIfAbsent(changed, key -> new LinkedHashSet<>()).add(each.count().get());
        counted.putIfAbsent(changed, each.name());
      }
    }
    addStatics(reached);
    ShownValues shown = new ShownValues(program, function);
    shown.walk(reached);
    shown.taken().forEach(taken::putIfAbsent);
    shown.given().forEach(given::putIfAbsent);
    shown.emptied().forEach(emptied::putIfAbsent);
    shown.acting().forEach(acting::putIfAbsent);
    shown.stirred().forEach(stirred::putIfAbsent);
    shown.filled().forEach(filled::putIfAbsent);
    shown
        .methods()
        .forEach((each, called) ->
            methods.computeIfAbsent(each, key -> new LinkedHashSet<>()).addAll(called));
  }

  /** Whether a thread only interrupts itself, which no other code finds. */
  private boolean isInterrupt(TreePath name) {
    return program.element(name) instanceof ExecutableElement method
        && method.getSimpleName().contentEquals("currentThread")
        && name.getParentPath().getParentPath().getLeaf() instanceof MemberSelectTree select
        && select.getIdentifier().contentEquals("interrupt");
  }

  /** Whether a static method of a toolkit gives a component, or what it only asks for. */
  private boolean givesComponent(ExecutableElement giver) {
    return program.methods().isOfToolkit(giver)
        && (Library.jdk().asks(giver) || program.toolkit().isView(giver.getReturnType()));
  }

  private void addStatics(Reached reached) {
    reached.parts().forEach(part -> statics.addAll(reached.deeds(part).statics()));
  }

  /** Adds what the end of a statement does that closes resources. */
  void addEnd(TreePath function, TreePath statement) {
    Reached.byItself(program, statement).parts().stream()
        .filter(part -> part.getLeaf() != statement.getLeaf())
        .forEach(part -> add(function, part));
  }

  /**
   * Adds what an expression does when its operands have been evaluated: it calls, or assigns, and
   * uses the contents of its operands.
   */
  void addOperation(TreePath function, TreePath expression) {
    Reached reached = Reached.byItself(program, expression);
    codes.add(new Code(function, reached));
    reached.parts().stream()
        .filter(part -> part.getLeaf() != expression.getLeaf())
        .forEach(part -> add(function, part));
    addChanges(function, reached);
    for (TreePath operand : SplitCode.operands(expression)) {
      if (mayChange(operand)) {
        new Origins(program, function, reached).of(operand).ifPresent(this::use);
      }
    }
  }

  private static boolean hasMemory(Element variable) {
    return Library.jdk().hasMemory(variable.asType());
  }

  /** Whether a use of an object calls a method that leaves it as it is. */
  private boolean isAsked(TreePath use) {
    return use.getParentPath().getLeaf() instanceof MemberSelectTree
        && program.element(use.getParentPath()) instanceof ExecutableElement method
        && program.reads(method);
  }

  private boolean mayChange(TreePath operand) {
    TypeMirror type = program.trees().getTypeMirror(operand);
    return type != null && program.mayChange(type);
  }

  /** What both sides use or show, and one of them changes; a component, too. */
  Optional<Element> inTouch(Side other) {
    Aliases aliases = program.aliases();
    return inCommon(other)
        .or(() -> aliases.common(changed(), other.changed()))
        .or(() -> aliases.common(changed(), other.taken))
        .or(() -> aliases.common(taken, other.changed()));
  }

  /** What this code changes, and the other one uses or changes. */
  Optional<Element> changedFor(Side other) {
    Aliases aliases = program.aliases();
    return storedFor(other)
        .or(() -> aliases.common(changed(), other.changed()))
        .or(() -> aliases.common(changed(), other.taken));
  }

  /** The same, but no component. */
  Optional<Element> storedFor(Side other) {
    return other.all().keySet().stream()
        .filter(each ->
            assigned.contains(each)
                || changes.stream().anyMatch(own -> program.aliases().mayShare(own, each))
                    && !isOnlyCounted(each, other))
        .findFirst();
  }

  /**
   * Forgets what the code does to timers, which have no state but their listeners, and components
   * that are only in these; calls of components are known, but not what another library does.
   */
  void leaveTimers() {
    Predicate<Element> isTimer = each -> program.isA(each.asType(), Library.jdk().types("timer"));
    changes.removeIf(isTimer);
    if (calls((call, method) -> program.isOfLibrary(method)).isEmpty()) {
      changes.removeIf(each -> program.toolkit().isView(each.asType()));
    }
    Stream.of(given, emptied, filled, methods).forEach(each -> each.keySet().removeIf(isTimer));
  }

  /** Whether the code uses or changes nothing that other code has. */
  boolean isApart() {
    return all().isEmpty() && taken.isEmpty() && changed().isEmpty();
  }

  /** What this code reads, not only changes, and the other one changes. */
  Optional<Element> readFrom(Side other) {
    Aliases aliases = program.aliases();
    return uses.keySet().stream()
        .filter(each -> !program.isOfToolkit(each.asType()) && isRead(each))
        .filter(each ->
            other.assigned.contains(each)
                || other.changes.stream().anyMatch(its -> aliases.mayShare(each, its)))
        .findFirst()
        .or(() ->
            taken.keySet().stream()
                .filter(each -> aliases.useIn(each, changed()) == null)
                .filter(each -> aliases.useIn(each, other.changed()) != null)
                .findFirst());
  }

  /** Whether the first use of a variable needs its value. */
  private boolean isRead(Element variable) {
    TreePath select = uses.get(variable).getParentPath();
    boolean isOnlyCalled =
        select.getLeaf() instanceof MemberSelectTree
            && select.getParentPath().getParentPath().getLeaf() instanceof ExpressionStatementTree;
    return !assigned.contains(variable)
        && !(isOnlyCalled
            && changes.stream().anyMatch(program.aliases().of(Set.of(variable))::contains));
  }

  /** What both sides use, and one of them changes. */
  Optional<Element> inCommon(Side other) {
    Map<Element, TreePath> second = other.all();
    return all().keySet().stream()
        .filter(each ->
            isAssigned(each, other) && second.containsKey(each)
                || isChanged(each, other)
                    && program.aliases().useIn(each, second) != null
                    && !isOnlyCounted(each, other))
        .findFirst();
  }

  private boolean isAssigned(Element variable, Side other) {
    return assigned.contains(variable) || other.assigned.contains(variable);
  }

  private boolean isChanged(Element variable, Side other) {
    return Stream.concat(changes.stream(), other.changes.stream())
        .anyMatch(each -> program.aliases().mayShare(variable, each));
  }

  /** Whether both sides count with an object in the same way, and neither looks at the number. */
  private boolean isOnlyCounted(Element variable, Side other) {
    return program.aliases().useIn(variable, uses) == null
        && program.aliases().useIn(variable, other.uses) == null
        && countsOf(variable).equals(other.countsOf(variable));
  }

  private Set<Element> countsOf(Element variable) {
    return counts.entrySet().stream()
        .filter(each -> program.aliases().mayShare(variable, each.getKey()))
        .flatMap(each -> each.getValue().stream())
        .collect(Collectors.toSet());
  }

  /** The calls of methods without source in the code that are of some kind. */
  Set<TreePath> calls(BiPredicate<TreePath, ExecutableElement> kind) {
    Set<TreePath> found = new LinkedHashSet<>();
    for (Reached reached : reached()) {
      reached.parts().stream()
          .flatMap(part -> reached.deeds(part).callsOfLibraries().stream())
          .filter(call -> call.getLeaf() instanceof MethodInvocationTree)
          .filter(call -> kind.test(call, (ExecutableElement) program.element(call)))
          .forEach(found::add);
    }
    return found;
  }

  boolean hasUseOf(Element variable) {
    return Stream.of(all(), taken, changed()).anyMatch(each -> each.containsKey(variable));
  }

  /** A place where the code uses or shows one of its variables. */
  TreePath useOf(Element variable) {
    return Stream.of(all(), taken, changed())
        .map(each -> each.get(variable))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }
}
