package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Knows variables whose component some call of a toolkit has found, so that it may be any one of
 * their type: {@code for (Component each : panel.getComponents()) { if (each instanceof JLabel l) …
 * }}.
 */
public final class Found {
  /** Types of which most components are; nothing would be left apart. */
  private static final Set<String> ALL =
      Set.of(
          "java.awt.Component",
          "java.awt.Container",
          "javafx.scene.Node",
          "javafx.scene.Parent",
          "javax.swing.JComponent");

  private final Facts program;

  Found(Facts program) {
    this.program = program;
  }

  /** Whether the component of an expression was found, and may be any one of its type. */
  public boolean isFound(TreePath expression) {
    TypeMirror type = program.trees().getTypeMirror(expression);
    return type instanceof DeclaredType declared
        && program.toolkit().isView(type)
        && !ALL.contains(declared.asElement().toString())
        && isOfFound(expression, new HashSet<>());
  }

  /** Whether an expression gives a found component, or some of them. */
  private boolean isOfFound(TreePath value, Set<Element> asked) {
    return switch (value.getLeaf()) {
      case ParenthesizedTree t -> isOfFound(new TreePath(value, t.getExpression()), asked);
      case TypeCastTree t -> isOfFound(new TreePath(value, t.getExpression()), asked);
      case MethodInvocationTree t -> isFinding(value, asked);
      default -> program.element(value) instanceof Element named && isFound(named, asked);
    };
  }

  /** Whether a call of a toolkit gives a component, or a call uses what another one has found. */
  private boolean isFinding(TreePath call, Set<Element> asked) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null) {
      return false;
    }
    boolean isOfView =
        Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .filter(each -> program.toolkit().isView(each) || program.isA(each, Owners.EVENTS))
            .isPresent();
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    return isOfView
        || isStatic && program.methods().isOfToolkit(method)
        || Stream.concat(
                isStatic ? Stream.empty() : Calls.objectOf(call).stream(),
                Calls.argumentsOf(call).stream().map(each -> new TreePath(call, (Tree) each)))
            .anyMatch(each -> isOfFound(each, asked));
  }

  private boolean isFound(Element variable, Set<Element> asked) {
    if (!(program.path(variable) instanceof TreePath declared)
        || !(declared.getLeaf() instanceof VariableTree tree)
        || variable.getKind().isField()
        || !asked.add(variable)) {
      return false;
    }
    TreePath around = declared.getParentPath();
    boolean isGiven =
        switch (around.getLeaf()) {
          case PatternTree t -> true;
          case EnhancedForLoopTree t when t.getVariable() == tree ->
              isOfFound(new TreePath(around, t.getExpression()), asked);
          case LambdaExpressionTree t ->
              around.getParentPath().getLeaf() instanceof MethodInvocationTree
                  && isFinding(around.getParentPath(), asked);
          default ->
              tree.getInitializer() != null
                  && isOfFound(new TreePath(declared, tree.getInitializer()), asked);
        };
    return isGiven
        || program.index().assignedTo(variable).stream().anyMatch(each -> isOfFound(each, asked));
  }
}
