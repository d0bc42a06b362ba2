package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Decides which variables become boxes. A block becomes a lambda, which can capture only variables
 * that are never assigned again. So a variable that a block shares with the surrounding code stays
 * as it is if no code assigns it after its declaration; otherwise it becomes a box.
 */
final class Boxing {
  private final AttributedUnit unit;
  private final Regions regions;
  private final List<LoopNest> nests;
  private final Collection<Local> declared;
  private final Map<VariableElement, List<Region>> stored;

  /**
   * Creates the analysis of a file whose uses of variables are known.
   *
   * @param declared the variables that the program declares
   * @param stored the variables that clauses assign, with the regions of the clauses
   */
  Boxing(
      AttributedUnit unit,
      Regions regions,
      List<LoopNest> nests,
      Collection<Local> declared,
      Map<VariableElement, List<Region>> stored) {
    this.unit = unit;
    this.regions = regions;
    this.nests = nests;
    this.declared = declared;
    this.stored = stored;
  }

  void boxIfNeeded(Local local) {
    if (local.isWritten()
        && (local.uses().stream().anyMatch(use -> isCaptured(local, use))
            || mayStayUnassigned(local)
            || isStoredThoughCaptured(local))) {
      local.box();
    }
  }

  /**
   * Whether a clause assigns a variable that the program's own lambdas or classes capture; they can
   * do so because the program's code never assigns it again.
   */
  private boolean isStoredThoughCaptured(Local local) {
    List<Region> regions = stored.getOrDefault(local.element(), List.of());
    return local.copy() == null
        && !regions.isEmpty()
        && Stream.concat(
                regions.stream().map(Region::path),
                local.uses().stream().filter(use -> !use.inClause()).map(Use::path))
            .anyMatch(place -> functionAround(place) != functionAround(local.declaration()));
  }

  /** The innermost lambda or class around a place. Its code cannot assign variables outside it. */
  private static Tree functionAround(TreePath place) {
    TreePath path = place;
    while (!(path.getLeaf() instanceof LambdaExpressionTree)
        && !(path.getLeaf() instanceof ClassTree)) {
      path = path.getParentPath();
    }
    return path.getLeaf();
  }

  /**
   * Whether only some threads of a team assign a variable. javac's definite assignment would then
   * reject the translation.
   */
  private boolean mayStayUnassigned(Local local) {
    if (local.copy() != null
        || local.element().getKind() != ElementKind.LOCAL_VARIABLE
        || local.tree().getInitializer() != null
        || local.declaration().getParentPath().getLeaf() instanceof EnhancedForLoopTree) {
      return false;
    }
    int start = unit.start(local.tree());
    return local.uses().stream()
        .filter(Use::writes)
        .anyMatch(use ->
            isLeftByLoop(local)
                || regions
                    .around(use.offset())
                    .anyMatch(region -> !region.contains(start) && region.isForSome()));
  }

  /** Whether a lone {@code for} assigns a variable: it does so inside a {@code try}. */
  private boolean isLeftByLoop(Local local) {
    return nests.stream()
        .filter(nest -> nest.ownRegion().isEmpty())
        .flatMap(LoopNest::countedOutside)
        .anyMatch(loop -> loop.index().equals(local.element()));
  }

  /**
   * Boxes the other variables of a boxed variable's for loop: the head can hold only one
   * declaration.
   */
  void boxWithSiblings(Local local) {
    if (local.isBoxed()
        && local.declaration().getParentPath().getLeaf() instanceof ForLoopTree loop) {
      declared.stream()
          .filter(other -> loop.getInitializer().contains(other.tree()))
          .forEach(Local::box);
    }
  }

  private static boolean isCaptured(Local local, Use use) {
    boolean elsewhere = !Optional.ofNullable(use.block()).equals(local.owner());
    // A copy has an initialiser. So javac may regard it as assigned twice, and refuse lambdas that
    // capture it.
    return elsewhere || (local.copy() != null && isInFunction(use, local.construct()));
  }

  private static boolean isInFunction(Use use, Region block) {
    for (TreePath path = use.path();
        path != null && path.getLeaf() != block.statement();
        path = path.getParentPath()) {
      if (path.getLeaf() instanceof LambdaExpressionTree || path.getLeaf() instanceof ClassTree) {
        return true;
      }
    }
    return false;
  }
}
