package dev.hocket.compiler.suggest;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds questions to components after the wait, in a listener that a component may call before it
 * has done what the event stands for. A table removes its editor when the listeners of that have
 * returned, so {@code table.getEditingRow()} is another row after the wait, whatever the user does.
 * The file {@code jdk.txt} lists the methods that add other listeners.
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
    boolean isSettled = isSettled(handler);
    return later.stream()
        .flatMap(this::questions)
        .filter(each -> !isSettled || isPassing(each))
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

  /** Whether a call asks for what ends with an input, as whether a button is pressed. */
  private boolean isPassing(TreePath question) {
    return program.element(question) instanceof ExecutableElement method
        && Library.jdk().isPassing(method);
  }

  /** Whether a handler is a task, or components call it only when all has been done. */
  private boolean isSettled(TreePath handler) {
    return program.listeners().isSettled(handler)
        || !program.handlers().isOfEvents(handler)
        || Handlers.isDone(program, handler);
  }
}
