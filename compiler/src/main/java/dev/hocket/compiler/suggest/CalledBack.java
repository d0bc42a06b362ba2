package dev.hocket.compiler.suggest;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.Library;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * The functions of the program that a toolkit, or a library of which nothing is known, may call,
 * apart from listeners and from those that paint, which a toolkit calls at any time.
 */
final class CalledBack {
  /** What methods get that paint. */
  private static final Set<String> PICTURES =
      Set.of("android.graphics.Canvas", "java.awt.Graphics");

  private final Program program;
  private final Set<TreePath> all = new LinkedHashSet<>();
  private final Set<TreePath> byInput = new LinkedHashSet<>();
  private final Set<TreePath> showing = new LinkedHashSet<>();

  CalledBack(Program program) {
    this.program = program;
    TreePathScanner<Void, Void> methods =
        new TreePathScanner<>() {
          @Override
          public Void visitMethod(MethodTree tree, Void unused) {
            if (!program.handlers().isOfEvents(getCurrentPath())
                && overridden(getCurrentPath()).stream().anyMatch(this::isOfToolkitOrLibrary)) {
              addMethod(getCurrentPath());
            }
            return super.visitMethod(tree, unused);
          }

          private boolean isOfToolkitOrLibrary(ExecutableElement method) {
            return program.isOfLibrary(method) || program.methods().isOfToolkit(method);
          }
        };
    program.units().forEach(unit -> methods.scan(new TreePath(unit), null));
    new PassedListeners(program).others(giving -> true).forEach(each -> add(all, each));
    new PassedListeners(program)
        .others(giving -> !Library.jdk().shows(giving))
        .forEach(this::addByInput);
    new PassedListeners(program).others(Library.jdk()::shows).forEach(each -> add(showing, each));
  }

  private void addMethod(TreePath function) {
    if (paints(function)) {
      showing.add(function);
      return;
    }
    add(all, function);
    addByInput(function);
    if (overridden(function).stream().anyMatch(Library.jdk()::shows)) {
      add(showing, function);
    }
  }

  private void addByInput(TreePath function) {
    if (overridden(function).stream().noneMatch(Library.jdk()::shows)) {
      add(byInput, function);
    }
  }

  /** Adds a function that has code and is not that of a worker. */
  private void add(Set<TreePath> found, TreePath function) {
    boolean counts =
        function.getLeaf() instanceof LambdaExpressionTree
            || function.getLeaf() instanceof MethodTree tree
                && tree.getBody() != null
                && program.element(function) instanceof ExecutableElement method
                && !Handlers.isOfWorker(program, method);
    if (counts) {
      found.add(function);
    }
  }

  private boolean paints(TreePath function) {
    return ((MethodTree) function.getLeaf()).getBody() != null
        && ((ExecutableElement) program.element(function))
            .getParameters().stream().anyMatch(each -> program.isA(each.asType(), PICTURES));
  }

  /** The methods without source that a function overrides. */
  private List<ExecutableElement> overridden(TreePath function) {
    return function.getLeaf() instanceof MethodTree
            && program.element(function) instanceof ExecutableElement method
        ? program.overrides().overriddenBy(method)
        : List.of();
  }

  Set<TreePath> all() {
    return all;
  }

  /** Those that a toolkit calls when it shows something, with those that paint. */
  Set<TreePath> showing() {
    return showing;
  }

  /**
   * Those that an input may run, as the filter of a text: all that are not known to run only when
   * the toolkit shows something. The toolkit may keep what they return.
   */
  Set<TreePath> byInput() {
    return byInput;
  }
}
