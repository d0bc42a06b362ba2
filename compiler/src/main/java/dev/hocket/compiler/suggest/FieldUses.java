package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.trees.Nodes;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the fields that code assigns and, on request, the fields that hold an array or collection,
 * whose contents the code may change.
 */
final class FieldUses extends Nodes.Visitor<Map<Element, TreePath>> {
  private final Program program;
  private final boolean containers;
  private final TreePath function;

  /** Whether objects count, too, that threads may change at the same time. */
  private final boolean shared;

  /**
   * Creates a scanner for fields.
   *
   * @param containers whether fields with arrays and collections count, too
   */
  FieldUses(Program program, boolean containers) {
    this(program, containers, null);
  }

  /**
   * Creates a scanner for fields, and for variables of the code around a function.
   *
   * @param containers whether fields with arrays and collections count, too
   * @param function the function
   */
  FieldUses(Program program, boolean containers, TreePath function) {
    this(program, containers, function, false);
  }

  private FieldUses(Program program, boolean containers, TreePath function, boolean shared) {
    this.function = function;
    this.program = program;
    this.containers = containers;
    this.shared = shared;
  }

  /**
   * Adds the fields that some code uses. In a constructor or initialiser, assignments do not count:
   * they set fields of the new object or class.
   */
  void addTo(Map<Element, TreePath> found, TreePath code) {
    visit(program.deeds(code).nodes(), found);
    boolean initialises =
        code.getParentPath() != null
            && code.getParentPath().getLeaf() instanceof ClassTree
            && (code.getLeaf() instanceof BlockTree
                || code.getLeaf() instanceof MethodTree method && method.getReturnType() == null);
    if (initialises) {
      Element type = program.element(code.getParentPath());
      found.values().removeIf(path -> isOwnAssignment(path, code) && isOfNew(path, code, type));
    }
  }

  /**
   * Adds all that some code may find changed later: all fields, and the variables of the code
   * around the function that hold something with state; not what the code only counts with.
   */
  static void addState(
      Program program,
      Map<Element, TreePath> found,
      TreePath function,
      TreePath code,
      Reached reached) {
    if (isApart(code, function)) {
      found.putAll(program.uses(code).fields());
    } else {
      addFields(program, found, function, code);
    }
    for (TreePath name : program.uses(code).locals()) {
      new Origins(program, function, reached)
          .of(name)
          .ifPresent(use -> found.putIfAbsent(program.element(use), use));
    }
  }

  private static boolean isApart(TreePath code, TreePath function) {
    return code.getCompilationUnit() != function.getCompilationUnit()
        || code.getLeaf() != function.getLeaf()
            && !Sources.isInside(code, function)
            && !Sources.isInside(function, code);
  }

  private static void addFields(
      Program program, Map<Element, TreePath> found, TreePath function, TreePath code) {
    addAll(program, found, code);
    new FieldUses(program, true, function, true).addTo(found, code);
  }

  /**
   * What some code uses, whatever functions are around it.
   *
   * @param fields all fields that it may find changed later
   * @param locals the names of local variables that hold something with state
   * @param assigned the fields that it assigns
   */
  record Uses(
      Map<Element, TreePath> fields, List<TreePath> locals, Map<Element, TreePath> assigned) {
    static Uses of(Program program, TreePath code) {
      Map<Element, TreePath> fields = new LinkedHashMap<>();
      addFields(program, fields, null, code);
      List<TreePath> locals =
          program.names(code).stream().filter(name -> isLocalWithState(program, name)).toList();
      Map<Element, TreePath> assigned = new LinkedHashMap<>();
      new FieldUses(program, false).addTo(assigned, code);
      return new Uses(fields, locals, assigned);
    }
  }

  private static boolean isLocalWithState(Program program, TreePath name) {
    Element variable = program.element(name);
    return Sources.isLocal(variable) && hasState(program, variable.asType());
  }

  private static boolean hasState(Program program, TypeMirror type) {
    boolean isRecord =
        type instanceof DeclaredType declared && program.index().mayBeRecord(declared.asElement());
    return program.mayChange(type) && (isRecord || !program.isOfProgram(type))
        || Library.jdk().hasMemory(type);
  }

  /** Adds all fields that some code names, whatever they hold, but not only to count with it. */
  static void addAll(Program program, Map<Element, TreePath> found, TreePath code) {
    for (TreePath name : program.names(code)) {
      if (Sources.isField(program.element(name)) && !isCounted(program, name)) {
        found.putIfAbsent(program.element(name), name);
      }
    }
  }

  private static boolean isCounted(Program program, TreePath name) {
    return ChangedContainers.countOf(program, name).isPresent();
  }

  private static boolean isOwnAssignment(TreePath path, TreePath constructor) {
    for (TreePath each = path; each != null; each = each.getParentPath()) {
      if (each.getLeaf() == constructor.getLeaf()) {
        return path.getParentPath().getLeaf() instanceof AssignmentTree;
      }
    }
    return false;
  }

  /**
   * Whether an assignment is to a field of the object or class that the code around initialises.
   */
  private boolean isOfNew(TreePath path, TreePath code, Element type) {
    boolean ofClass = code.getLeaf() instanceof BlockTree block && block.isStatic();
    Element field = program.element(path);
    boolean ofThis =
        path.getLeaf() instanceof IdentifierTree
            || path.getLeaf() instanceof MemberSelectTree select
                && select.getExpression() instanceof IdentifierTree name
                && name.getName().contentEquals("this");
    return ofThis
        && field.getModifiers().contains(Modifier.STATIC) == ofClass
        && (!ofClass || field.getEnclosingElement().equals(type))
        && program
            .types()
            .isSubtype(
                program.types().erasure(type.asType()),
                program.types().erasure(field.getEnclosingElement().asType()));
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Map<Element, TreePath> found) {
    addAssigned(tree.getVariable(), found);
    return null;
  }

  @Override
  public Void visitCompoundAssignment(CompoundAssignmentTree tree, Map<Element, TreePath> found) {
    addAssigned(tree.getVariable(), found);
    return null;
  }

  @Override
  public Void visitUnary(UnaryTree tree, Map<Element, TreePath> found) {
    switch (tree.getKind()) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
          addAssigned(tree.getExpression(), found);
      default -> {}
    }
    return null;
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Map<Element, TreePath> found) {
    addContainer(found);
    return null;
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Map<Element, TreePath> found) {
    addContainer(found);
    return null;
  }

  private void addAssigned(ExpressionTree variable, Map<Element, TreePath> found) {
    TreePath path = new TreePath(getCurrentPath(), variable);
    if (!(variable instanceof ArrayAccessTree) && Sources.isField(program.element(path))) {
      found.putIfAbsent(program.element(path), path);
    }
  }

  private void addContainer(Map<Element, TreePath> found) {
    Element element = program.element(getCurrentPath());
    boolean outlives = Sources.isField(element) || isCaptured(element);
    boolean counts = containers && outlives && !isLock() && !isCounted(program, getCurrentPath());
    if (counts && holdsUnsafe(element.asType())) {
      found.putIfAbsent(element, getCurrentPath());
    }
  }

  /**
   * Whether a local variable belongs to the code around the function, so that others may use it.
   */
  private boolean isCaptured(Element element) {
    if (!Sources.isLocal(element) || function == null) {
      return false;
    }
    TreePath declared = program.path(element);
    return declared != null
        && declared.getCompilationUnit() == function.getCompilationUnit()
        && Sources.isInside(getCurrentPath(), function)
        && !Sources.isInside(declared, function);
  }

  /** Whether a name is assigned a value that does not depend on what has happened before. */
  static boolean getsConstant(Program program, TreePath name) {
    TreePath parent = name.getParentPath();
    return parent.getLeaf() instanceof AssignmentTree tree
        && tree.getVariable() == name.getLeaf()
        && isConstant(program, new TreePath(parent, tree.getExpression()));
  }

  private static boolean isConstant(Program program, TreePath value) {
    return switch (value.getLeaf()) {
      case LiteralTree t -> true;
      case ParenthesizedTree t -> isConstant(program, new TreePath(value, t.getExpression()));
      case UnaryTree t -> isConstant(program, new TreePath(value, t.getExpression()));
      default ->
          program.element(value) instanceof VariableElement named
              && named.getModifiers().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL));
    };
  }

  /** Whether two names are assigned values with the same text. */
  static boolean getSameValue(TreePath name, TreePath other) {
    return name.getParentPath().getLeaf() instanceof AssignmentTree one
        && other.getParentPath().getLeaf() instanceof AssignmentTree two
        && one.getExpression().toString().equals(two.getExpression().toString());
  }

  /** Whether the innermost function around some code is a constructor. */
  static boolean isInConstructor(TreePath code) {
    TreePath path = code;
    while (path != null
        && !(path.getLeaf() instanceof MethodTree)
        && !(path.getLeaf() instanceof LambdaExpressionTree)) {
      path = path.getParentPath();
    }
    return path != null
        && path.getLeaf() instanceof MethodTree method
        && method.getReturnType() == null;
  }

  /** Whether code without source may change objects of a type, or of one of its type arguments. */
  private boolean holdsUnsafe(TypeMirror type) {
    return program.mayChange(type) && !program.isOfProgram(type)
        || shared && Library.jdk().hasMemory(type)
        || type instanceof DeclaredType declared
            && declared.getTypeArguments().stream().anyMatch(this::holdsUnsafe);
  }

  /** Whether a use of an object only locks it. */
  private boolean isLock() {
    TreePath path = getCurrentPath().getParentPath();
    return path.getLeaf() instanceof ParenthesizedTree
        && path.getParentPath().getLeaf() instanceof SynchronizedTree;
  }
}
