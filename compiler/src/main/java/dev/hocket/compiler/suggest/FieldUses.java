package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the fields that code assigns and, on request, the fields that hold an array or collection,
 * whose contents the code may change.
 */
final class FieldUses extends TreePathScanner<Void, Map<Element, TreePath>> {
  /** Packages whose classes are not thread-safe. */
  private static final Set<String> UNSAFE =
      Set.of("java.util", "java.text", "java.awt.geom", "java.awt.image", "java.sql");

  /**
   * Classes that are immutable or thread-safe, by their documentation, and hold nothing that code
   * can change, except through their type arguments.
   */
  private static final Set<String> SAFE =
      Set.of(
          "java.io.File",
          "java.lang.String",
          "java.net.URI",
          "java.nio.charset.Charset",
          "java.nio.file.Path",
          "java.util.Base64.Decoder",
          "java.util.Base64.Encoder",
          "java.util.Comparator",
          "java.util.Currency",
          "java.util.HexFormat",
          "java.util.Locale",
          "java.util.Objects",
          "java.util.Optional",
          "java.util.OptionalDouble",
          "java.util.OptionalInt",
          "java.util.OptionalLong",
          "java.util.Random",
          "java.util.UUID",
          "java.util.regex.Pattern");

  private static final Set<String> BOXES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Short");

  private static final Set<String> BUILDERS =
      Set.of("java.lang.StringBuilder", "java.lang.StringBuffer");

  private final Program program;
  private final boolean containers;
  private final TreePath function;

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
    this.function = function;
    this.program = program;
    this.containers = containers;
  }

  /**
   * Adds the fields that some code uses. In a constructor, assignments do not count: they set
   * fields of the new object.
   */
  void addTo(Map<Element, TreePath> found, TreePath code) {
    scan(code, found);
    if (code.getLeaf() instanceof MethodTree method && method.getReturnType() == null) {
      found.values().removeIf(path -> isOwnAssignment(path, code));
    }
  }

  private static boolean isOwnAssignment(TreePath path, TreePath constructor) {
    for (TreePath each = path; each != null; each = each.getParentPath()) {
      if (each.getLeaf() == constructor.getLeaf()) {
        return path.getParentPath().getLeaf() instanceof AssignmentTree;
      }
    }
    return false;
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Map<Element, TreePath> found) {
    addAssigned(tree.getVariable(), found);
    return super.visitAssignment(tree, found);
  }

  @Override
  public Void visitCompoundAssignment(CompoundAssignmentTree tree, Map<Element, TreePath> found) {
    addAssigned(tree.getVariable(), found);
    return super.visitCompoundAssignment(tree, found);
  }

  @Override
  public Void visitUnary(UnaryTree tree, Map<Element, TreePath> found) {
    switch (tree.getKind()) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
          addAssigned(tree.getExpression(), found);
      default -> {}
    }
    return super.visitUnary(tree, found);
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Map<Element, TreePath> found) {
    addContainer(found);
    return super.visitIdentifier(tree, found);
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Map<Element, TreePath> found) {
    addContainer(found);
    return super.visitMemberSelect(tree, found);
  }

  private void addAssigned(ExpressionTree variable, Map<Element, TreePath> found) {
    TreePath path = new TreePath(getCurrentPath(), variable);
    if (!(variable instanceof ArrayAccessTree) && isField(program.element(path))) {
      found.putIfAbsent(program.element(path), path);
    }
  }

  private void addContainer(Map<Element, TreePath> found) {
    Element element = program.element(getCurrentPath());
    boolean shared = isField(element) || isCaptured(element);
    if (containers && shared && holdsUnsafe(element.asType())) {
      found.putIfAbsent(element, getCurrentPath());
    }
  }

  /**
   * Whether a local variable belongs to the code around the function, so that others may use it.
   */
  private boolean isCaptured(Element element) {
    boolean local =
        element != null
            && (element.getKind() == ElementKind.LOCAL_VARIABLE
                || element.getKind() == ElementKind.PARAMETER);
    if (!local || function == null) {
      return false;
    }
    TreePath declared = program.trees().getPath(element);
    return declared != null
        && declared.getCompilationUnit() == function.getCompilationUnit()
        && Program.isInside(getCurrentPath(), function)
        && !Program.isInside(declared, function);
  }

  static boolean isField(Element element) {
    return element != null
        && element.getKind() == ElementKind.FIELD
        && !element.getSimpleName().contentEquals("length");
  }

  /** Whether a type, or one of its type arguments, is not thread-safe. */
  private static boolean holdsUnsafe(TypeMirror type) {
    return isUnsafe(type)
        || type instanceof DeclaredType declared
            && declared.getTypeArguments().stream().anyMatch(FieldUses::holdsUnsafe);
  }

  /** Whether objects of a type certainly hold no array or collection that code can change. */
  static boolean isValue(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)) {
      return type.getKind().isPrimitive();
    }
    TypeElement element = (TypeElement) declared.asElement();
    return element.getKind() == ElementKind.ENUM
        || BOXES.contains(element.toString())
        || SAFE.contains(element.toString())
            && declared.getTypeArguments().size() == element.getTypeParameters().size()
            && declared.getTypeArguments().stream().allMatch(FieldUses::isValue);
  }

  static boolean isUnsafe(TypeMirror type) {
    if (type instanceof ArrayType) {
      return true;
    }
    if (!(type instanceof DeclaredType declared)) {
      return false;
    }
    Element around = declared.asElement();
    while (!(around instanceof PackageElement)) {
      around = around.getEnclosingElement();
    }
    String name = declared.asElement().toString();
    return UNSAFE.contains(((PackageElement) around).getQualifiedName().toString())
            && !SAFE.contains(name)
        || BUILDERS.contains(name);
  }
}
