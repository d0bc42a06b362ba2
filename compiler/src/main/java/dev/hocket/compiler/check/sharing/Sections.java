package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ArrayAccessTree;
import java.util.Optional;

/**
 * Recognises uses of an array of which only a section is reduced, so that only its elements exist.
 */
public final class Sections {
  private Sections() {}

  /** The access {@code a[i]} around a use of {@code a}; empty if it is used in another way. */
  public static Optional<ArrayAccessTree> access(Use use) {
    return !use.inClause()
            && use.path().getParentPath().getLeaf() instanceof ArrayAccessTree access
            && access.getExpression() == use.path().getLeaf()
        ? Optional.of(access)
        : Optional.empty();
  }
}
