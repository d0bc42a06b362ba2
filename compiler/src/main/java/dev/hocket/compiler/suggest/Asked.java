package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.events.Inputs;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * Knows of which components the program may learn what the user has entered: it asks them, listens
 * to them, or gives them to code that may do so. All others only show something, as a text area
 * does with the lines of a log.
 */
final class Asked {
  private static final Set<String> PROPERTIES = Set.of("javafx.beans.value.ObservableValue");

  private static final Set<String> LAYOUTS =
      Set.of("java.awt.LayoutManager", "javax.swing.GroupLayout.Group");

  private final Program program;
  private final Inputs inputs;
  private final List<Owner> asked = new ArrayList<>();

  /** The variables of components with properties that follow those of others. */
  private final Set<Element> bound = new LinkedHashSet<>();

  Asked(Program program) {
    this.program = program;
    this.inputs = new Inputs(program, program.toolkit());
    program.index().allCalls().forEach(this::addBound);
    program.index().allCalls().forEach(this::addCall);
    program.index().allReferences().forEach(this::addCall);
  }

  /** Adds the components whose properties a call binds to those of others. */
  private void addBound(TreePath call) {
    List<TreePath> properties =
        Stream.concat(Calls.objectOf(call).stream(), argumentsOf(call))
            .filter(each -> program.isA(program.trees().getTypeMirror(each), PROPERTIES))
            .toList();
    if (properties.size() > 1) {
      properties.stream()
          .filter(each -> each.getLeaf() instanceof MethodInvocationTree)
          .flatMap(each -> program.owners().ownerOf(each).stream())
          .forEach(owner -> bound.addAll(owner.variables()));
    }
  }

  private boolean isBound(Owner owner) {
    Set<Element> all = program.aliases().of(owner.variables());
    return all.stream().anyMatch(bound::contains)
        && all.stream().anyMatch(each -> inputs.mayHold(each.asType()));
  }

  /**
   * Whether a call, or the method of a reference, may ask an object for what the user has entered
   * there, or may change it.
   */
  boolean isEntry(TreePath call) {
    return program.element(call) instanceof ExecutableElement method
        && !(call.getLeaf() instanceof NewClassTree)
        && !isListening(method)
        && program
            .owners()
            .ownerOf(call)
            .filter(owner ->
                inputs.isEntry(method, owner.type())
                    || isPart(owner) && inputs.isEntryOfPart(method, owner.type())
                    || isBound(owner) && inputs.isMoreThanLooks(method))
            .isPresent();
  }

  /**
   * Whether an object is no component for input, but shares its model with one, as a progress bar
   * may do with a slider, or is a part of one, as the property of a text field.
   */
  private boolean isPart(Owner owner) {
    boolean isView = program.toolkit().isView(owner.type());
    return !inputs.mayHold(owner.type())
        && (isView || !program.isOfToolkit(owner.type()))
        && program.aliases().of(owner.variables()).stream()
            .map(Element::asType)
            .anyMatch(each -> inputs.mayHold(each) && !(isView && program.toolkit().isView(each)));
  }

  /** Whether a method changes what the user has entered, whatever that is. */
  boolean onlySets(ExecutableElement method) {
    return Library.jdk().isQuiet("enters", method) || program.methods().setsProperty(method);
  }

  /** Whether the program may learn what the user enters into the object of a call. */
  boolean isAsked(TreePath call) {
    return program.owners().ownerOf(call).filter(this::isAsked).isPresent();
  }

  private boolean isAsked(Owner owner) {
    boolean isKnown = !owner.isAny() && !isFound(owner);
    return asked.stream()
        .anyMatch(each ->
            isKnown && !each.isAny()
                ? owner.variables().stream()
                    .anyMatch(one ->
                        each.variables().stream()
                            .anyMatch(other -> program.aliases().mayShare(one, other)))
                : program.owners().mayBe(owner.type(), each.type())
                    || inputs.mayHave(owner.type(), each.type())
                    || inputs.mayHave(each.type(), owner.type()));
  }

  /**
   * Whether the user sees a result in the object of a call, as the lines of a log, and does not
   * choose something there: all components that have its model are texts, tables or the like.
   */
  boolean mayShow(TreePath call) {
    Optional<Owner> owner = program.owners().ownerOf(call);
    List<TypeMirror> views =
        owner.map(each -> program.aliases().of(each.variables())).orElse(Set.of()).stream()
            .map(Element::asType)
            .filter(program.toolkit()::isView)
            .toList();
    return views.isEmpty()
        ? owner.filter(each -> inputs.mayShow(each.type())).isPresent()
        : views.stream().allMatch(inputs::mayShow);
  }

  /** The components whose input the program may learn. */
  Stream<Owner> inputs() {
    return asked.stream()
        .distinct()
        .filter(each -> program.toolkit().isView(each.type()) && inputs.mayHold(each.type()));
  }

  /** Whether a library says which component it is, as {@code findViewById} does. */
  private boolean isFound(Owner owner) {
    return program.aliases().of(owner.variables()).stream()
        .flatMap(this::valuesOf)
        .anyMatch(this::isFound);
  }

  private Stream<TreePath> valuesOf(Element variable) {
    TreePath declared = program.path(variable);
    Stream<TreePath> first =
        declared != null
                && declared.getLeaf() instanceof VariableTree tree
                && tree.getInitializer() != null
            ? Stream.of(new TreePath(declared, tree.getInitializer()))
            : Stream.empty();
    return Stream.concat(first, program.index().assignedTo(variable).stream());
  }

  private boolean isFound(TreePath value) {
    return switch (value.getLeaf()) {
      case ParenthesizedTree t -> isFound(new TreePath(value, t.getExpression()));
      case TypeCastTree t -> isFound(new TreePath(value, t.getExpression()));
      case MethodInvocationTree t ->
          program.element(value) instanceof ExecutableElement method
              && program.path(method) == null
              && program.toolkit().isView(program.trees().getTypeMirror(value));
      default -> false;
    };
  }

  private void addCall(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null) {
      return;
    }
    if (!(call.getLeaf() instanceof NewClassTree)
        && (isListening(method) || isEntry(call) && !onlySets(method))) {
      program.owners().ownerOf(call).ifPresent(asked::add);
    }
    if (!isPlace(call, method)) {
      argumentsOf(call).forEach(each -> addGiven(each, program.isOfLibrary(method)));
    }
  }

  private boolean isListening(ExecutableElement method) {
    return method.getParameters().stream()
        .anyMatch(each -> program.listeners().isListener(each.asType()));
  }

  private static Stream<TreePath> argumentsOf(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree || call.getLeaf() instanceof NewClassTree
        ? Calls.argumentsOf(call).stream().map((ExpressionTree each) -> new TreePath(call, each))
        : Stream.empty();
  }

  /** Whether a method of a toolkit only puts components into others. */
  private boolean isPlace(TreePath call, ExecutableElement method) {
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    return program.methods().isOfToolkit(method)
        && (program.toolkit().isView(owner.asType()) || program.isA(owner.asType(), LAYOUTS));
  }

  /** Adds a component that code without source gets, for a library with all that is inside. */
  private void addGiven(TreePath argument, boolean isToLibrary) {
    TypeMirror type = program.trees().getTypeMirror(argument);
    boolean mayTell =
        type != null && (inputs.mayHold(type) || isToLibrary && program.isOfToolkit(type));
    Optional<Owner> owner = mayTell ? program.owners().objectOf(argument) : Optional.empty();
    owner.ifPresent(each -> {
      asked.add(each);
      Set<Element> inside = new LinkedHashSet<>();
      each.variables().forEach(variable -> inside.addAll(program.aliases().within(variable)));
      inside.forEach(inner -> asked.add(new Owner(inner.asType(), Set.of(inner))));
    });
  }

  /**
   * Whether a call of a library may ask components that the library has got, change them, or run
   * their listeners: {@code form.reset()} has all that {@code new Form(panel)} has got, with what
   * is inside.
   */
  boolean mayReachUser(TreePath call) {
    return owners(call)
        .anyMatch(each ->
            each.isAny() || inputs.mayHold(each.type()) || program.listeners().isHeard(each));
  }

  /** Whether a call of a library may run a function that listens to a component. */
  boolean mayRun(TreePath call, TreePath listener) {
    return owners(call).anyMatch(each -> program.listeners().mayBeOwner(each, listener));
  }

  /** The components that a call of a library has; what the library has made itself is none. */
  private Stream<Owner> owners(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || !program.isOfLibrary(method)) {
      return Stream.empty();
    }
    Stream<TreePath> object =
        method.getModifiers().contains(Modifier.STATIC)
            ? Stream.empty()
            : Calls.objectOf(call).filter(each -> !isView(each)).stream();
    return Stream.concat(object, argumentsOf(call)).flatMap(this::within);
  }

  /** The components that a value is, holds or has inside. */
  private Stream<Owner> within(TreePath value) {
    if (value.getLeaf() instanceof NewClassTree && isView(value)) {
      return Stream.empty();
    }
    Set<Element> variables =
        program.owners().objectOf(value).map(Owner::variables).orElse(Set.of());
    if (variables.isEmpty() && isView(value)) {
      return Stream.of(new Owner(program.trees().getTypeMirror(value), Set.of()));
    }
    Set<Element> found = new LinkedHashSet<>(program.aliases().of(variables));
    variables.forEach(each -> found.addAll(program.aliases().within(each)));
    return found.stream()
        .filter(each -> program.toolkit().isView(each.asType()))
        .map(each -> new Owner(each.asType(), Set.of(each)));
  }

  private boolean isView(TreePath value) {
    TypeMirror type = program.trees().getTypeMirror(value);
    return type != null && program.toolkit().isView(type);
  }
}
