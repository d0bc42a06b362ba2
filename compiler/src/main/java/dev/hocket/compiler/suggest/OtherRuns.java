package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds code that runs a method without its name, as {@code Runnable r = this::refresh} does. If
 * the method becomes {@code async}, that code goes on at its first wait, and the compiler has no
 * call to warn of.
 */
final class OtherRuns {
  private final Program program;

  OtherRuns(Program program) {
    this.program = program;
  }

  /** The reason why a method must not wait; empty if only calls by its name run it. */
  Optional<String> problem(TreePath function) {
    if (!(function.getLeaf() instanceof MethodTree)
        || !(program.element(function) instanceof ExecutableElement method)) {
      return Optional.empty();
    }
    return Stream.concat(
            program.index().referencesTo(method).stream(),
            program.index().allCalls().filter(call -> mayRun(call, method, function)))
        .findFirst()
        .map(run -> "'%s' runs it, too (%s)".formatted(firstLine(run), program.place(run)))
        .or(() ->
            Handlers.overridesLibrary(program, method)
                ? Optional.of("a library may call it, too")
                : Optional.empty())
        .map(other ->
            Handlers.nameOf(function)
                + " would have to wait, but "
                + other
                + ", and goes on at once: let that call another method");
  }

  private String firstLine(TreePath code) {
    return program.text(code).lines().findFirst().orElseThrow();
  }

  /** Whether a call of another method may run a method, because that overrides it. */
  private boolean mayRun(TreePath call, ExecutableElement method, TreePath function) {
    return program.element(call) instanceof ExecutableElement called
        && !called.equals(method)
        && called.getSimpleName().equals(method.getSimpleName())
        && program
            .overrides()
            .of(called, null)
            .anyMatch(each -> each.getLeaf() == function.getLeaf());
  }
}
