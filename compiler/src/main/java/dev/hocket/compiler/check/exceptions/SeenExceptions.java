package dev.hocket.compiler.check.exceptions;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.parse.Name;
import java.util.List;
import javax.lang.model.type.TypeMirror;

/**
 * Finds exceptions of a block that the surrounding code sees. The {@code wait} for a block's tag
 * throws the exceptions that leave the block. If the {@code wait} follows the block inside the same
 * {@code try} or method, the {@code catch} or {@code throws} there sees the exception.
 */
public final class SeenExceptions {
  private final AttributedUnit unit;
  private final Regions regions;
  private final List<WaitPoint> waits;

  public SeenExceptions(AttributedUnit unit, Regions regions, List<WaitPoint> waits) {
    this.unit = unit;
    this.regions = regions;
    this.waits = waits;
  }

  /** Whether the handler that javac demands around a block sees an exception of the block. */
  boolean isSeen(TargetBlock block, TypeMirror type) {
    Tree function = Function.around(block.path(), block.outer()).path().getLeaf();
    Tree reach = reachOfHandler(block, function, type);
    return block
        .directive()
        .tag()
        .map(Name::text)
        .filter(tag ->
            waits.stream()
                .filter(
                    wait -> wait.directive().tags().stream().anyMatch(t -> t.text().equals(tag)))
                .filter(wait -> offset(wait) >= block.end() && offset(wait) < unit.end(reach))
                .anyMatch(wait -> functionAround(wait) == function))
        .isPresent();
  }

  /**
   * The block of the innermost {@code try} that catches an exception, or else the function, which
   * declares the exception, as javac has checked.
   */
  private Tree reachOfHandler(TargetBlock block, Tree function, TypeMirror type) {
    for (TreePath path = block.path(); path.getLeaf() != function; path = path.getParentPath()) {
      TreePath around = path.getParentPath();
      if (around.getLeaf() instanceof TryTree statement
          && statement.getBlock() == path.getLeaf()
          && catches(around, type)) {
        return path.getLeaf();
      }
    }
    return function;
  }

  private boolean catches(TreePath statement, TypeMirror type) {
    for (CatchTree clause : ((TryTree) statement.getLeaf()).getCatches()) {
      List<TypeMirror> caught = ThrownTypes.caughtBy(unit, new TreePath(statement, clause));
      if (caught.stream().anyMatch(each -> unit.types().isSubtype(type, each))) {
        return true;
      }
    }
    return false;
  }

  private Tree functionAround(WaitPoint wait) {
    return Function.around(wait.list(), regions.at(offset(wait))).path().getLeaf();
  }

  private static int offset(WaitPoint wait) {
    return wait.directive().comment().start();
  }
}
