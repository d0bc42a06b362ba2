package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.events.Accelerators;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The listeners of the program that a call into a library may run before it returns, as {@code
 * button.doClick()} does. A call may run all listeners of its object, unless {@code jdk.txt} says
 * that it is quiet.
 */
final class Listeners {
  private static final Set<String> ACTIONS = Set.of("java.awt.event.ActionListener");

  /** Objects that name another one. */
  static final Set<String> EVENTS = Set.of("java.util.EventObject");

  /** Handlers of events that other objects hear of, too. */
  private static final Set<String> PASSED_ON = Set.of("javafx.event.EventHandler");

  /** Methods after which a component has new listeners of its own. */
  private static final Set<String> RENEWING = Set.of("setUI", "updateComponentTreeUI", "updateUI");

  private final Program program;

  /** Computed on first use. */
  private Boolean renewsLooks;

  private final Accelerators accelerators;
  private final List<Added> all = new ArrayList<>();

  /** Those of objects of which only the type is known. */
  private final List<Added> ofAny = new ArrayList<>();

  /** The others, by a variable that stands for all that may be the same. */
  private final Map<Element, List<Added>> ofVariables = new HashMap<>();

  // What has been asked already: the same few classes and methods, time and again.
  private final Map<Element, List<Added>> anyOfType = new HashMap<>();
  private final Map<Element, List<Added>> allOfType = new HashMap<>();
  private final Map<Element, Boolean> telling = new HashMap<>();
  private final Map<Element, Boolean> given = new HashMap<>();
  private final Map<Element, Boolean> kinds = new HashMap<>();

  /** An object of a library, as far as an expression shows which one it is. */
  record Owner(TypeMirror type, Set<Element> variables) {
    /** Whether only the type is known. */
    boolean isAny() {
      return variables.isEmpty();
    }
  }

  /**
   * A listener that an object gets.
   *
   * @param kind the interface
   * @param adding the method that adds it
   * @param creation the expression that makes the object; null if it is not known
   * @param site the call that runs the creation; null if it is not known
   * @param functions what may be run
   */
  private record Added(
      Owner owner,
      TypeMirror kind,
      ExecutableElement adding,
      TreePath creation,
      TreePath site,
      List<TreePath> functions) {
    boolean has(TreePath function) {
      return functions.stream().anyMatch(each -> each.getLeaf() == function.getLeaf());
    }
  }

  Listeners(Program program) {
    this.program = program;
    this.accelerators = new Accelerators(program);
    program.index().allCalls().forEach(this::addOf);
    for (Added each : all) {
      if (each.owner().isAny()) {
        ofAny.add(each);
      }
      each.owner().variables().stream()
          .map(program.aliases()::root)
          .distinct()
          .forEach(root -> ofVariables.computeIfAbsent(root, key -> new ArrayList<>()).add(each));
    }
  }

  private void addOf(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null) {
      return;
    }
    List<? extends ExpressionTree> arguments = PassedListeners.argumentsOf(call);
    int count = Math.min(arguments.size(), method.getParameters().size());
    for (int i = 0; i < count; i++) {
      TypeMirror kind = method.getParameters().get(i).asType();
      if (isListener(kind)) {
        TreePath listener = new TreePath(call, arguments.get(i));
        new PassedListeners(program)
            .of(listener, call)
            .forEach(each -> add(call, method, kind, each));
      }
    }
  }

  private void add(
      TreePath call, ExecutableElement adding, TypeMirror kind, PassedListeners.Passed passed) {
    TreePath site = passed.site();
    Optional<Owner> owner =
        call.getLeaf() instanceof NewClassTree
            ? madeBy(call)
            : passed.object().isPresent()
                ? objectOf(passed.object().get())
                : site != null ? madeBy(site) : ownerOf(call);
    TreePath creation = call.getLeaf() instanceof NewClassTree ? call : passed.creation();
    List<TreePath> functions = functionsOf(passed.expression());
    owner.ifPresent(each -> all.add(new Added(each, kind, adding, creation, site, functions)));
  }

  /** The functions that an expression may give as a listener. */
  List<TreePath> functionsOf(TreePath listener) {
    return switch (listener.getLeaf()) {
      case LambdaExpressionTree lambda -> List.of(listener);
      case MemberReferenceTree reference ->
          program.element(listener) instanceof ExecutableElement method
              ? program.overrides().of(method, null).toList()
              : List.of();
      // The type of the expression would be the interface of a class without a name.
      case NewClassTree made when Posted.madeBy(program, listener) instanceof Element type ->
          List.copyOf(program.overrides().calledBack(type.asType()));
      default -> {
        TypeMirror type = program.trees().getTypeMirror(listener);
        yield type == null ? List.of() : List.copyOf(program.overrides().calledBack(type));
      }
    };
  }

  /** A new object: the variable that it is assigned to. */
  Optional<Owner> madeBy(TreePath call) {
    TypeMirror type =
        call.getLeaf() instanceof NewClassTree
            ? program.trees().getTypeMirror(call)
            : typeAround(call);
    return type == null ? Optional.empty() : Optional.of(assigned(call, type));
  }

  /** The object of a value: the variable that it is assigned to. */
  Owner assigned(TreePath value, TypeMirror type) {
    TreePath parent = value.getParentPath();
    Element variable =
        switch (parent.getLeaf()) {
          case VariableTree t -> program.element(parent);
          case AssignmentTree t -> program.element(new TreePath(parent, t.getVariable()));
          default -> null;
        };
    return new Owner(type, variable == null ? Set.of() : Set.of(variable));
  }

  /** The object of a call. */
  Optional<Owner> ownerOf(TreePath call) {
    Optional<TreePath> object = Calls.objectOf(call);
    return object.isPresent()
        ? objectOf(object.get())
        : Optional.ofNullable(typeAround(call)).map(type -> new Owner(type, Set.of()));
  }

  /** The object of an expression. */
  Optional<Owner> objectOf(TreePath object) {
    TypeMirror type = program.trees().getTypeMirror(object);
    if (type == null || type.getKind() != TypeKind.DECLARED) {
      return Optional.empty();
    }
    Set<Element> variables = program.aliases().variablesOf(object);
    boolean isKnown =
        variables.stream()
            .noneMatch(each -> given.computeIfAbsent(each, key -> isGivenByLibrary(each)));
    return Optional.of(
        new Owner(type, isKnown && !isFoundByLibrary(object) ? variables : Set.of()));
  }

  private TypeMirror typeAround(TreePath path) {
    TreePath around = path;
    while (around != null && !(around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    return around == null ? null : program.trees().getTypeMirror(around);
  }

  /** Whether a library says which object a variable has, or has inside, as it does of an event. */
  private boolean isGivenByLibrary(Element variable) {
    TreePath declared = program.path(variable);
    if (declared == null || variable.getKind() != ElementKind.PARAMETER) {
      return Handlers.isA(program, variable.asType(), EVENTS)
          || declared != null && valuesOf(variable, declared).anyMatch(this::isFoundByLibrary);
    }
    TreePath function = declared.getParentPath();
    return !(function.getLeaf() instanceof MethodTree)
        || program.element(function) instanceof ExecutableElement method
            && Handlers.overridesLibrary(program, method);
  }

  private Stream<TreePath> valuesOf(Element variable, TreePath declared) {
    Stream<TreePath> first =
        declared.getLeaf() instanceof VariableTree tree && tree.getInitializer() != null
            ? Stream.of(new TreePath(declared, tree.getInitializer()))
            : Stream.empty();
    return Stream.concat(first, program.index().assignedTo(variable).stream());
  }

  /** Whether a value is a component that a static method of a library has found. */
  private boolean isFoundByLibrary(TreePath value) {
    return switch (value.getLeaf()) {
      case ParenthesizedTree t -> isFoundByLibrary(new TreePath(value, t.getExpression()));
      case TypeCastTree t -> isFoundByLibrary(new TreePath(value, t.getExpression()));
      case MethodInvocationTree t ->
          program.element(value) instanceof ExecutableElement method
              && program.path(method) == null
              && method.getModifiers().contains(Modifier.STATIC)
              && !Library.jdk().isInert(method)
              && program.isOfToolkit(method.getReturnType());
      default -> false;
    };
  }

  /**
   * The functions of the program that a call, or the method of a reference, may run because they
   * listen to its object. A static method, such as {@code Event.fireEvent}, may run those of its
   * arguments.
   */
  Set<TreePath> runBy(TreePath call) {
    if (call.getLeaf() instanceof NewClassTree
        || !(program.element(call) instanceof ExecutableElement method)
        || !telling.computeIfAbsent(method, key -> mayTell(method))) {
      return Set.of();
    }
    Set<TreePath> found = new LinkedHashSet<>();
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    List<TreePath> given = isStatic ? argumentsOf(call) : List.of();
    given.stream()
        .filter(each -> isListener(program.trees().getTypeMirror(each)))
        .forEach(each -> found.addAll(functionsOf(each)));
    (isStatic ? given.stream().flatMap(each -> objectOf(each).stream()) : ownerOf(call).stream())
        .flatMap(this::addedTo)
        .filter(each -> !isQuiet(method, each.kind()))
        .forEach(each -> found.addAll(each.functions()));
    return found;
  }

  private static List<TreePath> argumentsOf(TreePath call) {
    return call.getLeaf() instanceof MemberReferenceTree
        ? List.of()
        : PassedListeners.argumentsOf(call).stream()
            .map((ExpressionTree each) -> new TreePath(call, each))
            .toList();
  }

  /** The listeners of all objects that may have a type. */
  Set<TreePath> ofType(TypeMirror type) {
    Set<TreePath> found = new LinkedHashSet<>();
    ofType(all, allOfType, type).forEach(each -> found.addAll(each.functions()));
    return found;
  }

  /** The listeners that the program may add to the same object as a function. */
  Set<TreePath> besides(TreePath function) {
    List<Added> own = all.stream().filter(each -> each.has(function)).toList();
    Set<TreePath> found = new LinkedHashSet<>();
    all.stream()
        .filter(each -> own.stream().anyMatch(one -> mayBeOfSame(one, each)))
        .forEach(each -> found.addAll(each.functions()));
    return found;
  }

  private boolean mayBeOfSame(Added one, Added other) {
    // Two creations make two objects, and so do two calls of a method in which one is.
    boolean areTwo =
        one.creation() != null
            && other.creation() != null
            && (one.creation().getLeaf() != other.creation().getLeaf()
                || one.site() != null
                    && other.site() != null
                    && one.site().getLeaf() != other.site().getLeaf());
    return !areTwo && mayBeSame(one.owner(), other.owner());
  }

  /** Whether a function hears of events only when the toolkit has done all that they stand for. */
  boolean isSettled(TreePath function) {
    List<ExecutableElement> adding = adding(function);
    return !adding.isEmpty()
        && adding.stream().allMatch(Library.jdk()::isSettled)
        && !(accelerators.mayType() && owners(function).anyMatch(this::isMenuItem))
        && !(renewsLooks() && adding.stream().anyMatch(Listeners::isOfEveryComponent));
  }

  /** Whether a component may add its own listeners of the mouse after those of the program. */
  private boolean renewsLooks() {
    if (renewsLooks == null) {
      renewsLooks =
          program
              .index()
              .allCalls()
              .map(call -> program.element(call).getSimpleName().toString())
              .anyMatch(RENEWING::contains);
    }
    return renewsLooks;
  }

  private static boolean isOfEveryComponent(ExecutableElement adding) {
    return ((TypeElement) adding.getEnclosingElement())
        .getQualifiedName()
        .contentEquals("java.awt.Component");
  }

  private boolean isMenuItem(TypeMirror type) {
    TypeElement item = program.elements().getTypeElement("javax.swing.JMenuItem");
    return item != null && mayBe(type, item.asType());
  }

  /**
   * The components that run a function, if it hears only of what the user does to them while they
   * are enabled: not of the mouse, which Swing tells also to those that are disabled.
   */
  Optional<List<Owner>> enabledFor(TreePath function) {
    List<Added> own = all.stream().filter(each -> each.has(function)).toList();
    return Optional.of(own.stream().map(Added::owner).toList())
        .filter(owners -> !own.isEmpty() && own.stream().allMatch(this::isWhileEnabled));
  }

  private boolean isWhileEnabled(Added added) {
    ExecutableElement adding = added.adding();
    String name = adding.getSimpleName().toString();
    return ShownValues.isOfToolkitItself(program, adding)
        && (name.equals("<init>") || name.startsWith("set") || addsListener(program, adding))
        && program.toolkit().isView(added.owner().type())
        && Handlers.isA(program, added.kind(), Library.jdk().types("heard"));
  }

  /** The variables of the components that a function hears: if one is not known, all that fit. */
  Set<Element> sourcesOf(TreePath function) {
    Set<Element> found = new LinkedHashSet<>();
    ownersOf(function)
        .forEach(each ->
            found.addAll(each.isAny() ? program.aliases().viewsOf(each.type()) : each.variables()));
    return found;
  }

  /** The methods that add a function as a listener. */
  List<ExecutableElement> adding(TreePath function) {
    return all.stream().filter(each -> each.has(function)).map(Added::adding).toList();
  }

  /** Whether the object of a call may be one that gets a function as a listener. */
  boolean mayBeOwner(TreePath call, TreePath function) {
    return ownerOf(call).filter(owner -> mayBeOwner(owner, function)).isPresent();
  }

  boolean mayBeOwner(Owner owner, TreePath function) {
    return all.stream()
        .filter(each -> each.has(function))
        .anyMatch(each -> mayBeSame(owner, each.owner()));
  }

  /** Whether an object may have listeners of the program. */
  boolean isHeard(Owner owner) {
    return addedTo(owner).findAny().isPresent();
  }

  private boolean mayBeSame(Owner one, Owner other) {
    return one.isAny() || other.isAny() ? mayBe(one.type(), other.type()) : isSame(one, other);
  }

  /** The types of the objects that get a function as a listener. */
  Stream<TypeMirror> owners(TreePath function) {
    return ownersOf(function).map(Owner::type);
  }

  /** The objects that get a function as a listener. */
  Stream<Owner> ownersOf(TreePath function) {
    return all.stream().filter(each -> each.has(function)).map(Added::owner);
  }

  /**
   * The handlers of JavaFX of objects that may be around that of a function, or inside it: an event
   * goes from the window to a node and back.
   */
  Set<TreePath> around(TreePath function) {
    List<Added> handlers = all.stream().filter(this::isPassedOn).toList();
    List<Added> own = handlers.stream().filter(each -> each.has(function)).toList();
    boolean isAround = own.stream().anyMatch(each -> mayHoldOthers(each.owner()));
    Set<TreePath> found = new LinkedHashSet<>();
    handlers.stream()
        .filter(each -> !own.isEmpty() && (isAround || mayHoldOthers(each.owner())))
        .forEach(each -> found.addAll(each.functions()));
    return found;
  }

  private boolean isPassedOn(Added added) {
    return Handlers.isA(program, added.kind(), PASSED_ON);
  }

  /** Whether an object may have others inside: the program gives it more than values. */
  private boolean mayHoldOthers(Owner owner) {
    return owner.isAny()
        || program.isOfProgram(owner.type())
        || !isMade(owner)
        || program
            .index()
            .allCalls()
            .anyMatch(call -> givesObject(call) && isSame(owner, ownerOfAny(call)));
  }

  /**
   * Whether the program has made an object, so that it holds only what the program has given it.
   */
  private boolean isMade(Owner owner) {
    return program.aliases().of(owner.variables()).stream()
        .flatMap(each -> {
          TreePath declared = program.path(each);
          boolean isFirst =
              declared != null
                  && declared.getLeaf() instanceof VariableTree tree
                  && tree.getInitializer() instanceof NewClassTree;
          Stream<TreePath> assigned = program.index().assignedTo(each).stream();
          return isFirst
              ? Stream.of(true)
              : assigned.map(value -> value.getLeaf() instanceof NewClassTree);
        })
        .anyMatch(isNew -> isNew);
  }

  private Owner ownerOfAny(TreePath call) {
    Optional<Owner> owner = call.getLeaf() instanceof NewClassTree ? madeBy(call) : ownerOf(call);
    return owner.orElse(new Owner(null, Set.of()));
  }

  private boolean givesObject(TreePath call) {
    return PassedListeners.argumentsOf(call).stream()
        .map(each -> program.trees().getTypeMirror(new TreePath(call, each)))
        .anyMatch(type ->
            type != null
                && !isListener(type)
                && (program.isOfToolkit(type) || program.mayChange(type)));
  }

  private boolean isSame(Owner one, Owner other) {
    return one.isAny() || other.isAny()
        ? one.isAny() && other.isAny() && program.types().isSameType(one.type(), other.type())
        : one.variables().stream()
            .anyMatch(each ->
                other.variables().stream()
                    .anyMatch(second -> program.aliases().mayShare(each, second)));
  }

  /** The listeners that an object may have. */
  private Stream<Added> addedTo(Owner owner) {
    if (owner.isAny()) {
      return ofType(all, allOfType, owner.type()).stream();
    }
    Stream<Added> known =
        owner.variables().stream()
            .map(program.aliases()::root)
            .distinct()
            .flatMap(root -> ofVariables.getOrDefault(root, List.of()).stream());
    return Stream.concat(known, ofType(ofAny, anyOfType, owner.type()).stream());
  }

  private List<Added> ofType(List<Added> from, Map<Element, List<Added>> known, TypeMirror type) {
    return type instanceof DeclaredType declared
        ? known.computeIfAbsent(
            declared.asElement(),
            key -> from.stream().filter(each -> mayBe(each.owner().type(), type)).toList())
        : from;
  }

  /** Whether a call of a method may run listeners at all. */
  private boolean mayTell(ExecutableElement method) {
    return program.path(method) == null && !tellsNobody(method) && haveSome(method);
  }

  /** Whether a method adds a listener to its object, or removes it, as JavaBeans name that. */
  static boolean addsListener(Program program, ExecutableElement method) {
    return method.getSimpleName().toString().matches("(?:add|remove)\\w*Listener")
        && takesListener(program, method);
  }

  private static boolean takesListener(Program program, ExecutableElement method) {
    return method.getParameters().stream()
        .anyMatch(each -> Handlers.isA(program, each.asType(), Handlers.LISTENERS));
  }

  boolean isListener(TypeMirror type) {
    return type instanceof DeclaredType declared
        && kinds.computeIfAbsent(
            declared.asElement(), key -> Handlers.isA(program, type, Handlers.LISTENERS));
  }

  /** Whether a method only asks its object, or adds a listener to it. */
  private boolean tellsNobody(ExecutableElement method) {
    // The toolkits only keep what they get, as setOnAction does.
    boolean isQuiet =
        ShownValues.isOfToolkitItself(program, method)
            && (ShownValues.asks(method)
                || takesListener(program, method)
                    && !method.getModifiers().contains(Modifier.STATIC));
    boolean isOfNone =
        method.getModifiers().contains(Modifier.STATIC)
            && ShownValues.isOfToolkitItself(program, method)
            && (Library.jdk().isInert(method) || Library.jdk().asks(method));
    return method.getKind() != ElementKind.METHOD
        || isOfNone
        || isQuiet
        || program.reads(method)
        || addsListener(program, method);
  }

  /** Whether a method runs no listeners of a kind. */
  private boolean isQuiet(ExecutableElement method, TypeMirror kind) {
    Library jdk = Library.jdk();
    boolean isOfInput = Handlers.isA(program, kind, jdk.types("input"));
    return jdk.isQuiet("quiet", method)
            && (isOfInput || Handlers.isA(program, kind, jdk.types("heard")))
        || jdk.isQuiet("quietForActions", method) && Handlers.isA(program, kind, ACTIONS)
        || isOfInput
            && (jdk.isQuiet("quietForInput", method) || ShownValues.setsProperty(program, method));
  }

  /** Whether objects with a method may have listeners at all; most have none. */
  private boolean haveSome(ExecutableElement method) {
    TypeMirror type = method.getEnclosingElement().asType();
    return method.getModifiers().contains(Modifier.STATIC)
        || program.isOfToolkit(type)
        || !ofType(all, allOfType, type).isEmpty();
  }

  boolean mayBe(TypeMirror one, TypeMirror other) {
    TypeMirror first = program.types().erasure(one);
    TypeMirror second = program.types().erasure(other);
    return program.types().isSubtype(first, second) || program.types().isSubtype(second, first);
  }
}
