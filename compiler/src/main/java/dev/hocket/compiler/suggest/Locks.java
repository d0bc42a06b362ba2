package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/** Knows which components take no input during the wait. */
final class Locks {
  private static final Set<String> SWITCHES = Set.of("setDisable", "setEditable", "setEnabled");

  /** What is listed of methods that do something else than to let a component take input. */
  private static final List<String> HARMLESS =
      List.of(
          "appears",
          "enters",
          "focuses",
          "looks",
          "quiet",
          "quietForActions",
          "quietForInput",
          "reshows",
          "stores");

  private final Program program;
  private final Side before;
  private final List<BothSides.Wait> waits;

  Locks(Program program, Side before, List<BothSides.Wait> waits) {
    this.program = program;
    this.before = before;
    this.waits = waits;
  }

  /**
   * Something that lets a component take input or not.
   *
   * @param call the call that does so
   * @param at the same call, or one of a method that certainly makes it
   * @param locks whether no input is taken afterwards; false if that is not known
   */
  private record Switch(TreePath call, TreePath at, boolean locks) {}

  /** Whether the object of a call is disabled during the wait, or is never editable. */
  boolean isLocked(TreePath call) {
    Set<Element> component = variablesOf(call);
    List<Switch> switches = switchesOf(component);
    return isOne(component)
        && (takesNone(component) && isDisabled(switches)
            || isText(call) && isNeverEditable(switches));
  }

  /** Whether a component and all that may be the same take no input at all when it is disabled. */
  private boolean takesNone(Set<Element> component) {
    return program.aliases().of(component).stream()
        .map(Element::asType)
        .filter(program.toolkit()::isView)
        .allMatch(each -> program.isA(each, Library.jdk().types("locks")));
  }

  /** Whether a component is disabled during the wait, or a text that is never editable. */
  boolean takesNothing(Owner component) {
    List<Switch> switches = switchesOf(component.variables());
    return isOne(component.variables())
        && (takesNone(component.variables()) && isDisabled(switches) || isNeverEditable(switches));
  }

  /** Whether one component at most runs a handler. */
  boolean hasOneSource(TreePath handler) {
    List<Owner> all = program.listeners().ownersOf(handler).toList();
    return all.isEmpty() || all.size() == 1 && isOne(all.getFirst().variables());
  }

  /** Whether all components that run a handler are disabled during the wait. */
  boolean isSilent(TreePath handler) {
    return program
        .listeners()
        .enabledFor(handler)
        .filter(all -> all.stream().map(Owner::variables).allMatch(this::isDisabled))
        .isPresent();
  }

  /** Whether the handler could disable all components that run another one. */
  boolean canSilence(TreePath handler) {
    return program
        .listeners()
        .enabledFor(handler)
        .filter(all -> all.stream().map(Owner::variables).allMatch(this::isOne))
        .isPresent();
  }

  /** The name of the component that the handler could disable so that a call is safe. */
  Optional<String> componentOf(TreePath call) {
    Set<Element> component = variablesOf(call);
    return isOne(component)
        ? program.aliases().of(component).stream()
            .filter(each -> program.toolkit().isView(each.asType()))
            .map(each -> each.getSimpleName().toString())
            .findFirst()
        : Optional.empty();
  }

  /**
   * Whether a function serves one component only, as the filter of a text does, and this is
   * disabled during the wait.
   */
  boolean isServantSilent(TreePath function) {
    TreePath made =
        function.getLeaf() instanceof MethodTree
                && function.getParentPath().getParentPath().getLeaf() instanceof NewClassTree
            ? function.getParentPath().getParentPath()
            : function;
    // A formatter, for example, that holds the filter of a text.
    while (made.getParentPath().getLeaf() instanceof NewClassTree holder
        && holder.getClassBody() == null
        && holder.getArguments().contains(made.getLeaf())
        && program.element(made.getParentPath()) instanceof ExecutableElement constructor
        && program.methods().isOfToolkit(constructor)) {
      made = made.getParentPath();
    }
    TreePath value = made;
    TreePath call = value.getParentPath();
    return call.getLeaf() instanceof MethodInvocationTree tree
        && tree.getArguments().contains(value.getLeaf())
        && program.element(call) instanceof ExecutableElement method
        && Library.jdk().isQuiet("serves", method)
        && isDisabled(variablesOf(call));
  }

  private boolean isDisabled(Set<Element> component) {
    return isOne(component) && takesNone(component) && isDisabled(switchesOf(component));
  }

  private boolean isDisabled(List<Switch> switches) {
    return switches.stream()
            .filter(each -> !each.locks())
            .allMatch(each -> isInHandler(each.at()) && !isBefore(each.at()))
        && waits.stream()
            .anyMatch(wait ->
                LaterReads.follows(
                    wait.from(),
                    statement ->
                        switches.stream()
                            .filter(each -> each.locks() && !isOfEditing(each))
                            .anyMatch(each -> isStatement(statement, each.at()))));
  }

  private boolean isNeverEditable(List<Switch> switches) {
    List<Switch> ofEditing = switches.stream().filter(this::isOfEditing).toList();
    return ofEditing.stream().allMatch(Switch::locks)
        && ofEditing.stream().anyMatch(each -> !isOfEvents(each.call()));
  }

  private boolean isOfEditing(Switch each) {
    return nameOf(each.call()).equals("setEditable");
  }

  private String nameOf(TreePath call) {
    return program.element(call).getSimpleName().toString();
  }

  /** All that may let a component take input or not; what nothing is known of may let it. */
  private List<Switch> switchesOf(Set<Element> component) {
    return program
        .index()
        .allCalls()
        .flatMap(each ->
            isSwitch(each) && isOfSame(variablesOf(each), component)
                ? places(each)
                : mayUnlock(each, component)
                    ? Stream.of(new Switch(each, each, false))
                    : Stream.empty())
        .toList();
  }

  /** Whether a call may let a component take input in a way that is not known. */
  private boolean mayUnlock(TreePath call, Set<Element> component) {
    if (!(call.getLeaf() instanceof MethodInvocationTree tree)
        || !(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null
        || isHarmless(method)) {
      return false;
    }
    boolean isGiven =
        program.isOfLibrary(method)
            && tree.getArguments().stream()
                .map(each -> program.aliases().variablesOf(new TreePath(call, each)))
                .anyMatch(each -> isOfSame(each, component));
    return isGiven
        || program
            .owners()
            .ownerOf(call)
            .filter(each ->
                each.isAny()
                    ? isSwitch(call) && !isLock(call) && mayBeAny(each, component)
                    : isOfSame(each.variables(), component))
            .isPresent();
  }

  private boolean mayBeAny(Owner owner, Set<Element> component) {
    return program.aliases().of(component).stream()
        .map(Element::asType)
        .anyMatch(
            each -> program.toolkit().isView(each) && program.owners().mayBe(owner.type(), each));
  }

  private boolean isLock(TreePath call) {
    return isLiteral(
        ((MethodInvocationTree) call.getLeaf()).getArguments().getFirst(),
        nameOf(call).equals("setDisable"));
  }

  /** Whether a method certainly leaves open whether its object takes input. */
  private boolean isHarmless(ExecutableElement method) {
    boolean isPlain =
        !SWITCHES.contains(method.getSimpleName().toString())
            && program.methods().setsProperty(method)
            && method.getParameters().stream()
                .map(Element::asType)
                .allMatch(each ->
                    Library.jdk().isValue(each)
                        || program.isA(each, Library.jdk().types("look"))
                        || program.listeners().isListener(each));
    return isPlain
        || method.getModifiers().contains(Modifier.STATIC)
        || ToolkitMethods.asks(method) && !program.isOfLibrary(method)
        || program.methods().addsListener(method)
        || program.reads(method)
        || !SWITCHES.contains(method.getSimpleName().toString())
            && HARMLESS.stream().anyMatch(word -> Library.jdk().isQuiet(word, method));
  }

  /**
   * Where a switch is used: where it is written, or wherever a method is called that certainly does
   * nothing else with it, such as {@code void busy(boolean is) { button.setEnabled(!is); }}.
   */
  private Stream<Switch> places(TreePath call) {
    ExpressionTree value = ((MethodInvocationTree) call.getLeaf()).getArguments().getFirst();
    boolean isNegated =
        value instanceof UnaryTree not && not.getKind() == Tree.Kind.LOGICAL_COMPLEMENT;
    ExpressionTree given = isNegated ? ((UnaryTree) value).getExpression() : value;
    boolean wanted = nameOf(call).equals("setDisable") != isNegated;
    TreePath method = methodOf(call);
    List<TreePath> callers = method == null ? List.of() : callsOf(program.element(method));
    return callers.isEmpty()
        ? Stream.of(new Switch(call, call, isLiteral(given, wanted)))
        : callers.stream()
            .map(each -> new Switch(call, each, isLiteral(passed(method, given, each), wanted)));
  }

  private List<TreePath> callsOf(Element method) {
    return program.index().allCalls().filter(each -> method.equals(program.element(each))).toList();
  }

  /** The argument of a call for a parameter; or the same expression if it is none. */
  private static ExpressionTree passed(TreePath method, ExpressionTree value, TreePath call) {
    List<? extends VariableTree> parameters = ((MethodTree) method.getLeaf()).getParameters();
    for (int i = 0; i < parameters.size(); i++) {
      if (value instanceof IdentifierTree used
          && used.getName().equals(parameters.get(i).getName())) {
        return ((MethodInvocationTree) call.getLeaf()).getArguments().get(i);
      }
    }
    return value;
  }

  private static boolean isLiteral(ExpressionTree value, boolean wanted) {
    return value instanceof LiteralTree literal && literal.getValue().equals(wanted);
  }

  /**
   * The method of which some call is a statement that always runs; null if the program may run the
   * method by another name, if it assigns a parameter, or has something else than calls.
   */
  private TreePath methodOf(TreePath call) {
    TreePath block = call.getParentPath().getParentPath();
    TreePath method = block.getParentPath();
    boolean isSimple =
        call.getParentPath().getLeaf() instanceof ExpressionStatementTree
            && method.getLeaf() instanceof MethodTree tree
            && tree.getReturnType() != null
            && tree.getBody().getStatements().stream().allMatch(Locks::isCall)
            && program.element(method) instanceof ExecutableElement named
            && program.overrides().of(named, null).count() == 1
            && program.index().referencesTo(named).isEmpty()
            && !program.overrides().overridesLibrary(named);
    return isSimple ? method : null;
  }

  private static boolean isCall(Tree statement) {
    return statement instanceof ExpressionStatementTree tree
        && tree.getExpression() instanceof MethodInvocationTree;
  }

  /** Whether a call only concerns the text, which no input changes if it cannot be edited. */
  private boolean isText(TreePath call) {
    Element method = program.element(call);
    return program.asked().onlySets((ExecutableElement) method)
        || Set.of("getText", "getLength", "getLineCount")
            .contains(method.getSimpleName().toString());
  }

  private boolean isSwitch(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree tree
        && tree.getArguments().size() == 1
        && SWITCHES.contains(nameOf(call));
  }

  private boolean isOfSame(Set<Element> first, Set<Element> second) {
    return first.stream()
        .anyMatch(each -> second.stream().anyMatch(its -> program.aliases().mayShare(each, its)));
  }

  private Set<Element> variablesOf(TreePath call) {
    return program.owners().ownerOf(call).map(Owner::variables).orElse(Set.of());
  }

  /** Whether all variables that may stand for a component have one at most. */
  private boolean isOne(Set<Element> component) {
    Set<Element> all = program.aliases().of(component);
    long made =
        all.stream()
            .filter(each -> program.toolkit().isView(each.asType()))
            .mapToLong(this::countOf)
            .sum();
    return !all.isEmpty()
        && made + program.unnamedViews().countWith(all) <= 1
        && all.stream().noneMatch(program::isAssignedByHandlers);
  }

  /** The number of components that a variable may get elsewhere than from other variables. */
  private long countOf(Element variable) {
    TreePath declared = program.path(variable);
    boolean isFirst =
        declared != null
            && declared.getLeaf() instanceof VariableTree tree
            && tree.getInitializer() != null
            && !isName(new TreePath(declared, tree.getInitializer()));
    return (isFirst ? 1 : 0)
        + program.index().assignedTo(variable).stream().filter(each -> !isName(each)).count();
  }

  private boolean isName(TreePath value) {
    return program.element(value) != null && program.element(value).getKind().isVariable();
  }

  private boolean isInHandler(TreePath call) {
    return waits.stream().anyMatch(wait -> Sources.isInside(call, wait.function()));
  }

  private boolean isBefore(TreePath call) {
    return before.reached().stream().anyMatch(reached -> reached.holds(call.getParentPath()));
  }

  private static boolean isStatement(TreePath statement, TreePath call) {
    return statement.getLeaf() instanceof ExpressionStatementTree tree
        && tree.getExpression() == call.getLeaf();
  }

  /** Whether an event must come before a call runs, so that the user may have been there first. */
  private boolean isOfEvents(TreePath call) {
    TreePath statement = call.getParentPath();
    TreePath body = statement.getParentPath().getParentPath();
    boolean isAlways =
        statement.getLeaf() instanceof ExpressionStatementTree
            && (body.getLeaf() instanceof MethodTree
                || body.getLeaf() instanceof LambdaExpressionTree
                || body.getLeaf() instanceof ClassTree);
    return !isAlways || !isWithCreation(call, body) && program.isReachedByHandlers(call);
  }

  /** Whether a call is where its object is made: in its function, or in the same constructor. */
  private boolean isWithCreation(TreePath call, TreePath body) {
    boolean isInConstructor =
        body.getLeaf() instanceof ClassTree || FieldUses.isInConstructor(call);
    return variablesOf(call).stream()
        .map(program::path)
        .filter(Objects::nonNull)
        .map(TreePath::getParentPath)
        .anyMatch(around ->
            around.getParentPath().getLeaf() == body.getLeaf()
                || isInConstructor && around.getLeaf() instanceof ClassTree);
  }
}
