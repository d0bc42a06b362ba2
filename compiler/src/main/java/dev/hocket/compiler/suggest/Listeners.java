package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.events.Accelerators;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.facts.Owners;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
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
import javax.lang.model.type.TypeMirror;

/**
 * The listeners of the program that a call into a library may run before it returns, as {@code
 * button.doClick()} does. A call may run all listeners of its object, unless {@code jdk.txt} says
 * that it is quiet.
 */
final class Listeners {
  private static final Set<String> ACTIONS = Set.of("java.awt.event.ActionListener");

  private static final Set<String> MOUSE =
      Set.of(
          "java.awt.event.MouseListener",
          "java.awt.event.MouseMotionListener",
          "java.awt.event.MouseWheelListener");

  private static final Set<String> MENUS =
      Set.of("java.awt.MenuItem", "javafx.scene.control.MenuItem", "javax.swing.JMenuItem");

  /** Handlers of events that other objects hear of, too. */
  private static final Set<String> PASSED_ON = Set.of("javafx.event.EventHandler");

  /** Kinds that objects with a life of their own have, such as timers. */
  private static final Set<String> STARTED =
      Set.of("java.awt.event.ActionListener", "javafx.event.EventHandler");

  private static final Set<String> CHANGES = Set.of("javax.swing.event.ChangeListener");
  private static final Set<String> PROPERTIES =
      Set.of("javafx.beans.property.Property", "javafx.collections.ObservableList");
  private static final Set<String> OBSERVABLE = Set.of("javafx.beans.Observable");

  /** Methods after which a component has new listeners of its own. */
  private static final Set<String> RENEWING = Set.of("setUI", "updateComponentTreeUI", "updateUI");

  private final Program program;
  private final Owners owners;

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

  /**
   * A listener that an object gets.
   *
   * @param kind the interface
   * @param adding the method that adds it
   * @param creation the expression that makes the object; null if it is not known
   * @param site the call that runs the creation; null if it is not known
   * @param functions what may be run
   * @param isOfSettable whether it hears of a property that only code or an input sets, of JavaFX
   */
  private record Added(
      Owner owner,
      TypeMirror kind,
      ExecutableElement adding,
      TreePath creation,
      TreePath site,
      List<TreePath> functions,
      boolean isOfSettable) {
    boolean has(TreePath function) {
      return functions.stream().anyMatch(each -> each.getLeaf() == function.getLeaf());
    }
  }

  Listeners(Program program) {
    this.program = program;
    this.owners = program.owners();
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
    List<? extends ExpressionTree> arguments = Calls.argumentsOf(call);
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
            ? owners.madeBy(call)
            : passed.object().isPresent()
                ? owners.objectOf(passed.object().get())
                : site != null ? owners.madeBy(site) : owners.ownerOf(call);
    TreePath creation = call.getLeaf() instanceof NewClassTree ? call : passed.creation();
    List<TreePath> functions = functionsOf(passed.expression());
    boolean isSettable = Calls.objectOf(call).filter(this::isSettable).isPresent();
    owner.ifPresent(
        each -> all.add(new Added(each, kind, adding, creation, site, functions, isSettable)));
  }

  /** Whether an expression gives a property that can be set, or the item that is selected. */
  private boolean isSettable(TreePath property) {
    return program.isA(program.trees().getTypeMirror(property), PROPERTIES)
        || program.isA(program.trees().getTypeMirror(property), OBSERVABLE)
            && property.getLeaf() instanceof MethodInvocationTree
            && program.element(property).getSimpleName().toString().startsWith("selected");
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
    (isStatic
            ? given.stream().flatMap(each -> owners.objectOf(each).stream())
            : owners.ownerOf(call).stream())
        .flatMap(this::addedTo)
        .filter(each -> !isQuiet(method, each.kind()))
        .forEach(each -> found.addAll(each.functions()));
    return found;
  }

  private static List<TreePath> argumentsOf(TreePath call) {
    return call.getLeaf() instanceof MemberReferenceTree
        ? List.of()
        : Calls.argumentsOf(call).stream()
            .map((ExpressionTree each) -> new TreePath(call, each))
            .toList();
  }

  /**
   * The functions that may run when a call has returned, because of the call: those of a timer that
   * it starts, or those that hear of the focus or of a size.
   */
  Set<TreePath> causedBy(TreePath call, ExecutableElement method) {
    boolean isOfToolkit = program.methods().isOfToolkit(method);
    if (program.reads(method)
        || program.methods().takesListener(method)
        || isOfToolkit && ToolkitMethods.asks(method)
        || Library.jdk().halts(method)
        // What a new object has got where it is made, the code gives away itself.
        || Calls.objectOf(call)
            .filter(each -> each.getLeaf() instanceof NewClassTree)
            .isPresent()) {
      return Set.of();
    }
    Set<TreePath> found = new LinkedHashSet<>();
    Optional<Owner> owner = owners.ownerOf(call);
    boolean isOfView = owner.filter(each -> program.isOfToolkit(each.type())).isPresent();
    boolean isSetting = isOfToolkit && program.methods().setsProperty(method);
    (isOfView
            ? all.stream().filter(each -> !program.isA(each.kind(), STARTED))
            : owner.stream().filter(each -> !isSetting).flatMap(this::addedTo))
        .filter(this::mayComeLater)
        .forEach(each -> found.addAll(each.functions()));
    return found;
  }

  /** Whether a call may run a listener after it has returned; not so if only an input does that. */
  private boolean mayComeLater(Added added) {
    Library jdk = Library.jdk();
    boolean isOfInput = program.isA(added.owner().type(), jdk.types("inputs"));
    return !program.isA(added.kind(), jdk.types("direct"))
        && !(isOfInput && program.isA(added.kind(), jdk.types("directForInputs")))
        && !(program.isA(added.kind(), CHANGES)
            && program.isA(added.owner().type(), jdk.types("sliders")))
        && !program.isA(added.owner().type(), jdk.types("supports"))
        && !added.isOfSettable();
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
    return !areTwo && owners.mayBeSame(one.owner(), other.owner());
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
    return item != null && owners.mayBe(type, item.asType());
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
    return program.methods().isOfToolkit(adding)
        && (name.equals("<init>")
            || name.startsWith("set")
            || program.methods().addsListener(adding))
        && program.toolkit().isView(added.owner().type())
        && program.isA(added.kind(), Library.jdk().types("heard"));
  }

  /**
   * Whether a function may hear of keys that go to a component: not of the mouse, nor of a menu.
   */
  boolean hearsKeys(TreePath function) {
    return all.stream()
        .filter(each -> each.has(function))
        .anyMatch(
            each -> !program.isA(each.kind(), MOUSE) && !program.isA(each.owner().type(), MENUS));
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
    return owners.ownerOf(call).filter(owner -> mayBeOwner(owner, function)).isPresent();
  }

  boolean mayBeOwner(Owner owner, TreePath function) {
    return all.stream()
        .filter(each -> each.has(function))
        .anyMatch(each -> owners.mayBeSame(owner, each.owner()));
  }

  /** Whether an object may have listeners of the program. */
  boolean isHeard(Owner owner) {
    return addedTo(owner).findAny().isPresent();
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
    return program.isA(added.kind(), PASSED_ON);
  }

  /** Whether an object may have others inside: the program gives it more than values. */
  boolean mayHoldOthers(Owner owner) {
    return owner.isAny()
        || program.isOfProgram(owner.type())
        || !owners.isMade(owner)
        || program
            .index()
            .allCalls()
            .anyMatch(call -> givesObject(call) && owners.isSame(owner, owners.ownerOfAny(call)));
  }

  private boolean givesObject(TreePath call) {
    return Calls.argumentsOf(call).stream()
        .map(each -> program.trees().getTypeMirror(new TreePath(call, each)))
        .anyMatch(type ->
            type != null
                && !isListener(type)
                && (program.isOfToolkit(type) || program.mayChange(type)));
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
            key -> from.stream().filter(each -> owners.mayBe(each.owner().type(), type)).toList())
        : from;
  }

  /** Whether a call of a method may run listeners at all. */
  private boolean mayTell(ExecutableElement method) {
    return program.path(method) == null && !tellsNobody(method) && haveSome(method);
  }

  boolean isListener(TypeMirror type) {
    return program.isA(type, ToolkitMethods.LISTENERS);
  }

  /** Whether a method only asks its object, or adds a listener to it. */
  private boolean tellsNobody(ExecutableElement method) {
    // The toolkits only keep what they get, as setOnAction does.
    boolean isQuiet =
        program.methods().isOfToolkit(method)
            && (ToolkitMethods.asks(method)
                || program.methods().takesListener(method)
                    && !method.getModifiers().contains(Modifier.STATIC));
    boolean isOfNone =
        method.getModifiers().contains(Modifier.STATIC)
            && program.methods().isOfToolkit(method)
            && (Library.jdk().isInert(method) || Library.jdk().asks(method));
    return method.getKind() != ElementKind.METHOD
        || isOfNone
        || isQuiet
        || program.reads(method)
        || program.methods().addsListener(method);
  }

  /** Whether a method runs no listeners of a kind. */
  private boolean isQuiet(ExecutableElement method, TypeMirror kind) {
    Library jdk = Library.jdk();
    boolean isOfInput = program.isA(kind, jdk.types("input"));
    return jdk.isQuiet("quiet", method) && (isOfInput || program.isA(kind, jdk.types("heard")))
        || jdk.isQuiet("quietForActions", method) && program.isA(kind, ACTIONS)
        || isOfInput
            && (jdk.isQuiet("quietForInput", method) || program.methods().setsProperty(method));
  }

  /** Whether objects with a method may have listeners at all; most have none. */
  private boolean haveSome(ExecutableElement method) {
    TypeMirror type = method.getEnclosingElement().asType();
    return method.getModifiers().contains(Modifier.STATIC)
        || program.isOfToolkit(type)
        || !ofType(all, allOfType, type).isEmpty();
  }
}
