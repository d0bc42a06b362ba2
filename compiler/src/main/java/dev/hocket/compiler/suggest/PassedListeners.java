package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Follows a listener that a method of the program adds for its callers, as {@code button(name,
 * listener)} does: each call of the method adds the listener that it gives. A variable gives what
 * it has been assigned.
 */
final class PassedListeners {
  private final Program program;
  private final Set<Element> followed = new HashSet<>();

  PassedListeners(Program program) {
    this.program = program;
  }

  /**
   * A listener that an expression gives.
   *
   * @param expression the expression that gives it, in the outermost known call
   * @param object the expression of the object that gets it; empty if no call says that
   * @param creation the expression that makes that object; null if it is not known
   * @param site the call that runs the creation; null if it is not known
   */
  record Passed(TreePath expression, Optional<TreePath> object, TreePath creation, TreePath site) {
    private Passed(TreePath expression, Passed passed) {
      this(expression, passed.object, passed.creation, passed.site);
    }
  }

  /**
   * The listeners that an expression in a call may give. What comes from elsewhere than from calls
   * of the program is the expression itself.
   */
  Stream<Passed> of(TreePath listener, TreePath call) {
    Optional<TreePath> object = Calls.objectOf(call);
    return follow(new Passed(listener, object, creation(object), null), isOfThis(call));
  }

  private static boolean isOfThis(TreePath call) {
    return Calls.objectOf(call).isEmpty();
  }

  private Stream<Passed> follow(Passed passed, boolean isOfThis) {
    Element variable = program.element(passed.expression());
    List<TreePath> sites = sites(variable);
    List<TreePath> values = values(variable);
    if (sites.isEmpty() && values.isEmpty() || !followed.add(variable)) {
      return Stream.of(passed);
    }
    if (sites.isEmpty()) {
      return values.stream().flatMap(each -> follow(new Passed(each, passed), isOfThis));
    }
    return sites.stream()
        .flatMap(site ->
            argument(site, variable).stream()
                .flatMap(given -> follow(atSite(passed, given, site, isOfThis), isOfThis)));
  }

  private Passed atSite(Passed passed, TreePath given, TreePath site, boolean isOfThis) {
    Element object = passed.object().map(program::element).orElse(null);
    Optional<TreePath> own = argument(site, object);
    if (own.isPresent()) {
      return new Passed(given, own, creation(own), null);
    }
    TreePath creation =
        isOfThis && site.getLeaf() instanceof NewClassTree ? site : passed.creation();
    boolean isFirst = passed.site() == null && creation != null;
    return new Passed(given, passed.object(), creation, isFirst ? site : passed.site());
  }

  /** What makes the object of a local variable in each run of the function around it. */
  private TreePath creation(Optional<TreePath> object) {
    Element variable = object.map(program::element).orElse(null);
    return variable != null
            && variable.getKind() == ElementKind.LOCAL_VARIABLE
            && program.index().assignedTo(variable).isEmpty()
            && program.path(variable).getLeaf() instanceof VariableTree tree
            && tree.getInitializer() instanceof NewClassTree made
        ? new TreePath(program.path(variable), made)
        : null;
  }

  /** All values of a variable of the program that is no parameter; none if they are not known. */
  private List<TreePath> values(Element variable) {
    boolean isKnown =
        variable != null
            && (variable.getKind() == ElementKind.FIELD
                || variable.getKind() == ElementKind.LOCAL_VARIABLE)
            && program.path(variable) != null;
    return isKnown
        ? Stream.concat(
                Stream.of(program.path(variable))
                    .filter(each -> ((VariableTree) each.getLeaf()).getInitializer() != null)
                    .map(each ->
                        new TreePath(each, ((VariableTree) each.getLeaf()).getInitializer())),
                program.index().assignedTo(variable).stream())
            .toList()
        : List.of();
  }

  /** All calls that give a parameter its value; none if something else may do that, too. */
  private List<TreePath> sites(Element parameter) {
    if (parameter == null
        || parameter.getKind() != ElementKind.PARAMETER
        || !program.index().assignedTo(parameter).isEmpty()
        || !(parameter.getEnclosingElement() instanceof ExecutableElement method)
        || !(program.path(parameter) instanceof TreePath declared)
        || !(declared.getParentPath().getLeaf() instanceof MethodTree)
        || method.isVarArgs()
        || !program.index().referencesTo(method).isEmpty()
        || program.overrides().overridesLibrary(method)) {
      return List.of();
    }
    return program.index().callsOf(method.getSimpleName()).stream()
        .filter(call -> runs(call, method))
        .toList();
  }

  private boolean runs(TreePath call, ExecutableElement method) {
    Element called = program.element(call);
    return method.equals(called)
        || method.getKind() == ElementKind.CONSTRUCTOR && makesBelow(call, method)
        || called instanceof ExecutableElement other
            && program
                .overrides()
                .of(other, null)
                .anyMatch(each -> method.equals(program.element(each)));
  }

  /**
   * Whether a call makes an object of a class without a name that extends that of a constructor.
   */
  private boolean makesBelow(TreePath call, ExecutableElement constructor) {
    return call.getLeaf() instanceof NewClassTree tree
        && tree.getClassBody() != null
        && tree.getArguments().size() == constructor.getParameters().size()
        && constructor
            .getEnclosingElement()
            .equals(program.element(new TreePath(call, tree.getIdentifier())));
  }

  /** What a call gives for a parameter of the method that it runs. */
  private Optional<TreePath> argument(TreePath site, Element parameter) {
    if (parameter == null
        || !(parameter.getEnclosingElement() instanceof ExecutableElement method)) {
      return Optional.empty();
    }
    int index = method.getParameters().indexOf(parameter);
    List<? extends ExpressionTree> arguments = Calls.argumentsOf(site);
    return runs(site, method) && index >= 0 && index < arguments.size()
        ? Optional.of(new TreePath(site, arguments.get(index)))
        : Optional.empty();
  }

  /**
   * The functions, other than listeners and tasks, that a toolkit or a library gets, and those in
   * objects that it gets.
   *
   * @param giving of the methods that count
   */
  Set<TreePath> others(Predicate<ExecutableElement> giving) {
    Set<TreePath> found = new LinkedHashSet<>();
    program
        .index()
        .allCalls()
        .forEach(call -> {
          if (program.element(call) instanceof ExecutableElement method
              && giving.test(method)
              && mayKeepForUser(call, method)) {
            found.addAll(given(call, method));
          }
        });
    found.removeIf(program.handlers()::isOfEvents);
    return found;
  }

  /** The functions that a call gives, but not as a listener, which is called for events only. */
  private List<TreePath> given(TreePath call, ExecutableElement method) {
    List<? extends ExpressionTree> arguments = Calls.argumentsOf(call);
    List<TypeMirror> kinds = method.getParameters().stream().map(Element::asType).toList();
    return IntStream.range(0, arguments.size())
        .filter(i ->
            kinds.isEmpty()
                || !program.listeners().isListener(kinds.get(Math.min(i, kinds.size() - 1))))
        .mapToObj(i -> new TreePath(call, arguments.get(i)))
        .filter(this::mayHaveCode)
        .flatMap(each -> program.listeners().functionsOf(each).stream())
        .toList();
  }

  /** Whether a value may be a function of the program, or an object with some. */
  private boolean mayHaveCode(TreePath value) {
    TypeMirror type = program.trees().getTypeMirror(value);
    return value.getLeaf() instanceof LambdaExpressionTree
        || value.getLeaf() instanceof MemberReferenceTree
        || type instanceof DeclaredType
            && !Library.jdk().isValue(type)
            && !program.isOfToolkit(type);
  }

  private boolean getsTask(ExecutableElement method) {
    return method.getModifiers().contains(Modifier.STATIC)
        && method.getParameters().stream()
            .anyMatch(each -> program.isA(each.asType(), Handlers.TASK));
  }

  /**
   * Whether a call may give a function to a toolkit or a library, which calls it for an input. A
   * {@code Runnable} that a static method of a toolkit gets is a task.
   */
  private boolean mayKeepForUser(TreePath call, ExecutableElement method) {
    return program.path(method) == null
        && !Posted.isPost(method)
        && !onlyRuns(method)
        && (program.isOfLibrary(method)
            || program.methods().isOfToolkit(method) && !getsTask(method)
            || Calls.objectOf(call)
                .map(program.trees()::getTypeMirror)
                .filter(program::isOfToolkit)
                .isPresent())
        && !isOnlyOfProgram(call);
  }

  /**
   * Whether a method of a collection runs a function, and does not keep it, as {@code removeIf}.
   */
  private boolean onlyRuns(ExecutableElement method) {
    boolean isOfCollection =
        program.elements().getPackageOf(method).getQualifiedName().contentEquals("java.util");
    return program.reads(method)
        || isOfCollection
            && method.getParameters().stream().allMatch(each -> program.isFunction(each.asType()));
  }

  /** Whether a call is on a list or the like that the program has made, and no component has. */
  private boolean isOnlyOfProgram(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree
        && program
            .owners()
            .ownerOf(call)
            .filter(owner -> !owner.isAny() && program.isOfToolkit(owner.type()))
            .filter(owner ->
                program.aliases().of(owner.variables()).stream()
                    .noneMatch(each -> program.toolkit().isView(each.asType())))
            .isPresent();
  }
}
