package dev.hocket.compiler.suggest.facts;

import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * An object of a library, as far as an expression shows which one it is.
 *
 * @param variables those that may hold it; none if only the type is known
 */
public record Owner(TypeMirror type, Set<Element> variables) {
  /** Whether only the type is known. */
  public boolean isAny() {
    return variables.isEmpty();
  }
}
