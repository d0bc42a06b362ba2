package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Knows which object of a library it is that an expression gives, or of which a call is. */
public final class Owners {
  /** Objects that name another one. */
  public static final Set<String> EVENTS = Set.of("java.util.EventObject");

  private final Facts program;

  /** The variables that have been asked for, and whether libraries say which object they have. */
  private final Map<Element, Boolean> given = new HashMap<>();

  Owners(Facts program) {
    this.program = program;
  }

  /** A new object: the variable that it is assigned to. */
  public Optional<Owner> madeBy(TreePath call) {
    TypeMirror type =
        call.getLeaf() instanceof NewClassTree
            ? program.trees().getTypeMirror(call)
            : typeAround(call);
    return type == null ? Optional.empty() : Optional.of(assigned(call, type));
  }

  /** The object of a value: the variable that it is assigned to. */
  public Owner assigned(TreePath value, TypeMirror type) {
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
  public Optional<Owner> ownerOf(TreePath call) {
    Optional<TreePath> object = Calls.objectOf(call);
    return object.isPresent()
        ? objectOf(object.get())
        : Optional.ofNullable(typeAround(call)).map(type -> new Owner(type, Set.of()));
  }

  /** The object of an expression. */
  public Optional<Owner> objectOf(TreePath object) {
    TypeMirror type = program.trees().getTypeMirror(object);
    if (type == null || type.getKind() != TypeKind.DECLARED) {
      return Optional.empty();
    }
    Set<Element> variables = program.aliases().variablesOf(object);
    boolean isKnown =
        variables.stream()
            .noneMatch(each -> given.computeIfAbsent(each, key -> isGivenByLibrary(each)));
    return Optional.of(
        new Owner(
            type,
            isKnown && !isFoundByLibrary(object) && !program.found().isFound(object)
                ? variables
                : Set.of()));
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
      return program.isA(variable.asType(), EVENTS)
          || declared != null && valuesOf(variable, declared).anyMatch(this::isFoundByLibrary);
    }
    TreePath function = declared.getParentPath();
    return !(function.getLeaf() instanceof MethodTree)
        || program.element(function) instanceof ExecutableElement method
            && program.overrides().overridesLibrary(method);
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
   * Whether the program has made an object, so that it holds only what the program has given it.
   */
  public boolean isMade(Owner owner) {
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

  /** The object of a call or creation; if it is not known, one of no type. */
  public Owner ownerOfAny(TreePath call) {
    Optional<Owner> owner = call.getLeaf() instanceof NewClassTree ? madeBy(call) : ownerOf(call);
    return owner.orElse(new Owner(null, Set.of()));
  }

  /** Whether two objects may be the same one, and are known as well as each other. */
  public boolean isSame(Owner one, Owner other) {
    return one.isAny() || other.isAny()
        ? one.isAny() && other.isAny() && program.types().isSameType(one.type(), other.type())
        : one.variables().stream()
            .anyMatch(each ->
                other.variables().stream()
                    .anyMatch(second -> program.aliases().mayShare(each, second)));
  }

  /** Whether two objects may be the same one, as far as that is known. */
  public boolean mayBeSame(Owner one, Owner other) {
    return one.isAny() || other.isAny() ? mayBe(one.type(), other.type()) : isSame(one, other);
  }

  /** Whether an object of one type may be of another one, too. */
  public boolean mayBe(TypeMirror one, TypeMirror other) {
    TypeMirror first = program.types().erasure(one);
    TypeMirror second = program.types().erasure(other);
    return program.types().isSubtype(first, second) || program.types().isSubtype(second, first);
  }
}
