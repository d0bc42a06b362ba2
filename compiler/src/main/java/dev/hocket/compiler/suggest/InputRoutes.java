package dev.hocket.compiler.suggest;

import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.EventCalls;
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
import javax.lang.model.element.TypeElement;
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

  private static final Set<String> WINDOWS = Set.of("java.awt.Window", "javafx.stage.Window");

  private static final Set<String> SWITCHES = Set.of("setDisable", "setEnabled", "setVisible");

  private final Program program;
  private final EventCalls events;
  private final TreePath handler;
  private final Side before;
  private final List<TreePath> handlers;
  private final List<TreePath> functions;
  private final List<Owner> inputs;

  /** The objects that get each of the functions; computed on first use. */
  private Map<Tree, List<Owner>> getters;

  /**
   * @param handler which waits
   * @param before what it does before the wait
   * @param handlers those of the inputs that may come during the wait
   * @param functions that a toolkit may call for such inputs
   * @param inputs the components into which the user may enter something then
   */
  InputRoutes(
      Program program,
      TreePath handler,
      Side before,
      List<TreePath> handlers,
      List<TreePath> functions,
      List<Owner> inputs) {
    this.program = program;
    this.events = new EventCalls(program);
    this.handler = handler;
    this.before = before;
    this.handlers = handlers;
    this.functions = functions;
    this.inputs = inputs;
  }

  /** The reason why a call must not come after a wait. */
  Optional<String> problem(TreePath call) {
    if (!isWithoutSource(call)
        || !(program.element(call) instanceof ExecutableElement method)
        || !mayDecide(method)
        || onlyOpens(call, method)) {
      return Optional.empty();
    }
    if (closesShown(call, method)) {
      return Optional.of(
          "%s closes a window that the handler shows before the wait, and which gets the keys until then; show it after the slow code"
              .formatted(nameOf(call)));
    }
    return changedBy(call, method)
        .flatMap(owner -> reachedFrom(owner, method).stream())
        .findFirst()
        .map(other ->
            "%s decides whether an input %s, and an input during the wait would come before that; do it before the slow code"
                .formatted(nameOf(call), other));
  }

  private String nameOf(TreePath call) {
    return "'%s' (%s)".formatted(program.text(call).replaceAll("\\s+", " "), program.place(call));
  }

  private boolean isWithoutSource(TreePath call) {
    return !(call.getLeaf() instanceof NewClassTree)
        && program.element(call) instanceof ExecutableElement method
        && method.getKind() == ElementKind.METHOD
        && program.path(method) == null;
  }

  /**
   * The reason why a window must not be opened after a wait that keeps inputs from all others, as a
   * message does.
   *
   * @param madeLater whether the code after the wait makes a handler, as that of the dialog's
   *     button
   */
  Optional<String> problemOfWindow(TreePath call, Predicate<TreePath> madeLater) {
    if (!isWithoutSource(call)
        || !events.mayBlockOthers(call, (ExecutableElement) program.element(call))) {
      return Optional.empty();
    }
    Set<Element> window = program.owners().ownerOf(call).map(Owner::variables).orElse(Set.of());
    Set<Element> inside = new HashSet<>();
    window.forEach(each -> inside.addAll(program.aliases().within(each)));
    Predicate<TreePath> isBlocked =
        each -> !madeLater.test(each) && !isInside(program.listeners().ownersOf(each), inside);
    return first(handlers, isBlocked, "another handler")
        .or(() ->
            inputs.stream()
                .filter(each -> !isInside(Stream.of(each), inside))
                .findFirst()
                .map(InputRoutes::nameOf))
        .map(other ->
            "%s may keep inputs from %s, and one during the wait would come before that; disable what gets them before the slow code"
                .formatted(nameOf(call), other));
  }

  private static boolean isInside(Stream<Owner> owners, Set<Element> inside) {
    List<Owner> all = owners.toList();
    return !all.isEmpty()
        && all.stream().allMatch(each -> inside.containsAll(each.variables()) && !each.isAny());
  }

  /**
   * The object of a call, and the components that another object gets, as a layout does. A method
   * that only a type names may be called on each of its objects.
   */
  private Stream<Owner> changedBy(TreePath call, ExecutableElement method) {
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    Optional<TreePath> object = Calls.objectOf(call);
    if (method.getSimpleName().contentEquals("setVisible") && mayBeGlass(call)
        || events.mayUnblockOthers(call, method)) {
      return Stream.concat(
          handlers.stream().flatMap(each -> program.listeners().ownersOf(each)), inputs.stream());
    }
    Stream<Owner> own =
        isStatic
            ? Stream.empty()
            : object.filter(each -> program.element(each) instanceof TypeElement).isPresent()
                ? Stream.of(new Owner(program.trees().getTypeMirror(object.get()), Set.of()))
                : program.owners().ownerOf(call).stream();
    boolean isOfView =
        !isStatic
            && object
                .map(program.trees()::getTypeMirror)
                .filter(each -> !program.toolkit().isView(each))
                .isEmpty();
    return isOfView || !(call.getLeaf() instanceof MethodInvocationTree)
        ? own
        : Stream.concat(
            own,
            Calls.argumentsOf(call).stream()
                .flatMap(each -> program.owners().objectOf(new TreePath(call, each)).stream())
                .filter(each -> program.toolkit().isView(each.type())));
  }

  /** Whether a call closes a window that the code before the wait has shown. */
  private boolean closesShown(TreePath call, ExecutableElement method) {
    Optional<Owner> closed =
        program.owners().ownerOf(call).filter(each -> program.isA(each.type(), WINDOWS));
    return closed.isPresent()
        && Library.jdk().isQuiet("routes", method)
        && before.calls((each, its) -> Library.jdk().isQuiet("opens", its)).stream()
            .flatMap(each -> program.owners().ownerOf(each).stream())
            .anyMatch(each ->
                program.isA(each.type(), WINDOWS)
                    && program.owners().mayBeSame(closed.get(), each));
  }

  private Optional<String> reachedFrom(Owner owner, ExecutableElement method) {
    if (program.isA(owner.type(), WINDOWS)
        && Stream.of("routes", "quiet", "opens", "focuses")
            .noneMatch(word -> Library.jdk().isQuiet(word, method))) {
      return Optional.of("closes the window, or does something else with it");
    }
    if (program.methods().addsListener(method) && mayReach(owner, handler)) {
      return Optional.of("runs this handler again");
    }
    if (Library.jdk().isQuiet("focuses", method)) {
      return first(handlers, each -> mayLoseKeys(owner, each), "runs another handler")
          .or(() -> input(each -> !program.owners().isSame(owner, each)));
    }
    return first(handlers, each -> mayReach(owner, each), "runs another handler")
        .or(() -> first(functions, each -> mayCall(owner, each), "runs another function"))
        .or(() -> input(each -> isOnScreen(owner) && mayBeIn(owner, each)));
  }

  private Optional<String> input(Predicate<Owner> kind) {
    return inputs.stream().filter(kind).findFirst().map(each -> "reaches " + nameOf(each));
  }

  /** Whether a handler hears of keys that would go to the component which gets the focus. */
  private boolean mayLoseKeys(Owner focused, TreePath handler) {
    return program.listeners().hearsKeys(handler)
        && program
            .listeners()
            .ownersOf(handler)
            .anyMatch(each -> !program.owners().isSame(focused, each));
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

  /** Whether a method may do more than show something: all that is not known not to. */
  private boolean mayDecide(ExecutableElement method) {
    Library jdk = Library.jdk();
    boolean isKnown =
        ToolkitMethods.asks(method) && !program.isOfLibrary(method)
            || program.methods().setsProperty(method) && takesLooks(method)
            || Stream.of("appears", "looks", "enters", "reshows", "quietForInput", "stores")
                .anyMatch(word -> jdk.isQuiet(word, method))
            || jdk.isInert(method)
            || jdk.asks(method)
            || method.getEnclosingElement().toString().equals("java.lang.Record")
            || program.reads(method);
    return jdk.isQuiet("routes", method)
        || jdk.isQuiet("focuses", method)
        || program.methods().setsProperty(method) && takesView(method)
        || !isKnown;
  }

  private boolean takesLooks(ExecutableElement method) {
    return method.getParameters().stream()
        .allMatch(each -> program.isA(each.asType(), Library.jdk().types("look")));
  }

  /** Whether a method puts a component into another one, where a third one may have been. */
  private boolean takesView(ExecutableElement method) {
    return method.getParameters().stream()
        .anyMatch(each -> program.toolkit().isView(each.asType()));
  }

  /**
   * Whether a call lets a component take inputs, which looks until then as if it took none; not so
   * a glass pane, which keeps them from what is below.
   */
  private boolean onlyOpens(TreePath call, ExecutableElement method) {
    String name = method.getSimpleName().toString();
    return SWITCHES.contains(name)
        && call.getLeaf() instanceof MethodInvocationTree tree
        && tree.getArguments().size() == 1
        && tree.getArguments().getFirst() instanceof LiteralTree value
        && value.getValue().equals(!name.equals("setDisable"))
        && !(name.equals("setVisible") && mayBeGlass(call));
  }

  private boolean mayBeGlass(TreePath call) {
    Optional<Owner> shown = program.owners().ownerOf(call);
    return program
        .index()
        .allCalls()
        .filter(each -> program.element(each).getSimpleName().toString().endsWith("etGlassPane"))
        .anyMatch(each ->
            Calls.objectOf(call).filter(its -> its.getLeaf() == each.getLeaf()).isPresent()
                || Calls.argumentsOf(each).stream()
                    .flatMap(its -> program.owners().objectOf(new TreePath(each, its)).stream())
                    .anyMatch(its -> shown.filter(own -> mayBeOne(own, its)).isPresent()));
  }

  private boolean mayBeOne(Owner one, Owner other) {
    return one.isAny() || other.isAny() || program.owners().isSame(one, other);
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
    return program.toolkit().isView(changed.type())
        || holdsViews(changed.type())
        || isOfToolkit(changed.type())
            && program.aliases().of(changed.variables()).stream()
                .anyMatch(each -> program.toolkit().isView(each.asType()));
  }

  /** Whether an object of a type may be a part of a component, as its model is. */
  private static boolean isOfToolkit(TypeMirror type) {
    return type != null && type.toString().matches("(?:java\\.awt|javax\\.swing|javafx)\\..*");
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
