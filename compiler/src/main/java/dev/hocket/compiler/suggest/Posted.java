package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Follows tasks to the methods that post them to an event thread, through variables and methods of
 * the program: {@code Runnable task = () -> load(); later(task);}.
 */
final class Posted {
  private static final Set<String> POSTS =
      Set.of(
          "java.awt.EventQueue.invokeLater",
          "javax.swing.SwingUtilities.invokeLater",
          "javafx.application.Platform.runLater");

  private final Program program;
  private final Set<Element> followed = new HashSet<>();

  Posted(Program program) {
    this.program = program;
  }

  /** Whether the program does nothing with the value of an expression but post it. */
  boolean isOnlyPosted(TreePath expression) {
    TreePath parent = expression.getParentPath();
    Tree part = expression.getLeaf();
    return switch (parent.getLeaf()) {
      case ParenthesizedTree t -> isOnlyPosted(parent);
      case MethodInvocationTree t -> isPassed(parent, t.getArguments().indexOf(part));
      case NewClassTree t -> isPassed(parent, t.getArguments().indexOf(part));
      case VariableTree t -> t.getInitializer() == part && isOnlyPosted(program.element(parent));
      case AssignmentTree t ->
          t.getExpression() == part
              && isOnlyPosted(program.element(new TreePath(parent, t.getVariable())));
      default -> false;
    };
  }

  private boolean isPassed(TreePath call, int index) {
    if (index < 0 || !(program.element(call) instanceof ExecutableElement called)) {
      return false;
    }
    TreePath declared = program.path(called);
    if (declared != null && declared.getLeaf() instanceof MethodTree method) {
      return index < method.getParameters().size()
          && isOnlyPosted(
              program.element(new TreePath(declared, method.getParameters().get(index))));
    }
    return POSTS.contains(called.getEnclosingElement() + "." + called.getSimpleName());
  }

  /** Whether the program does nothing with the values of a variable but post them. */
  private boolean isOnlyPosted(Element variable) {
    if (variable == null || !followed.add(variable)) {
      return variable != null;
    }
    List<TreePath> uses = new ArrayList<>();
    Names names =
        new Names() {
          @Override
          void found(TreePath name) {
            boolean assigned =
                name.getParentPath().getLeaf() instanceof AssignmentTree assignment
                    && assignment.getVariable() == name.getLeaf();
            if (!assigned && variable.equals(program.element(name))) {
              uses.add(name);
            }
          }
        };
    program.units().forEach(unit -> names.scan(new TreePath(unit), null));
    return uses.stream().allMatch(this::isOnlyPosted);
  }

  /** Whether the program does nothing with the objects of a class but post them. */
  boolean areOnlyPosted(TypeElement type) {
    List<TreePath> made = new ArrayList<>();
    boolean[] known = {true};
    TreePathScanner<Void, Void> all =
        new TreePathScanner<>() {
          @Override
          public Void visitNewClass(NewClassTree tree, Void unused) {
            ClassTree body = tree.getClassBody();
            Element of =
                body == null
                    ? program.element(new TreePath(getCurrentPath(), tree.getIdentifier()))
                    : program.element(new TreePath(getCurrentPath(), body));
            if (isOne(of)) {
              made.add(getCurrentPath());
            }
            return super.visitNewClass(tree, unused);
          }

          @Override
          public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
            Element named = program.element(getCurrentPath());
            known[0] &=
                tree.getMode() != MemberReferenceTree.ReferenceMode.NEW
                    || named == null
                    || !isOne(named.getEnclosingElement());
            return super.visitMemberReference(tree, unused);
          }

          private boolean isOne(Element of) {
            return of instanceof TypeElement made
                && program
                    .types()
                    .isSubtype(
                        program.types().erasure(made.asType()),
                        program.types().erasure(type.asType()));
          }
        };
    program.units().forEach(unit -> all.scan(new TreePath(unit), null));
    return known[0] && !made.isEmpty() && made.stream().allMatch(this::isOnlyPosted);
  }
}
