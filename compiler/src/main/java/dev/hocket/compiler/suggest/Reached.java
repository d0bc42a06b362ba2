package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
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
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds all code that some code can reach: itself, the program's methods that it calls or that
 * override these, and the methods that these call.
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
        TypeMirror receiver = null;
        if (tree.getMethodSelect() instanceof MemberSelectTree select) {
          TreePath member = new TreePath(getCurrentPath(), select);
          receiver =
              isSuper(select)
                  ? program.types().getNoType(TypeKind.NONE)
                  : program.trees().getTypeMirror(new TreePath(member, select.getExpression()));
        }
        follow(isOnNew(code, getCurrentPath(), tree.getMethodSelect()), receiver);
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        follow(true, null);
        return super.visitNewClass(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        follow(tree.getMode() == MemberReferenceTree.ReferenceMode.NEW, null);
        return super.visitMemberReference(tree, unused);
      }

      private void follow(boolean isNew, TypeMirror receiver) {
        if (program.element(getCurrentPath()) instanceof ExecutableElement method) {
          program.overrides().of(method, receiver).forEach(path -> add(path, isNew));
        }
      }
    }.scan(code, null);
  }

  private static boolean isSuper(MemberSelectTree select) {
    return select.getExpression() instanceof IdentifierTree name
        && name.getName().contentEquals("super");
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
        && tree.getInitializer() instanceof NewClassTree
        && !isAssigned(variable, declared.getParentPath());
  }

  private boolean isAssigned(Element variable, TreePath scope) {
    boolean[] found = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        Element assigned = program.element(new TreePath(getCurrentPath(), tree.getVariable()));
        found[0] |= variable.equals(assigned);
        return super.visitAssignment(tree, unused);
      }
    }.scan(scope, null);
    return found[0];
  }

  /** Whether a use of a field, in some code, is on an object that this code has made. */
  boolean isOfMade(TreePath use, TreePath code) {
    return use.getLeaf() instanceof MemberSelectTree select
        && !program.element(use).getModifiers().contains(Modifier.STATIC)
        && select.getExpression() instanceof IdentifierTree name
        && isMadeIn(code, program.element(new TreePath(use, name)));
  }
}
