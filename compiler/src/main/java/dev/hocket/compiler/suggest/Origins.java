package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.facts.Aliases;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Values;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the field, or the variable of the code around a function or loop, that holds the array or
 * collection of an expression. The code may have assigned it to a local variable, passed it to a
 * method, or returned it from one, as in {@code List<String> rows = rows(); rows.add("a");}.
 */
final class Origins {
  private final Program program;
  private final TreePath overlapping;
  private final Reached reached;
  private final Set<Followed> followed = new HashSet<>();

  /** Fields whose contents such objects have for themselves, until the opposite is known. */
  private final Set<Element> owned = new HashSet<>();

  /** Whether what the run stores in containers has been looked at. */
  private boolean hasSearchedStores;

  /**
   * A variable or method that has been looked at.
   *
   * @param content whether for what it holds, rather than for the object itself
   */
  private record Followed(Element element, boolean content) {}

  /**
   * Creates a search.
   *
   * @param overlapping the function or loop whose runs at the same time may share variables of the
   *     code around it
   * @param reached all code that the run reaches, except that of the function itself
   */
  Origins(Program program, TreePath overlapping, Reached reached) {
    this.program = program;
    this.overlapping = overlapping;
    this.reached = reached;
  }

  /** The use of such a variable; empty if each run has an object of its own. */
  Optional<TreePath> of(TreePath path) {
    return of(path, false);
  }

  /**
   * The use of such a variable.
   *
   * @param content whether something is meant that the object of the expression holds
   */
  private Optional<TreePath> of(TreePath path, boolean content) {
    if (isValue(path)) {
      return Optional.empty();
    }
    return switch (path.getLeaf()) {
      case ParenthesizedTree t -> of(path, t.getExpression(), content);
      case TypeCastTree t -> of(path, t.getExpression(), content);
      case ArrayAccessTree t -> of(path, t.getExpression(), true);
      case ConditionalExpressionTree t ->
          of(path, t.getTrueExpression(), content)
              .or(() -> of(path, t.getFalseExpression(), content));
      case IdentifierTree t -> ofVariable(path, content);
      case MemberSelectTree t -> ofVariable(path, content);
      case MethodInvocationTree t -> ofCall(path, t, content);
      case AssignmentTree t -> of(path, t.getExpression(), content);
      case SwitchExpressionTree t -> first(Values.resultsOf(path), content);
      case NewClassTree t -> ofNew(path, t, content);
      case NewArrayTree t -> content ? ofContent(path, t.getInitializers()) : Optional.empty();
      // What a library gets from a function.
      case LambdaExpressionTree t -> first(Values.returnedBy(path), content);
      case MemberReferenceTree t -> ofReference(path, t, content);
      default -> Optional.empty();
    };
  }

  private boolean isValue(TreePath path) {
    TypeMirror type = program.trees().getTypeMirror(path);
    return type != null && (type.getKind() == TypeKind.VOID || Library.jdk().isValue(type));
  }

  private Optional<TreePath> of(TreePath parent, Tree part, boolean content) {
    return of(new TreePath(parent, part), content);
  }

  /**
   * A new object of a library may use what its constructor gets, as a wrapper does; a new record
   * keeps it.
   */
  private Optional<TreePath> ofNew(TreePath path, NewClassTree tree, boolean content) {
    if (content) {
      return ofContent(path, tree.getArguments());
    }
    if (!(program.element(path) instanceof ExecutableElement constructor)) {
      return Optional.empty();
    }
    if (Aliases.isOfRecord(constructor)) {
      return first(pathsOf(path, tree.getArguments()), false);
    }
    boolean isOfLibrary =
        program.path(constructor) == null
            && !Library.jdk().copies((TypeElement) constructor.getEnclosingElement());
    return isOfLibrary ? first(pathsOf(path, tree.getArguments()), true) : Optional.empty();
  }

  private static List<TreePath> pathsOf(TreePath parent, List<? extends Tree> parts) {
    return parts.stream().map(each -> new TreePath(parent, each)).toList();
  }

  /**
   * What a new container holds: what it is made with, and what the run stores somewhere, for it may
   * store that in this container.
   */
  private Optional<TreePath> ofContent(TreePath made, List<? extends Tree> with) {
    return first(with == null ? List.of() : pathsOf(made, with), true).or(this::ofStored);
  }

  private Optional<TreePath> ofStored() {
    if (hasSearchedStores) {
      return Optional.empty();
    }
    hasSearchedStores = true;
    return Stream.concat(reached.parts().stream(), Stream.of(overlapping))
        .flatMap(part -> program.deeds(part).stored().stream())
        .flatMap(each -> of(each, true).stream())
        .findFirst();
  }

  private Optional<TreePath> ofReference(
      TreePath path, MemberReferenceTree reference, boolean content) {
    if (reference.getMode() == MemberReferenceTree.ReferenceMode.NEW
        || !(program.element(path) instanceof ExecutableElement named)) {
      return Optional.empty();
    }
    return program.path(named) == null
        ? of(path, reference.getQualifierExpression(), true)
        : ofResult(named, content);
  }

  private Optional<TreePath> ofVariable(TreePath use, boolean content) {
    Element variable = program.element(use);
    if (Sources.isField(variable)) {
      return isOwn(use) ? Optional.empty() : Optional.of(use);
    }
    TreePath declared = variable == null ? null : program.path(variable);
    if (declared == null || !followed.add(new Followed(variable, content))) {
      return Optional.empty();
    }
    if (isOfEvent(declared)) {
      return Optional.empty();
    }
    if (Sources.isInside(overlapping, declared.getParentPath()) || isCaptured(use, declared)) {
      return Optional.of(use);
    }
    List<TreePath> values = valuesOf(variable, declared);
    boolean isUnknown = values.isEmpty() && variable.getKind() != ElementKind.EXCEPTION_PARAMETER;
    boolean isPart = content || getsPart(declared);
    return isUnknown ? Optional.of(use) : first(values, isPart);
  }

  /** Whether the toolkit makes the value of a variable for each run: the event of a handler. */
  private boolean isOfEvent(TreePath declared) {
    return declared.getParentPath().getLeaf() == overlapping.getLeaf()
        && program.handlers().isHandler(overlapping);
  }

  /** Whether a variable lives longer than a run of the lambda or class that uses it. */
  private boolean isCaptured(TreePath use, TreePath declared) {
    Tree scope = declared.getParentPath().getLeaf();
    for (TreePath each = use; each.getLeaf() != scope; each = each.getParentPath()) {
      boolean captures =
          each.getLeaf() instanceof LambdaExpressionTree || each.getLeaf() instanceof ClassTree;
      if (captures && !Sources.isInside(each, overlapping)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a variable gets something that another object holds, rather than a whole value. */
  private static boolean getsPart(TreePath declared) {
    return switch (declared.getParentPath().getLeaf()) {
      case EnhancedForLoopTree loop -> true;
      case LambdaExpressionTree lambda -> true;
      case PatternTree pattern -> true;
      default -> false;
    };
  }

  private Optional<TreePath> first(List<TreePath> paths, boolean content) {
    return paths.stream().flatMap(each -> of(each, content).stream()).findFirst();
  }

  /** All expressions whose values a local variable or a parameter gets. */
  private List<TreePath> valuesOf(Element variable, TreePath declared) {
    TreePath parent = declared.getParentPath();
    List<TreePath> values = new ArrayList<>();
    switch (parent.getLeaf()) {
      case EnhancedForLoopTree loop when loop.getVariable() == declared.getLeaf() ->
          values.add(new TreePath(parent, loop.getExpression()));
      case MethodTree method when method.getParameters().contains(declared.getLeaf()) ->
          values.addAll(
              arguments(
                  program.element(parent), method.getParameters().indexOf(declared.getLeaf())));
      // A library calls the lambda, with elements of its object and of other arguments.
      case LambdaExpressionTree lambda -> addGiven(parent, values);
      default -> Values.matched(declared).ifPresent(values::add);
    }
    if (declared.getLeaf() instanceof VariableTree tree && tree.getInitializer() != null) {
      values.add(new TreePath(declared, tree.getInitializer()));
    }
    addAssigned(variable, parent, values);
    return values;
  }

  /** What a library's method gets that gets a lambda; nothing is known of other lambdas. */
  private void addGiven(TreePath lambda, List<TreePath> values) {
    TreePath call = lambda.getParentPath();
    if (call.getLeaf() instanceof MethodInvocationTree tree
        && program.element(call) instanceof ExecutableElement called
        && program.path(called) == null) {
      Values.receiverOf(call).ifPresent(values::add);
      tree.getArguments().stream()
          .filter(each -> each != lambda.getLeaf())
          .forEach(each -> values.add(new TreePath(call, each)));
    }
  }

  /**
   * What the program passes to a method or constructor as one of its parameters. If the run reaches
   * the method, only what the run passes counts.
   */
  private List<TreePath> arguments(Element method, int index) {
    TreePath declared = program.path(method);
    boolean isReached = declared != null && reached.isPart(declared);
    List<TreePath> found = new ArrayList<>();
    for (TreePath call : program.index().callsOf(method.getSimpleName())) {
      if ((!isReached || reached.holds(call))
          && program.element(call) instanceof ExecutableElement called
          && mayRun(called, (ExecutableElement) method)) {
        List<? extends ExpressionTree> arguments =
            call.getLeaf() instanceof MethodInvocationTree tree
                ? tree.getArguments()
                : ((NewClassTree) call.getLeaf()).getArguments();
        boolean variable = called.isVarArgs() && index == called.getParameters().size() - 1;
        int end = variable ? arguments.size() : Math.min(index + 1, arguments.size());
        for (int i = index; i < end; i++) {
          found.add(new TreePath(call, arguments.get(i)));
        }
      }
    }
    return found;
  }

  /** Whether a call may run a method, which may override the method that the call names. */
  private boolean mayRun(ExecutableElement called, ExecutableElement method) {
    return called.equals(method)
        || called.getSimpleName().equals(method.getSimpleName())
            && program
                .elements()
                .overrides(method, called, (TypeElement) method.getEnclosingElement());
  }

  /**
   * A method of the program, or one that overrides it, returns what its body says; a method without
   * a known body, a part of its object or of an argument.
   */
  private Optional<TreePath> ofCall(TreePath call, MethodInvocationTree tree, boolean content) {
    List<TreePath> values = new ArrayList<>();
    if (!(program.element(call) instanceof ExecutableElement method)) {
      return Optional.empty();
    }
    if (!Values.hasBody(program.path(method))) {
      if (isOfWholeProgram(method)) {
        return Optional.of(new TreePath(call, tree.getMethodSelect()));
      }
      boolean isOfThis =
          tree.getMethodSelect() instanceof IdentifierTree
              && !method.getModifiers().contains(Modifier.STATIC);
      if (isOfThis) {
        return Optional.of(new TreePath(call, tree.getMethodSelect()));
      }
      Optional<TreePath> object = Values.receiverOf(call);
      if (object.isPresent() && isPlain(object.get())) {
        return of(object.get(), content);
      }
      if (!content && isCopy(method, object)) {
        return first(
            pathsOf(call, tree.getArguments()).stream().filter(this::isMaker).toList(), false);
      }
      object.ifPresent(values::add);
      tree.getArguments().forEach(each -> values.add(new TreePath(call, each)));
    }
    return first(values, true).or(() -> ofResult(method, content));
  }

  /** Whether a static method gives what the whole program uses, as the current thread. */
  private static boolean isOfWholeProgram(ExecutableElement method) {
    return method.getModifiers().contains(Modifier.STATIC)
        && Library.jdk().asks(method)
        && !Library.jdk().isFresh(method);
  }

  private boolean isCopy(ExecutableElement method, Optional<TreePath> object) {
    boolean isOfArray =
        object.isPresent() && program.trees().getTypeMirror(object.get()) instanceof ArrayType;
    return isOfArray || Library.jdk().isFresh(method);
  }

  /** Whether an argument may say what becomes the copy, as a collector does. */
  private boolean isMaker(TreePath argument) {
    TypeMirror type = program.trees().getTypeMirror(argument);
    return !(type instanceof ArrayType)
        && Stream.of("java.lang.Iterable", "java.util.Map")
            .noneMatch(name ->
                program
                    .types()
                    .isSubtype(
                        program.types().erasure(type),
                        program.types().erasure(program.elements().getTypeElement(name).asType())));
  }

  /** Whether an object holds no other, and so can only return itself, as a text builder does. */
  private boolean isPlain(TreePath path) {
    TypeMirror type = program.trees().getTypeMirror(path);
    return type != null && Library.jdk().holdsNothing(type);
  }

  /** What the program's methods that a call may run return. */
  private Optional<TreePath> ofResult(ExecutableElement method, boolean content) {
    List<TreePath> values = new ArrayList<>();
    if (followed.add(new Followed(method, content))) {
      program.overrides().of(method, null).forEach(each -> values.addAll(Values.returnedBy(each)));
    }
    return first(values, content);
  }

  /**
   * Whether a field is that of an object which the run has made, and which has the contents for
   * itself, or got them from another one of these objects.
   */
  boolean isOwn(TreePath use) {
    return reached.isInsideOnlyOnNew(use)
        && program.fresh().isFieldOfThis(use)
        && isOwned(program.element(use));
  }

  /**
   * Whether an object has the contents of a field for itself: what the program assigns to the field
   * is held by no other.
   */
  private boolean isOwned(Element field) {
    TreePath declared = program.path(field);
    if (declared == null || !(declared.getLeaf() instanceof VariableTree tree)) {
      return false;
    }
    if (!owned.add(field)) {
      return true;
    }
    List<TreePath> values = new ArrayList<>();
    if (tree.getInitializer() != null) {
      values.add(new TreePath(declared, tree.getInitializer()));
    }
    values.addAll(program.index().assignedTo(field));
    boolean isOwned = first(values, false).isEmpty();
    owned.remove(field);
    return isOwned;
  }

  /** Adds what some code assigns to a variable. */
  private void addAssigned(Element variable, TreePath code, List<TreePath> values) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        if (variable.equals(program.element(new TreePath(getCurrentPath(), tree.getVariable())))) {
          values.add(new TreePath(getCurrentPath(), tree.getExpression()));
        }
        return super.visitAssignment(tree, unused);
      }
    }.scan(code, null);
  }
}
