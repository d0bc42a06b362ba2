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
 * A variable of the generated program: one that the user declared, or a region's own copy of it
 * ({@code private}, {@code firstprivate}, {@code lastprivate}, {@code reduction}).
 */
public final class Local {
  private final VariableElement element;
  private final TreePath declaration;
  private final Region owner;
  private final Region construct;
  private final ClauseKind copy;
  private final List<Use> uses = new ArrayList<>();
  private boolean boxed;

  /** A variable that the user declared. */
  Local(VariableElement element, TreePath declaration, Region owner) {
    this.element = element;
    this.declaration = declaration;
    this.owner = owner;
    this.construct = null;
    this.copy = null;
  }

  /** A copy that a clause of a region asks for. */
  Local(Local original, Region construct, ClauseKind copy) {
    this.element = original.element;
    this.declaration = original.declaration;
    this.owner = construct.function();
    this.construct = construct;
    this.copy = copy;
  }

  /** What the user declared. */
  public VariableElement element() {
    return element;
  }

  /** Where the user declared it; for a field, the class around the region with the copy. */
  public TreePath declaration() {
    return declaration;
  }

  /** The declaration itself; null for a field. */
  public VariableTree tree() {
    return declaration.getLeaf() instanceof VariableTree tree ? tree : null;
  }

  /** The innermost function of a directive that it lives in; empty outside of all. */
  public Optional<Region> owner() {
    return Optional.ofNullable(owner);
  }

  /** Whether it lives inside a region that is a function, or inside a function in that. */
  public boolean livesIn(Region function) {
    return owner().filter(function::encloses).isPresent();
  }

  /** The region whose own copy it is; null for the user's own variable. */
  public Region construct() {
    return construct;
  }

  /** Whether it is a copy that starts with the variable's value at the directive. */
  public boolean startsWithValue() {
    return copy != null
        && (construct.directive().lists(ClauseKind.FIRSTPRIVATE, name()) || isImplicit());
  }

  /** The clause whose partial result it is; empty if it is none. */
  public Optional<Clause> reduction() {
    return copy == null
        ? Optional.empty()
        : construct.directive().clauses().stream()
            .filter(clause -> clause.kind().combines() && clause.lists(name()))
            .findFirst();
  }

  /** The part of an array of which it is a copy. */
  public Optional<Clause.Section> section() {
    return reduction().flatMap(Clause::section);
  }

  /** Whether it is a partial result that is combined element by element. */
  public boolean isReducedArray() {
    return reduction().filter(c -> Reduction.isByElement(c, element.asType())).isPresent();
  }

  /** Whether it is a copy of a task that no clause lists. */
  public boolean isImplicit() {
    return copy != null && construct.directive().copy(name()).isEmpty();
  }

  /** Which kind of copy it is; null for the user's own variable. */
  public ClauseKind copy() {
    return copy;
  }

  /** Its uses in the order of the text. */
  public List<Use> uses() {
    return uses;
  }

  /**
   * Whether the variable is declared as a box, because a block shares it and it is assigned again.
   */
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
