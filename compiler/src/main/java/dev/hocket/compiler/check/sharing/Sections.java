package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ArrayAccessTree;
import java.util.Optional;

/**
 * Recognises uses of an array if only a section of it is reduced, so that only the elements of the
 * section exist.
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
