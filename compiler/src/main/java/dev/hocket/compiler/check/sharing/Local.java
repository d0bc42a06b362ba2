package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.VariableElement;

/**
 * A local variable of the generated program: one that the user declared, or a block's own copy of
 * it ({@code private}, {@code firstprivate}).
 */
public final class Local {
  private final VariableElement element;
  private final TreePath declaration;
  private final Region owner;
  private final ClauseKind copy;
  private final List<Use> uses = new ArrayList<>();
  private boolean boxed;

  Local(VariableElement element, TreePath declaration, Region owner, ClauseKind copy) {
    this.element = element;
    this.declaration = declaration;
    this.owner = owner;
    this.copy = copy;
  }

  /** What the user declared. */
  public VariableElement element() {
    return element;
  }

  /** Where the user declared it. */
  public TreePath declaration() {
    return declaration;
  }

  /** The declaration itself. */
  public VariableTree tree() {
    return (VariableTree) declaration.getLeaf();
  }

  /** The innermost block it lives in; null outside all blocks. */
  public Region owner() {
    return owner;
  }

  /** Which kind of copy it is; null for the user's own variable. */
  public ClauseKind copy() {
    return copy;
  }

  /** Its uses in the order of the text. */
  public List<Use> uses() {
    return uses;
  }

  /** Whether it is declared as a box, as a block shares it and it is assigned again. */
  public boolean isBoxed() {
    return boxed;
  }

  void box() {
    boxed = true;
  }

  /** Whether it is assigned after its declaration. */
  public boolean isWritten() {
    return uses.stream().anyMatch(Use::writes);
  }

  /** The user's name for it. */
  public String name() {
    return element.getSimpleName().toString();
  }
}
