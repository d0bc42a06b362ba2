package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ArrayAccessTree;
import java.util.Optional;

/** Uses of an array of which a section is reduced: only its elements are there. */
public final class Sections {
  private Sections() {}

  /** The element in {@code a[i]} for a use of {@code a}; empty if it is used in another way. */
  public static Optional<ArrayAccessTree> access(Use use) {
    return !use.inClause()
            && use.path().getParentPath().getLeaf() instanceof ArrayAccessTree access
            && access.getExpression() == use.path().getLeaf()
        ? Optional.of(access)
        : Optional.empty();
  }
}
