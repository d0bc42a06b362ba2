package dev.hocket.compiler.check.races;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Reduction;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.List;
import java.util.Optional;

/**
 * Warns where several threads of a team may assign a shared local variable at the same time. A
 * {@code shared} clause switches the warning off.
 *
 * <pre>{@code
 * //#omp parallel for
 * for (int i = 0; i < n; i++) {
 *   sum += a[i]; // HK112
 * }
 * }</pre>
 */
public final class SharedWrites {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Variables variables;
  private final Problems problems;

  public SharedWrites(
      AttributedUnit unit, Regions regions, Variables variables, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.variables = variables;
    this.problems = problems;
  }

  /** Warns once of a variable. */
  public void check(Local local) {
    local.uses().stream()
        .filter(use -> use.writes() && !use.inClause())
        .filter(use -> isRace(local, use))
        .findFirst()
        .ifPresent(use -> report(local, use));
  }

  private boolean isRace(Local local, Use use) {
    Region declared = local.construct();
    for (Region region : regions.around(use.offset()).toList()) {
      boolean own =
          declared == null ? region.contains(unit.start(local.tree())) : region.equals(declared);
      if (own || isForOne(region)) {
        return false;
      }
      if (region instanceof TaskRegion task) {
        if (task.directive().lists(ClauseKind.SHARED, local.name())
            || isAlone(task, local)
            || isSynchronized(use.path(), task)) {
          return false;
        }
        if (isRepeated(task)) {
          return true;
        }
      }
      if (region instanceof ParallelRegion team) {
        return !team.directive().lists(ClauseKind.SHARED, local.name())
            && !isSynchronized(use.path(), team);
      }
    }
    return false;
  }

  /**
   * Whether no two threads of a team run the statement at the same time, as far as it is the
   * team's.
   */
  private boolean isForOne(Region region) {
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
   * Whether all threads of the team find the same value for an expression: it consists of literals
   * and of variables from outside the team that are never assigned again.
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

  /** Whether no other task that lists the variable runs at the same time. */
  private boolean isAlone(TaskRegion task, Local local) {
    return task.directive().clauses().stream()
        .flatMap(clause -> variables.dependItem(clause).stream())
        .filter(item -> item.isName() && item.name().equals(local.name()))
        .anyMatch(item -> !List.of("in", "inoutset").contains(item.clause().word().text()));
  }

  /** Whether a loop of the function around a task creates several such tasks. */
  private static boolean isRepeated(TaskRegion task) {
    Tree edge = task.outer() == null ? null : task.outer().statement();
    TreePath path = task.path();
    while (path != null && path.getLeaf() != edge && !(path.getLeaf() instanceof MethodTree)) {
      switch (path.getLeaf()) {
        case ForLoopTree loop -> {
          return true;
        }
        case EnhancedForLoopTree loop -> {
          return true;
        }
        case WhileLoopTree loop -> {
          return true;
        }
        case DoWhileLoopTree loop -> {
          return true;
        }
        default -> path = path.getParentPath();
      }
    }
    return false;
  }

  private static boolean isSynchronized(TreePath place, Region team) {
    TreePath path = place;
    while (path.getLeaf() != team.statement()) {
      if (path.getLeaf() instanceof SynchronizedTree) {
        return true;
      }
      path = path.getParentPath();
    }
    return false;
  }

  private void report(Local local, Use use) {
    String name = local.name();
    Optional<IfTree> test = testAround(local, use);
    String way =
        test.map(tested -> wayOut(name, use, tested))
            .or(() ->
                operator(local, use)
                    .map(operator ->
                        "add reduction(%s: %s) to the directive, or put //#omp atomic before this"
                                .formatted(operator, name)
                            + " statement"))
            .orElse(
                "declare it inside the region, add private(%s), or put //#omp critical before"
                        .formatted(name)
                    + " this statement");
    problems.report(
        Message.HK112,
        unit.source(),
        use.offset(),
        "variable",
        name,
        "way",
        way + "; shared(" + name + ") says that it is meant");
  }

  /** The way out where an {@code if} decides by the variable whether to assign it. */
  private String wayOut(String name, Use use, IfTree test) {
    String critical =
        "put //#omp critical before the 'if' of line %d, whose condition reads it too"
            .formatted(unit.source().line(unit.start(test)));
    return extreme(name, use, test)
            .map(
                operator -> "add reduction(%s: %s) to the directive, or ".formatted(operator, name))
            .orElse("")
        + critical;
  }

  /** {@code max} for {@code if (v > max) max = v;}, and {@code min} the other way round. */
  private static Optional<String> extreme(String name, Use use, IfTree test) {
    if (use.path().getParentPath().getLeaf() instanceof AssignmentTree assignment
        && bare(test.getCondition()) instanceof BinaryTree condition) {
      String value = assignment.getExpression().toString();
      String left = bare(condition.getLeftOperand()).toString();
      String right = bare(condition.getRightOperand()).toString();
      boolean valueFirst = left.equals(value) && right.equals(name);
      boolean valueLast = right.equals(value) && left.equals(name);
      boolean greater =
          switch (condition.getKind()) {
            case GREATER_THAN, GREATER_THAN_EQUAL -> valueFirst;
            case LESS_THAN, LESS_THAN_EQUAL -> valueLast;
            default -> false;
          };
      boolean less =
          switch (condition.getKind()) {
            case GREATER_THAN, GREATER_THAN_EQUAL -> valueLast;
            case LESS_THAN, LESS_THAN_EQUAL -> valueFirst;
            default -> false;
          };
      return greater ? Optional.of("max") : less ? Optional.of("min") : Optional.empty();
    }
    return Optional.empty();
  }

  private static Tree bare(Tree expression) {
    Tree inner = expression;
    while (inner instanceof ParenthesizedTree parenthesized) {
      inner = parenthesized.getExpression();
    }
    return inner;
  }

  /** The outermost {@code if} around an assignment, in its region, whose condition reads it. */
  private Optional<IfTree> testAround(Local local, Use use) {
    Optional<IfTree> found = Optional.empty();
    Region team = use.block();
    for (TreePath path = use.path();
        path != null && (team == null || path.getLeaf() != team.statement());
        path = path.getParentPath()) {
      if (path.getLeaf() instanceof IfTree test && readsIn(local, test.getCondition())) {
        found = Optional.of(test);
      }
    }
    return found;
  }

  private boolean readsIn(Local local, Tree condition) {
    return local.uses().stream()
        .filter(use -> use.reads() && !use.inClause())
        .anyMatch(
            use -> unit.start(condition) <= use.offset() && use.offset() < unit.end(condition));
  }

  /** The operator of a reduction that the assignment may be a part of. */
  private static Optional<String> operator(Local local, Use use) {
    Tree assignment = use.path().getParentPath().getLeaf();
    String operator =
        switch (assignment.getKind()) {
          case PREFIX_INCREMENT, POSTFIX_INCREMENT, PLUS_ASSIGNMENT -> "+";
          case PREFIX_DECREMENT, POSTFIX_DECREMENT, MINUS_ASSIGNMENT -> "+";
          case MULTIPLY_ASSIGNMENT -> "*";
          case AND_ASSIGNMENT -> "&";
          case OR_ASSIGNMENT -> "|";
          case XOR_ASSIGNMENT -> "^";
          default -> "";
        };
    return operator.isEmpty()
        ? Optional.empty()
        : Reduction.of(operator, local.element().asType()).map(Reduction::operator);
  }
}
