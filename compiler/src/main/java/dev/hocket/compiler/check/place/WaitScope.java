package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;

/**
 * The body of a method, initialiser or lambda with a {@code wait} for a tag, and a block with the
 * tag that can run before it. Each run of the body waits for its own blocks.
 *
 * @param body the method, the lambda, or the block of an initialiser
 * @param tag the tag
 * @param start the offset where the scope's code begins
 * @param end the offset where it ends
 * @param outer the innermost enclosing scope of the same tag, or null
 */
public record WaitScope(TreePath body, String tag, int start, int end, WaitScope outer) {
  /** The number of enclosing scopes of the same tag. */
  public int depth() {
    return outer == null ? 0 : outer.depth() + 1;
  }
}
