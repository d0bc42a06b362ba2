package dev.hocket.compiler.check.exceptions;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnionTypeTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Completion;
import dev.hocket.compiler.check.language.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the checked exceptions that a statement can throw (JLS 11.2). The result must equal that of
 * javac's analysis: otherwise javac would reject a {@code catch} around a translated block, or
 * demand another one.
 */
public final class ThrownTypes extends TreePathScanner<Void, Void> {
  private final AttributedUnit unit;
  private final Set<Element> reassigned;

  /** The types that an unassigned catch parameter can hold, for precise rethrow. */
  private final Map<Element, List<TypeMirror>> caught;

  private final List<TypeMirror> thrown = new ArrayList<>();

  private ThrownTypes(
      AttributedUnit unit, Set<Element> reassigned, Map<Element, List<TypeMirror>> caught) {
    this.unit = unit;
    this.reassigned = reassigned;
    this.caught = caught;
  }

  /**
   * The checked exceptions of a statement.
   *
   * @param reassigned local variables that are assigned after their declaration
   */
  public static List<TypeMirror> of(
      AttributedUnit unit, TreePath statement, Set<Element> reassigned) {
    ThrownTypes analysis = new ThrownTypes(unit, reassigned, new HashMap<>());
    analysis.knowCaughtAround(statement);
    analysis.scan(statement, null);
    return analysis.thrown.stream().filter(analysis::isChecked).toList();
  }

  /**
   * Records the exceptions caught around a statement, which a block inside a catch clause may
   * rethrow.
   */
  private void knowCaughtAround(TreePath statement) {
    for (TreePath path = statement; path != null; path = path.getParentPath()) {
      if (path.getLeaf() instanceof CatchTree clause) {
        TreePath tryPath = path.getParentPath();
        List<TypeMirror> body = thrownByBody(tryPath);
        for (CatchTree each : ((TryTree) tryPath.getLeaf()).getCatches()) {
          TreePath eachPath = new TreePath(tryPath, each);
          if (each == clause) {
            knowCaught(eachPath, body);
            break;
          }
          removeCaught(body, caughtBy(unit, eachPath));
        }
      }
    }
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    TreePath select = new TreePath(getCurrentPath(), tree.getMethodSelect());
    if (unit.trees().getTypeMirror(select) instanceof ExecutableType type) {
      addAll(type.getThrownTypes());
    }
    return super.visitMethodInvocation(tree, unused);
  }

  @Override
  public Void visitNewClass(NewClassTree tree, Void unused) {
    Element constructor = unit.trees().getElement(getCurrentPath());
    TypeMirror type = unit.trees().getTypeMirror(getCurrentPath());
    if (constructor instanceof ExecutableElement executable) {
      if (tree.getClassBody() == null && type instanceof DeclaredType declared) {
        ExecutableType member = (ExecutableType) unit.types().asMemberOf(declared, executable);
        addAll(member.getThrownTypes());
      } else {
        addAll(executable.getThrownTypes());
      }
    }
    scan(tree.getEnclosingExpression(), null);
    scan(tree.getArguments(), null);
    if (tree.getClassBody() != null) {
      scanInitializers(tree.getClassBody());
    }
    return null;
  }

  /**
   * Scans the initialisers of an anonymous class: they run, and may throw, where the object is
   * created.
   */
  private void scanInitializers(ClassTree body) {
    TreePath path = new TreePath(getCurrentPath(), body);
    for (Tree member : body.getMembers()) {
      boolean initializer =
          (member instanceof BlockTree block && !block.isStatic())
              || (member instanceof VariableTree field
                  && !field.getModifiers().getFlags().contains(Modifier.STATIC));
      if (initializer) {
        addAll(thrownBy(new TreePath(path, member)));
      }
    }
  }

  @Override
  public Void visitThrow(ThrowTree tree, Void unused) {
    ExpressionTree thrower = tree.getExpression();
    while (thrower instanceof ParenthesizedTree parenthesized) {
      thrower = parenthesized.getExpression();
    }
    TreePath path = TreePath.getPath(getCurrentPath(), thrower);
    List<TypeMirror> precise =
        thrower instanceof IdentifierTree ? caught.get(unit.trees().getElement(path)) : null;
    if (precise != null) {
      addAll(precise);
    } else {
      add(unit.trees().getTypeMirror(path));
    }
    return super.visitThrow(tree, unused);
  }

  @Override
  public Void visitTry(TryTree tree, Void unused) {
    List<TypeMirror> inside = new ArrayList<>();
    List<TypeMirror> body = thrownByBody(getCurrentPath());
    for (CatchTree clause : tree.getCatches()) {
      TreePath path = new TreePath(getCurrentPath(), clause);
      knowCaught(path, body);
      removeCaught(body, caughtBy(unit, path));
      inside.addAll(thrownBy(new TreePath(path, clause.getBlock())));
    }
    inside.addAll(body);
    if (tree.getFinallyBlock() != null) {
      if (!new Completion(unit).completes(tree.getFinallyBlock())) {
        inside.clear();
      }
      inside.addAll(thrownBy(new TreePath(getCurrentPath(), tree.getFinallyBlock())));
    }
    addAll(inside);
    return null;
  }

  /** The exceptions that the resources of a try, their closing and its block can throw. */
  private List<TypeMirror> thrownByBody(TreePath path) {
    TryTree tree = (TryTree) path.getLeaf();
    ThrownTypes body = new ThrownTypes(unit, reassigned, caught);
    for (Tree resource : tree.getResources()) {
      TreePath resourcePath = new TreePath(path, resource);
      body.scan(resourcePath, null);
      Resources.types(unit, resourcePath).forEach(c -> body.addAll(c.getThrownTypes()));
    }
    body.scan(new TreePath(path, tree.getBlock()), null);
    return body.thrown;
  }

  private List<TypeMirror> thrownBy(TreePath path) {
    ThrownTypes part = new ThrownTypes(unit, reassigned, caught);
    part.scan(path, null);
    return part.thrown;
  }

  private void knowCaught(TreePath clausePath, List<TypeMirror> body) {
    CatchTree clause = (CatchTree) clausePath.getLeaf();
    Element parameter = unit.trees().getElement(new TreePath(clausePath, clause.getParameter()));
    if (reassigned.contains(parameter)) {
      return;
    }
    List<TypeMirror> types = caughtBy(unit, clausePath);
    List<TypeMirror> held = new ArrayList<>();
    for (TypeMirror each : body) {
      for (TypeMirror type : types) {
        if (unit.types().isSubtype(each, type)) {
          held.add(each);
        } else if (unit.types().isSubtype(type, each)) {
          held.add(type);
        }
      }
    }
    caught.put(parameter, held);
  }

  /** The types of a catch clause. */
  static List<TypeMirror> caughtBy(AttributedUnit unit, TreePath clausePath) {
    VariableTree parameter = ((CatchTree) clausePath.getLeaf()).getParameter();
    TreePath type = new TreePath(new TreePath(clausePath, parameter), parameter.getType());
    Stream<TreePath> types =
        type.getLeaf() instanceof UnionTypeTree union
            ? union.getTypeAlternatives().stream().map(each -> new TreePath(type, each))
            : Stream.of(type);
    return types.map(unit.trees()::getTypeMirror).toList();
  }

  private void removeCaught(List<TypeMirror> types, List<TypeMirror> caughtTypes) {
    types.removeIf(type -> caughtTypes.stream().anyMatch(c -> unit.types().isSubtype(type, c)));
  }

  @Override
  public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
    return null;
  }

  @Override
  public Void visitClass(ClassTree tree, Void unused) {
    return null;
  }

  private void addAll(List<? extends TypeMirror> types) {
    types.forEach(this::add);
  }

  private void add(TypeMirror type) {
    if (thrown.stream().noneMatch(known -> unit.types().isSameType(known, type))) {
      thrown.add(type);
    }
  }

  private boolean isChecked(TypeMirror type) {
    return Stream.of("java.lang.RuntimeException", "java.lang.Error")
        .map(name -> unit.elements().getTypeElement(name).asType())
        .noneMatch(unchecked -> unit.types().isSubtype(type, unchecked));
  }
}
