package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds the functions that some code gives to a library which may run them later: the task of
 * {@code invokeLater}, or the listener of a timer. Of a method that is known to read, as {@code
 * forEach}, nothing is left when it returns. A listener that is added counts as a handler of its
 * own.
 */
final class LaterTasks extends Reached.Walk {
  private final Program program;
  private final Map<Tree, TreePath> found = new LinkedHashMap<>();

  private LaterTasks(Program program) {
    this.program = program;
  }

  static Collection<TreePath> in(Program program, List<Reached> codes) {
    LaterTasks tasks = new LaterTasks(program);
    codes.forEach(tasks::walk);
    return tasks.found.values();
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && mayKeep(method)
        && !Listeners.addsListener(program, method)) {
      tree.getArguments().forEach(each -> add(new TreePath(getCurrentPath(), each)));
      Calls.objectOf(getCurrentPath())
          .map(program.trees()::getTypeMirror)
          .filter(program::isOfProgram)
          .ifPresent(type -> program.overrides().calledBack(type).forEach(this::addFunction));
    }
    return super.visitMethodInvocation(tree, unused);
  }

  @Override
  public Void visitNewClass(NewClassTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement made && mayKeep(made)) {
      tree.getArguments().forEach(each -> add(new TreePath(getCurrentPath(), each)));
    }
    return super.visitNewClass(tree, unused);
  }

  private boolean mayKeep(ExecutableElement method) {
    return program.path(method) == null && !program.reads(method);
  }

  private void add(TreePath argument) {
    switch ((ExpressionTree) argument.getLeaf()) {
      case LambdaExpressionTree lambda -> addFunction(argument);
      case MemberReferenceTree reference -> {
        if (program.element(argument) instanceof ExecutableElement method) {
          program.overrides().of(method, null).forEach(this::addFunction);
        }
      }
      default ->
          Stream.ofNullable(program.trees().getTypeMirror(argument))
              .flatMap(type -> program.overrides().calledBack(type).stream())
              .forEach(this::addFunction);
    }
  }

  private void addFunction(TreePath function) {
    boolean hasBody =
        function.getLeaf() instanceof LambdaExpressionTree
            || function.getLeaf() instanceof MethodTree method && method.getBody() != null;
    if (hasBody) {
      found.putIfAbsent(function.getLeaf(), function);
    }
  }
}
