package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.source.Names;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;

/**
 * Finds code that stores after the wait what the event of the handler has brought, such as a typed
 * character, or a change that can be undone. The next event may be stored before it.
 */
final class BroughtValues {
  private final Program program;
  private final List<TreePath> moved;

  /** The parameters of the handler, and the variables that get something of them. */
  private final Set<Element> brought = new HashSet<>();

  private TreePath found;

  /**
   * @param moved the code of the block; what that makes of the event is its own
   */
  BroughtValues(Program program, List<TreePath> moved) {
    this.program = program;
    this.moved = moved;
  }

  Optional<String> problem(TreePath handler, List<TreePath> later) {
    if (!program.handlers().isOfEvents(handler)) {
      return Optional.empty();
    }
    List<? extends VariableTree> parameters =
        handler.getLeaf() instanceof MethodTree method
            ? method.getParameters()
            : ((LambdaExpressionTree) handler.getLeaf()).getParameters();
    parameters.forEach(each -> brought.add(program.element(new TreePath(handler, each))));
    int known = 0;
    while (known < brought.size()) {
      known = brought.size();
      new Passes().scan(Sources.body(handler), null);
    }
    later.forEach(each -> new Stores().scan(each, null));
    return Optional.ofNullable(found)
        .map(each ->
            "after the wait, it stores what its event has brought ("
                + program.place(each)
                + "); the next event may be stored before it: store it before the slow code");
  }

  private boolean isBrought(TreePath code) {
    boolean[] is = {false};
    new Names() {
      @Override
      public void found(TreePath name) {
        is[0] |= brought.contains(program.element(name));
      }
    }.scan(code, null);
    return is[0];
  }

  /** Adds the variables that get something of the event. */
  private final class Passes extends TreePathScanner<Void, Void> {
    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
      pass(getCurrentPath(), tree.getInitializer());
      return super.visitVariable(tree, unused);
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      pass(new TreePath(getCurrentPath(), tree.getVariable()), tree.getExpression());
      return super.visitAssignment(tree, unused);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      pass(new TreePath(getCurrentPath(), tree.getVariable()), tree.getExpression());
      return super.visitEnhancedForLoop(tree, unused);
    }

    @Override
    public Void visitInstanceOf(InstanceOfTree tree, Void unused) {
      if (tree.getPattern() != null
          && isBrought(new TreePath(getCurrentPath(), tree.getExpression()))) {
        new TreePathScanner<Void, Void>() {
          @Override
          public Void visitVariable(VariableTree variable, Void none) {
            brought.add(program.element(getCurrentPath()));
            return null;
          }
        }.scan(new TreePath(getCurrentPath(), tree.getPattern()), null);
      }
      return super.visitInstanceOf(tree, unused);
    }

    private void pass(TreePath variable, Tree value) {
      if (value != null) {
        TreePath path = new TreePath(variable.getParentPath(), value);
        boolean isOfBlock =
            moved.stream().anyMatch(each -> each.getLeaf() == value || isWithin(each, value));
        if (!isOfBlock && isBrought(path)) {
          brought.add(program.element(variable));
        }
      }
    }

    private boolean isWithin(TreePath inner, Tree outer) {
      TreePath path = inner;
      while (path != null && path.getLeaf() != outer) {
        path = path.getParentPath();
      }
      return path != null;
    }
  }

  /** Looks for code that may keep something of the event beyond the run of the handler. */
  private final class Stores extends TreePathScanner<Void, Void> {
    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      assign(tree.getVariable());
      return super.visitAssignment(tree, unused);
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
      assign(tree.getVariable());
      return super.visitCompoundAssignment(tree, unused);
    }

    private void assign(ExpressionTree target) {
      Element variable = program.element(new TreePath(getCurrentPath(), target));
      boolean isLocal =
          variable != null
              && (variable.getKind() == ElementKind.LOCAL_VARIABLE
                  || variable.getKind() == ElementKind.PARAMETER);
      if (!isLocal && isBrought(getCurrentPath())) {
        found = getCurrentPath();
      }
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement method
          && isBrought(getCurrentPath())
          && mayStore(method)) {
        found = getCurrentPath();
      }
      return super.visitMethodInvocation(tree, unused);
    }

    private boolean mayStore(ExecutableElement method) {
      if (program.path(method) != null) {
        Side its = new Side(program);
        its.add(getCurrentPath(), getCurrentPath());
        return !its.assigned.isEmpty() || !its.changes.isEmpty();
      }
      Library jdk = Library.jdk();
      boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
      return isStatic
          ? !jdk.isInert(method) && !jdk.asks(method)
          : !program.reads(method) && !ToolkitMethods.asks(method) && !showsOnly(method);
    }

    private boolean showsOnly(ExecutableElement method) {
      Optional<TreePath> object = Calls.objectOf(getCurrentPath());
      TypeMirror type = object.map(program.trees()::getTypeMirror).orElse(null);
      boolean isView = type != null && program.toolkit().isView(type);
      return isView && program.methods().setsProperty(method)
          || type != null && Library.jdk().isValue(type)
          || object.filter(this::isNew).isPresent();
    }

    /** Whether an object is one that the handler has made itself. */
    private boolean isNew(TreePath object) {
      return program.element(object) instanceof Element variable
          && variable.getKind() == ElementKind.LOCAL_VARIABLE
          && program.path(variable).getLeaf() instanceof VariableTree tree
          && tree.getInitializer() instanceof NewClassTree;
    }
  }
}
