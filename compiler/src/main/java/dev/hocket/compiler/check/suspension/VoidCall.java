package dev.hocket.compiler.check.suspension;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Function;
import javax.lang.model.element.ExecutableElement;

/**
 * A call of a {@code void} method that no directive lists.
 *
 * @param path the call, or the resource whose {@code close()} is called
 */
record VoidCall(Outline outline, TreePath path, ExecutableElement method) {
  Function function() {
    return outline.functionAround(path);
  }

  /** Whether no code of the enclosing function can run after the call. */
  boolean isLast() {
    return new LastAction(outline).is(path, function());
  }
}
