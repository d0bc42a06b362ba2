package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds questions to components after the wait, in a listener that a component calls before it has
 * done what the event stands for. A table removes its editor when the listeners of that have
 * returned, so {@code table.getEditingRow()} is another row after the wait, whatever the user does.
 */
final class Unsettled {
  private final Program program;

  Unsettled(Program program) {
    this.program = program;
  }

  /**
   * The reason why a handler must not ask some components after its wait.
   *
   * @param later the code after the wait
   */
  Optional<String> problem(TreePath handler, List<Side.Code> later) {
    return isSettled(handler)
        ? Optional.empty()
        : later.stream()
            .flatMap(this::questions)
            .findFirst()
            .map(each ->
                "the component changes when its listeners have returned, and after the wait this one asks '"
                    + program.text(each).replaceAll("\\s+", " ")
                    + "' ("
                    + program.place(each)
                    + "); ask before the slow code, and keep the answer in a local variable");
  }

  private Stream<TreePath> questions(Side.Code code) {
    ShownValues shown = new ShownValues(program, code.function());
    shown.walk(code.reached());
    return Stream.concat(shown.questions().stream(), shown.parts().stream());
  }

  /** Whether components call a handler only when what it is told has been done. */
  private boolean isSettled(TreePath handler) {
    Library jdk = Library.jdk();
    return handler.getLeaf() instanceof MethodTree
        ? program
                .handlers()
                .heardBy((ExecutableElement) program.element(handler))
                .allMatch(jdk::isSettled)
            && typesOfReferences(handler).allMatch(this::isSettled)
        : isSettled(program.trees().getTypeMirror(handler));
  }

  private Stream<TypeMirror> typesOfReferences(TreePath method) {
    return program.index().referencesTo(program.element(method)).stream()
        .map(program.trees()::getTypeMirror);
  }

  /** Whether a type is that of no listener, or of one that is settled. */
  private boolean isSettled(TypeMirror type) {
    Set<String> settled = Library.jdk().types("settled");
    return !program.listeners().isListener(type) || Handlers.isA(program, type, settled);
  }
}
