package dev.hocket.compiler.suggest;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.facts.Owners;
import dev.hocket.compiler.suggest.library.Library;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/**
 * The functions of the program that a toolkit, or a library of which nothing is known, may call,
 * apart from listeners.
 */
final class CalledBack {
  /** What methods get that paint. */
  private static final Set<String> PICTURES =
      Set.of("android.graphics.Canvas", "java.awt.Graphics");

  private final Program program;
  private final Set<TreePath> all = new LinkedHashSet<>();
  private final Set<TreePath> byInput = new LinkedHashSet<>();
  private final Set<TreePath> showing = new LinkedHashSet<>();

  /** The program's methods {@code toString}, by which a toolkit may show an object. */
  private final List<TreePath> texts = new ArrayList<>();

  private final ShownTexts shown;

  CalledBack(Program program) {
    this.program = program;
    this.shown = new ShownTexts(program);
    TreePathScanner<Void, Void> methods =
        new TreePathScanner<>() {
          @Override
          public Void visitVariable(VariableTree tree, Void unused) {
            shown.addVariable(getCurrentPath());
            return super.visitVariable(tree, unused);
          }

          @Override
          public Void visitMethod(MethodTree tree, Void unused) {
            if (!program.handlers().isOfEvents(getCurrentPath())
                && (overridden(getCurrentPath()).stream().anyMatch(this::isOfToolkitOrLibrary)
                    || isAnnotated(program.element(getCurrentPath()))
                    || isUnnamedHandler(program.element(getCurrentPath())))) {
              addMethod(getCurrentPath());
            }
            if (tree.getName().contentEquals("toString") && tree.getParameters().isEmpty()) {
              texts.add(getCurrentPath());
            }
            return super.visitMethod(tree, unused);
          }

          /** Whether a library may find a method by an annotation, and call it. */
          private boolean isAnnotated(Element method) {
            return method.getAnnotationMirrors().stream()
                .map(each -> each.getAnnotationType().asElement())
                .filter(
                    each -> !program.elements().getModuleOf(each).toString().startsWith("java."))
                .map(each -> each.getAnnotation(Retention.class))
                .anyMatch(each -> each != null && each.value() == RetentionPolicy.RUNTIME);
          }

          /** Whether a method handles events, and only a file such as FXML may name it. */
          private boolean isUnnamedHandler(Element method) {
            List<? extends VariableElement> given = ((ExecutableElement) method).getParameters();
            return given.size() == 1
                && program.isA(given.getFirst().asType(), Owners.EVENTS)
                && program.index().referencesTo(method).isEmpty()
                && program.index().callsOf(method.getSimpleName()).stream()
                    .noneMatch(each -> method.equals(program.element(each)));
          }

          private boolean isOfToolkitOrLibrary(ExecutableElement method) {
            return program.isOfLibrary(method) || program.methods().isOfToolkit(method);
          }
        };
    program.units().forEach(unit -> methods.scan(new TreePath(unit), null));
    texts.stream().filter(each -> !placesOf(each).isEmpty()).forEach(showing::add);
    new PassedListeners(program).others(giving -> true).forEach(each -> add(all, each));
    new PassedListeners(program)
        .others(giving -> !Library.jdk().shows(giving))
        .forEach(this::addByInput);
    new PassedListeners(program).others(Library.jdk()::shows).forEach(each -> add(showing, each));
  }

  /** Whether a function is a method by which a toolkit may show an object of the program. */
  boolean isText(TreePath function) {
    return texts.stream().anyMatch(each -> each.getLeaf() == function.getLeaf());
  }

  /** Where a toolkit may show an object by such a method. */
  List<TreePath> placesOf(TreePath text) {
    return shown.placesOf(text);
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
