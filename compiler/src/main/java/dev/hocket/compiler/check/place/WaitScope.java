package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;

/**
 * A method, initialiser or lambda body with a {@code wait} for a tag and a block of the tag that
 * can run before it: each run of the body waits for its own blocks.
 *
 * @param body the method, the lambda, or the block of an initialiser
 * @param tag the tag
 * @param start where the code begins that belongs to the scope
 * @param end where it ends
 * @param outer the innermost scope of the same tag around this one, or null
 */
public record WaitScope(TreePath body, String tag, int start, int end, WaitScope outer) {
  /** How many scopes of the same tag are around it. */
  public int depth() {
    return outer == null ? 0 : outer.depth() + 1;
  }
}
