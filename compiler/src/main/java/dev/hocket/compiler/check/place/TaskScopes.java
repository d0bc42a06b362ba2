package dev.hocket.compiler.check.place;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the code whose tasks a handler awaits: the statement of a {@code taskgroup await}, and the
 * method, lambda or block of a target with a {@code taskwait await}. A task belongs to the
 * innermost such code around it. Lambdas in between do not count; a region of a team, another task
 * or a class in between does, because their tasks have another creator.
 */
public final class TaskScopes {
  private final Regions regions;
  private final List<TaskScope> all = new ArrayList<>();

  public TaskScopes(AttributedUnit unit, Regions regions, List<SyncPoint> syncs) {
    this.regions = regions;
    for (SyncPoint sync : syncs) {
      if (sync.directive() instanceof Directive.Taskwait wait && wait.awaits()) {
        addBody(unit, sync);
      }
    }
    for (InPlaceRegion region : regions.of(InPlaceRegion.class)) {
      if (awaits(region)) {
        int number = all.size();
        all.add(
            new TaskScope(
                number, region.statement(), region, region.start(), region.end(), region.offset()));
      }
    }
  }

  /** Whether a region is a {@code taskgroup await}. */
  public static boolean awaits(Region region) {
    return region.directive() instanceof Directive.Taskgroup group && group.awaits();
  }

  /** The methods and lambdas. */
  public List<TaskScope> functions() {
    return all.stream().filter(scope -> scope.region() == null).toList();
  }

  /** The scope that is exactly a region's statement. */
  public Optional<TaskScope> of(Region region) {
    return all.stream().filter(scope -> region.equals(scope.region())).findFirst();
  }

  /** The innermost scope around the statement of a task or group; a taskloop waits for itself. */
  public Optional<TaskScope> around(Region region) {
    return region.directive().kind() == DirectiveKind.TASKLOOP
        ? Optional.empty()
        : around(region.path(), region.offset(), region.outer());
  }

  /** The innermost scope whose tasks a {@code taskwait await} waits for. */
  public Optional<TaskScope> around(SyncPoint wait) {
    int offset = wait.directive().comment().start();
    return around(wait.list(), offset, regions.at(offset));
  }

  private Optional<TaskScope> around(TreePath place, int offset, Region function) {
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      Optional<TaskScope> group = groupBefore(tree, offset, function);
      if (group.isPresent()) {
        return group;
      }
      if (function != null && tree == function.statement()) {
        return of(function);
      }
      if (tree instanceof LambdaExpressionTree || tree instanceof MethodTree) {
        Optional<TaskScope> body = functions().stream().filter(s -> s.tree() == tree).findFirst();
        if (body.isPresent() || tree instanceof MethodTree) {
          return body;
        }
      }
      if (tree instanceof ClassTree) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Optional<TaskScope> groupBefore(Tree statement, int offset, Region function) {
    return all.stream()
        .filter(scope -> scope.tree() == statement && scope.region() instanceof InPlaceRegion)
        .filter(scope -> scope.label() < offset)
        .filter(scope -> Objects.equals(scope.region().outer(), function))
        .reduce((outer, inner) -> inner);
  }

  private void addBody(AttributedUnit unit, SyncPoint sync) {
    int offset = sync.directive().comment().start();
    Region function = regions.at(offset);
    for (TreePath path = sync.list(); path != null; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      if (function != null && tree == function.statement()) {
        if (function instanceof TargetBlock && of(function).isEmpty()) {
          int number = all.size();
          all.add(new TaskScope(number, tree, function, function.start(), function.end(), offset));
        }
        return;
      }
      if (tree instanceof LambdaExpressionTree lambda) {
        addFunction(unit, lambda, lambda.getBody(), offset);
        return;
      }
      if (tree instanceof MethodTree method) {
        addFunction(unit, method, method.getBody(), offset);
        return;
      }
      if (tree instanceof ClassTree) {
        return;
      }
    }
  }

  private void addFunction(AttributedUnit unit, Tree tree, Tree body, int offset) {
    if (body instanceof BlockTree && functions().stream().noneMatch(s -> s.tree() == tree)) {
      int start = unit.start(body) + 1;
      all.add(new TaskScope(all.size(), tree, null, start, unit.end(body) - 1, offset));
    }
  }
}
