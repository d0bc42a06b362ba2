package dev.hocket.compiler.check.races;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Decides which code several threads of a team may run at the same time, as far as the text shows.
 */
final class Concurrency {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Variables variables;

  Concurrency(AttributedUnit unit, Regions regions, Variables variables) {
    this.unit = unit;
    this.regions = regions;
    this.variables = variables;
  }

  /**
   * The team whose threads may run a place at the same time; empty if a directive around the place
   * prevents that, or lists the variable.
   */
  Optional<ParallelRegion> team(TreePath place, String variable) {
    for (Region region : regions.around(unit.start(place.getLeaf())).toList()) {
      if (region instanceof TaskRegion
          || isForOne(region)
          || region.directive().sharing(variable).isPresent()) {
        return Optional.empty();
      }
      if (region instanceof ParallelRegion team) {
        return isGuarded(place, team) ? Optional.empty() : Optional.of(team);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether no two threads of a team run a region's statement at the same time, seen from the
   * region's directive alone.
   */
  boolean isForOne(Region region) {
    return switch (region.directive()) {
      case Directive.Target target -> true;
      case Directive.Critical critical -> true;
      case Directive.Atomic atomic -> true;
      case Directive.Ordered ordered -> true;
      case Directive.Parallel team -> false;
      case Directive.Task task -> false;
      case Directive.Taskgroup group -> false;
      case Directive.For loop -> false;
      case Directive.Sections sections -> true;
      case Directive.Section section -> true;
      case Directive.Single single -> true;
      case Directive.Master master ->
          master
              .clause(ClauseKind.FILTER)
              .map(Clause::expression)
              .map(filter -> isSameForAll(filter.text(), region))
              .orElse(true);
    };
  }

  /**
   * Whether an expression certainly has the same value for all threads of a team: it consists of
   * literals and of variables that are declared outside the team and never assigned again.
   */
  private boolean isSameForAll(String expression, Region region) {
    return JavaLexer.tokens(expression).stream()
        .filter(token -> token.kind() == Token.Kind.WORD)
        .map(token -> expression.substring(token.start(), token.end()))
        .allMatch(word -> variables.named(word, region).filter(this::isConstantInTeam).isPresent());
  }

  private boolean isConstantInTeam(Local local) {
    return local.construct() == null
        && !local.isWritten()
        && regions.around(unit.start(local.tree())).noneMatch(ParallelRegion.class::isInstance);
  }

  /**
   * Whether a place in a team's code is guarded: by {@code synchronized}, by a lock that earlier
   * statements take, or by an {@code if} on the thread's number.
   */
  boolean isGuarded(TreePath place, Region team) {
    TreePath path = place;
    while (path.getLeaf() != team.statement()) {
      TreePath around = path.getParentPath();
      if (path.getLeaf() instanceof SynchronizedTree
          || around.getLeaf() instanceof BlockTree block && isLocked(block, path, around)
          || path.getLeaf() instanceof IfTree test && asksForThread(test.getCondition(), path)) {
        return true;
      }
      path = around;
    }
    return false;
  }

  /** Whether the statements before a place in its block take a lock and do not release it. */
  private boolean isLocked(BlockTree block, TreePath place, TreePath blockPath) {
    boolean[] locked = {false};
    TreeScanner<Void, Void> calls =
        new TreeScanner<>() {
          @Override
          public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            if (call.getMethodSelect() instanceof MemberSelectTree select
                && isLock(select.getExpression(), blockPath)) {
              locked[0] = !select.getIdentifier().toString().matches("unlock.*|release");
            }
            return super.visitMethodInvocation(call, null);
          }
        };
    for (StatementTree statement : block.getStatements()) {
      if (statement == place.getLeaf()) {
        break;
      }
      calls.scan(statement, null);
    }
    return locked[0];
  }

  private boolean isLock(ExpressionTree receiver, TreePath place) {
    return unit.types().asElement(unit.trees().getTypeMirror(path(place, receiver)))
            instanceof TypeElement type
        && (type.getQualifiedName().toString().startsWith("java.util.concurrent.locks.")
            || type.getQualifiedName().contentEquals("java.util.concurrent.Semaphore")
            || type.getQualifiedName().contentEquals("dev.hocket.directives.OmpLock"));
  }

  private boolean asksForThread(Tree condition, TreePath place) {
    return Boolean.TRUE.equals(
        new TreeScanner<Boolean, Void>() {
          @Override
          public Boolean visitMethodInvocation(MethodInvocationTree call, Void unused) {
            Element method = unit.trees().getElement(path(place, call));
            return method != null
                    && method.getSimpleName().toString().matches("getThreadNum|omp_get_thread_num")
                || Boolean.TRUE.equals(super.visitMethodInvocation(call, null));
          }

          @Override
          public Boolean reduce(Boolean first, Boolean second) {
            return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
          }
        }.scan(condition, null));
  }

  private static TreePath path(TreePath around, Tree tree) {
    return TreePath.getPath(around, tree);
  }
}
