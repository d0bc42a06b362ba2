package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds calls after a wait that decide what an input runs or reaches, as {@code
 * save.setEnabled(false)}, {@code save.addActionListener(listener)} and {@code dialog.dispose()}
 * do. In the program, an input that comes meanwhile finds what they have set.
 */
final class InputRoutes {
  private static final Set<String> ACTIONS = Set.of("javax.swing.Action");

  private static final Set<String> MAPS =
      Set.of("javax.swing.Action", "javax.swing.ActionMap", "javax.swing.InputMap");

  private static final Set<String> SWITCHES = Set.of("setDisable", "setEnabled", "setVisible");

  private final Program program;
  private final List<TreePath> handlers;
  private final List<TreePath> functions;
  private final List<Owner> inputs;

  /** The objects that get each of the functions; computed on first use. */
  private Map<Tree, List<Owner>> getters;

  /**
   * @param handlers those of the inputs that may come during the wait
   * @param functions that a toolkit may call for such inputs
   * @param inputs the components into which the user may enter something then
   */
  InputRoutes(
      Program program, List<TreePath> handlers, List<TreePath> functions, List<Owner> inputs) {
    this.program = program;
    this.handlers = handlers;
    this.functions = functions;
    this.inputs = inputs;
  }

  /** The reason why a call must not come after a wait. */
  Optional<String> problem(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null
        || method.getKind() != ElementKind.METHOD
        || method.getModifiers().contains(Modifier.STATIC)
        || !(call.getLeaf() instanceof MethodInvocationTree tree)
        || !mayDecide(method)
        || onlyOpens(tree, method)) {
      return Optional.empty();
    }
    return changedBy(call)
        .flatMap(owner -> reachedFrom(owner, method).stream())
        .findFirst()
        .map(other ->
            "'%s' (%s) decides whether an input %s, and an input during the wait would come before that; do it before the slow code"
                .formatted(program.text(call).replaceAll("\\s+", " "), program.place(call), other));
  }

  /** The object of a call, and the components that another object gets, as a layout does. */
  private Stream<Owner> changedBy(TreePath call) {
    Stream<Owner> object = program.owners().ownerOf(call).stream();
    boolean isOfView =
        Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .filter(each -> !program.toolkit().isView(each))
            .isEmpty();
    return isOfView
        ? object
        : Stream.concat(
            object,
            Calls.argumentsOf(call).stream()
                .flatMap(each -> program.owners().objectOf(new TreePath(call, each)).stream())
                .filter(each -> program.toolkit().isView(each.type())));
  }

  private Optional<String> reachedFrom(Owner owner, ExecutableElement method) {
    return first(handlers, each -> mayReach(owner, each), "runs another handler")
        .or(() -> first(functions, each -> mayCall(owner, each), "runs another function"))
        .or(() ->
            inputs.stream()
                .filter(each ->
                    Library.jdk().isQuiet("focuses", method)
                        ? !program.owners().isSame(owner, each)
                        : isOnScreen(owner) && mayBeIn(owner, each))
                .findFirst()
                .map(each -> "reaches " + nameOf(each)));
  }

  private static String nameOf(Owner input) {
    return input.variables().stream()
        .findFirst()
        .map(each -> "'" + each.getSimpleName() + "'")
        .orElse("another component");
  }

  private Optional<String> first(List<TreePath> codes, Predicate<TreePath> reached, String kind) {
    return codes.stream()
        .filter(reached)
        .findFirst()
        .map(each -> "%s (%s)".formatted(kind, program.place(each)));
  }

  /** Whether a method may do more than show something. */
  private boolean mayDecide(ExecutableElement method) {
    Library jdk = Library.jdk();
    boolean isKnown =
        ToolkitMethods.asks(method)
            || program.methods().setsProperty(method) && !takesFunction(method)
            || List.of("looks", "quiet", "enters", "reshows", "quietForInput", "stores").stream()
                .anyMatch(word -> jdk.isQuiet(word, method))
            || program.reads(method);
    return jdk.isQuiet("routes", method)
        || jdk.isQuiet("focuses", method)
        || program.methods().setsProperty(method) && takesView(method)
        || !isKnown;
  }

  /** Whether a method puts a component into another one, where a third one may have been. */
  private boolean takesView(ExecutableElement method) {
    return method.getParameters().stream()
        .anyMatch(each -> program.toolkit().isView(each.asType()));
  }

  private boolean takesFunction(ExecutableElement method) {
    return method.getParameters().stream()
        .map(Element::asType)
        .anyMatch(each ->
            program.isFunction(each)
                || program.listeners().isListener(each)
                || functions.stream().anyMatch(function -> isPartOf(function, each)));
  }

  /** Whether a function is a method of objects of a type, as {@code verify} of a verifier. */
  private boolean isPartOf(TreePath function, TypeMirror type) {
    return function.getLeaf() instanceof MethodTree
        && program
            .types()
            .isSubtype(
                program.element(function).getEnclosingElement().asType(),
                program.types().erasure(type));
  }

  /** Whether a call lets a component take inputs, which looks until then as if it took none. */
  private static boolean onlyOpens(MethodInvocationTree call, ExecutableElement method) {
    String name = method.getSimpleName().toString();
    List<? extends ExpressionTree> arguments = call.getArguments();
    return SWITCHES.contains(name)
        && arguments.size() == 1
        && arguments.getFirst() instanceof LiteralTree value
        && value.getValue().equals(!name.equals("setDisable"));
  }

  private boolean mayReach(Owner changed, TreePath other) {
    if (program.isA(changed.type(), MAPS)) {
      return program.element(other) instanceof ExecutableElement method
          && program.isA(method.getEnclosingElement().asType(), ACTIONS);
    }
    return isOnScreen(changed)
        && program.listeners().ownersOf(other).anyMatch(each -> mayBeIn(changed, each));
  }

  /** Whether the object of a call may be, or have inside, one that gets a function. */
  private boolean mayCall(Owner changed, TreePath function) {
    List<Owner> known = getters().getOrDefault(function.getLeaf(), List.of());
    if (isOnScreen(changed)) {
      return known.isEmpty()
          || known.stream().anyMatch(each -> each.type() == null || mayBeIn(changed, each));
    }
    return known.stream()
        .anyMatch(each -> each.type() == null || program.owners().mayBeSame(changed, each));
  }

  private Map<Tree, List<Owner>> getters() {
    if (getters == null) {
      getters = new HashMap<>();
      program
          .index()
          .allCalls()
          .filter(call ->
              program.element(call) instanceof ExecutableElement method
                  && program.path(method) == null)
          .forEach(this::addGetter);
    }
    return getters;
  }

  private void addGetter(TreePath call) {
    Owner owner = program.owners().ownerOfAny(call);
    Calls.argumentsOf(call).stream()
        .flatMap(each -> program.listeners().functionsOf(new TreePath(call, each)).stream())
        .forEach(function ->
            getters.computeIfAbsent(function.getLeaf(), key -> new ArrayList<>()).add(owner));
  }

  private boolean isOnScreen(Owner changed) {
    return program.toolkit().isView(changed.type()) || holdsViews(changed.type());
  }

  /** Whether an object is the list of what is in a component. */
  private boolean holdsViews(TypeMirror type) {
    return program.isOfToolkit(type)
        && type instanceof DeclaredType declared
        && declared.getTypeArguments().stream().anyMatch(program.toolkit()::isView);
  }

  private boolean mayBeIn(Owner changed, Owner owner) {
    if (changed.isAny() || owner.isAny()) {
      return program.listeners().mayHoldOthers(changed)
          || program.owners().mayBe(changed.type(), owner.type());
    }
    Set<Element> found = new HashSet<>(program.aliases().of(changed.variables()));
    changed.variables().forEach(each -> found.addAll(program.aliases().within(each)));
    return program.aliases().of(owner.variables()).stream().anyMatch(found::contains);
  }
}
