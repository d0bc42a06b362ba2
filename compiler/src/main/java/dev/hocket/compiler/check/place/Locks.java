package dev.hocket.compiler.check.place;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.parse.Directive;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/** Finds the locks that a thread holds at a place, as far as the code of the function shows. */
public final class Locks {
  private final AttributedUnit unit;
  private final Regions regions;

  /** Creates a finder for a file. */
  public Locks(AttributedUnit unit, Regions regions) {
    this.unit = unit;
    this.regions = regions;
  }

  /**
   * A lock that code holds.
   *
   * @param word the construct that takes it: {@code synchronized} or {@code critical}
   * @param line the line of that construct
   */
  public record Held(String word, int line) {}

  /**
   * The lock that is held at a place; empty if there is none.
   *
   * @param offset the offset of the place, or of its directive
   * @param function the innermost region around it that is a function, or null
   */
  public Optional<Held> around(TreePath place, int offset, Region function) {
    Stream<Held> critical =
        regions.around(place, offset, function).stream()
            .filter(region -> region.directive() instanceof Directive.Critical)
            .map(region -> held("critical", region.offset()));
    return critical.findFirst().or(() -> synchronizedAround(place, function));
  }

  private Held held(String word, int offset) {
    return new Held(word, unit.source().line(offset));
  }

  private Optional<Held> synchronizedAround(TreePath place, Region function) {
    // The code of a block runs on a thread of its own, without the locks around the block.
    Tree edge = function == null ? null : function.statement();
    for (TreePath path = place; path.getLeaf() != edge; path = path.getParentPath()) {
      Tree parent = path.getParentPath().getLeaf();
      if (locks(parent, path.getLeaf())) {
        return Optional.of(held("synchronized", unit.start(parent)));
      }
      if (parent instanceof MethodTree
          || parent instanceof LambdaExpressionTree
          || parent instanceof ClassTree) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean locks(Tree tree, Tree part) {
    return switch (tree) {
      case SynchronizedTree statement -> statement.getBlock() == part;
      case MethodTree method -> method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED);
      default -> false;
    };
  }
}
