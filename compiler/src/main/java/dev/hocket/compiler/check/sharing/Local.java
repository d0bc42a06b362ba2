package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.VariableElement;

/**
 * A variable of the generated program: one that the program declares, or a region's own copy of it
 * ({@code private}, {@code firstprivate}, {@code lastprivate}, {@code reduction}).
 */
public final class Local {
  private final VariableElement element;
  private final TreePath declaration;
  private final Region owner;
  private final Region construct;
  private final ClauseKind copy;
  private final boolean isIndex;
  private final List<Use> uses = new ArrayList<>();
  private boolean boxed;

  /** Creates a variable that the program declares. */
  Local(VariableElement element, TreePath declaration, Region owner) {
    this.element = element;
    this.declaration = declaration;
    this.owner = owner;
    this.construct = null;
    this.copy = null;
    this.isIndex = false;
  }

  /** Creates a copy for a region. */
  Local(Local original, Region construct, ClauseKind copy) {
    this(original, construct, copy, false);
  }

  /** The variable that each iteration of a shared loop has instead of one declared before it. */
  static Local index(Local original, Region loop) {
    return new Local(original, loop, ClauseKind.PRIVATE, true);
  }

  private Local(Local original, Region construct, ClauseKind copy, boolean isIndex) {
    this.element = original.element;
    this.declaration = original.declaration;
    this.owner = construct.function();
    this.construct = construct;
    this.copy = copy;
    this.isIndex = isIndex;
  }

  /** The program's variable. */
  public VariableElement element() {
    return element;
  }

  /**
   * The place of the variable's declaration. For a field, the class around the region with the
   * copy.
   */
  public TreePath declaration() {
    return declaration;
  }

  /** The tree of the declaration; null for a field. */
  public VariableTree tree() {
    return declaration.getLeaf() instanceof VariableTree tree ? tree : null;
  }

  /** The innermost region with a function that contains the variable; empty outside of all. */
  public Optional<Region> owner() {
    return Optional.ofNullable(owner);
  }

  /** Whether the variable lives in a region's function or in a function inside that. */
  public boolean livesIn(Region function) {
    return owner().filter(function::encloses).isPresent();
  }

  /** The region that the copy belongs to; null for the program's own variable. */
  public Region construct() {
    return construct;
  }

  /** Whether the variable is a copy that starts with the original's value at the directive. */
  public boolean startsWithValue() {
    return copy != null
        && (construct.directive().lists(ClauseKind.FIRSTPRIVATE, name()) || isImplicit());
  }

  /** The reduction clause whose partial result the variable is; empty for other variables. */
  public Optional<Clause> reduction() {
    return copy == null
        ? Optional.empty()
        : construct.directive().clauses().stream()
            .filter(clause -> clause.kind().combines() && clause.lists(name()))
            .findFirst();
  }

  /** The section of an array that the variable copies. */
  public Optional<Clause.Section> section() {
    return reduction().flatMap(Clause::section);
  }

  /** Whether the variable is a partial result that is combined element by element. */
  public boolean isReducedArray() {
    return reduction().filter(c -> Reduction.isByElement(c, element.asType())).isPresent();
  }

  /** Whether it is the index of a shared loop, which stands for one declared before the loop. */
  public boolean isIndex() {
    return isIndex;
  }

  /** Whether the variable is a task's copy that no clause lists. */
  public boolean isImplicit() {
    return copy != null && !isIndex && construct.directive().copy(name()).isEmpty();
  }

  /** The clause that asks for the copy; null for the program's own variable. */
  public ClauseKind copy() {
    return copy;
  }

  /** The uses of the variable in the order of the text. */
  public List<Use> uses() {
    return uses;
  }

  /** Whether the variable becomes a box, because a block shares it and it is assigned again. */
  public boolean isBoxed() {
    return boxed;
  }

  void box() {
    boxed = true;
  }

  /** Whether the variable is assigned after its declaration. */
  public boolean isWritten() {
    return uses.stream().anyMatch(Use::writes);
  }

  /** The variable's name in the program. */
  public String name() {
    return element.getSimpleName().toString();
  }
}
