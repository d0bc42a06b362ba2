package dev.hocket.compiler.check.place;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.ConstructorCall;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the code whose runs order the blocks with {@code depend} that they create: the innermost
 * block or task around the block, or else the method or initialiser. Lambdas in between belong to
 * the code around them. In a region of a team there is none, because its tasks order them.
 */
public final class Orders {
  private final AttributedUnit unit;
  private final List<Creator> all = new ArrayList<>();

  /**
   * Code that creates blocks with {@code depend}.
   *
   * @param number its number in the file
   * @param tree the body, or the statement of the region
   * @param region the block or task; null for a method, initialiser or lambda
   * @param start the offset where a body's own code begins
   */
  public record Creator(int number, Tree tree, Region region, int start) {}

  public Orders(AttributedUnit unit, Regions regions, TaskScopes tasks) {
    this.unit = unit;
    for (Region region : regions.all()) {
      boolean needsOrder =
          region instanceof TargetBlock
              || region instanceof TaskRegion task && tasks.around(task).isPresent();
      if (needsOrder && isOrdered(region)) {
        find(region)
            .filter(found -> of(found.tree()).isEmpty())
            .ifPresent(found ->
                all.add(new Creator(all.size(), found.tree(), found.region(), found.start())));
      }
    }
  }

  /** Whether a region has the clause {@code depend}. */
  public static boolean isOrdered(Region region) {
    return region.directive().clause(ClauseKind.DEPEND).isPresent();
  }

  /** The bodies of methods, initialisers and lambdas. */
  public List<Creator> bodies() {
    return all.stream().filter(creator -> creator.region() == null).toList();
  }

  /** The creator that is exactly a region's code. */
  public Optional<Creator> in(Region region) {
    return all.stream().filter(creator -> region.equals(creator.region())).findFirst();
  }

  /** The code that creates a block or task; empty if it needs no order. */
  public Optional<Creator> of(Region region) {
    return find(region).flatMap(found -> of(found.tree()));
  }

  private Optional<Creator> of(Tree tree) {
    return all.stream().filter(creator -> creator.tree() == tree).findFirst();
  }

  private Optional<Creator> find(Region region) {
    Region function = region.outer();
    Tree block = null;
    Tree ofLambda = null;
    for (TreePath path = region.path(); path != null; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      if (function != null && tree == function.statement()) {
        return function instanceof ParallelRegion
            ? Optional.empty()
            : Optional.of(new Creator(0, tree, function, 0));
      }
      switch (tree) {
        case BlockTree outermost -> block = outermost;
        case LambdaExpressionTree lambda ->
            ofLambda = lambda.getBody() instanceof BlockTree body ? body : ofLambda;
        case MethodTree method -> {
          return Optional.of(body(method.getBody()));
        }
        case ClassTree type -> {
          // The code of an initialiser, or a lambda in a field.
          Tree body = ofLambda != null && !(isIn(block, type)) ? ofLambda : block;
          return Optional.ofNullable(body).map(this::body);
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  private static boolean isIn(Tree block, ClassTree type) {
    return type.getMembers().stream().anyMatch(member -> member == block);
  }

  private Creator body(Tree body) {
    return new Creator(0, body, null, start((BlockTree) body));
  }

  /** The offset from which all code of a body can use a variable, also code before super(…). */
  private int start(BlockTree body) {
    int start = unit.start(body) + 1;
    // Releases that allow no code before a constructor's call have it first. One that javac has
    // added has no position.
    return !body.getStatements().isEmpty()
            && body.getStatements().getFirst() instanceof ExpressionStatementTree first
            && ConstructorCall.is(first.getExpression())
        ? Math.max(start, unit.end(first))
        : start;
  }
}
