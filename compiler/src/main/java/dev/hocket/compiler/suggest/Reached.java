package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;

/**
 * Finds all code that some code can reach: itself, the program's methods that it calls, and the
 * methods that these call.
 */
final class Reached {
  private final Program program;
  private final List<TreePath> parts = new ArrayList<>();

  /** For each part whether it runs only on objects that the code has made itself. */
  private final Map<Tree, Boolean> onlyNew = new HashMap<>();

  private Reached(Program program) {
    this.program = program;
  }

  static List<TreePath> from(Program program, TreePath code) {
    return of(program, code).parts;
  }

  static Reached of(Program program, TreePath code) {
    Reached reached = new Reached(program);
    reached.add(code, false);
    for (int i = 0; i < reached.parts.size(); i++) {
      reached.addCallsOf(reached.parts.get(i));
    }
    return reached;
  }

  List<TreePath> parts() {
    return parts;
  }

  /** Whether a part runs only on objects that the code has made itself, which no other code has. */
  boolean isOnlyOnNew(TreePath part) {
    return onlyNew.get(part.getLeaf());
  }

  /** A part that turns out to run on other objects, too, is looked at again. */
  private void add(TreePath code, boolean isNew) {
    Boolean before = onlyNew.get(code.getLeaf());
    if (before == null) {
      onlyNew.put(code.getLeaf(), isNew);
      parts.add(code);
    } else if (before && !isNew) {
      onlyNew.put(code.getLeaf(), false);
      addCallsOf(code);
    }
  }

  private void addCallsOf(TreePath code) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        follow(isOnNew(code, getCurrentPath(), tree.getMethodSelect()));
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        follow(true);
        return super.visitNewClass(tree, unused);
      }

      private void follow(boolean isNew) {
        Element method = program.element(getCurrentPath());
        TreePath path = method == null ? null : program.trees().getPath(method);
        if (path != null && path.getLeaf() instanceof MethodTree) {
          add(path, isNew);
        }
      }
    }.scan(code, null);
  }

  /** Whether a call in some code is on an object that the code has made. */
  private boolean isOnNew(TreePath code, TreePath call, ExpressionTree select) {
    if (!(select instanceof MemberSelectTree member)) {
      return onlyNew.get(code.getLeaf());
    }
    TreePath path = new TreePath(call, member);
    return switch (member.getExpression()) {
      case NewClassTree made -> true;
      case IdentifierTree name
          when name.getName().contentEquals("this") || name.getName().contentEquals("super") ->
          onlyNew.get(code.getLeaf());
      case IdentifierTree name -> isMadeIn(code, program.element(new TreePath(path, name)));
      default -> false;
    };
  }

  private boolean isMadeIn(TreePath code, Element variable) {
    TreePath declared =
        variable != null && variable.getKind() == ElementKind.LOCAL_VARIABLE
            ? program.trees().getPath(variable)
            : null;
    return declared != null
        && Program.isInside(declared, code)
        && declared.getLeaf() instanceof VariableTree tree
        && tree.getInitializer() instanceof NewClassTree;
  }
}
