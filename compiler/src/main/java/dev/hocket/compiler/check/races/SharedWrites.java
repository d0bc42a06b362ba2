package dev.hocket.compiler.check.races;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.InPlaceRegion;
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
import dev.hocket.compiler.parse.ClauseKind;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.TypeMirror;

/**
 * Warns if several threads of a team may assign a shared local variable at the same time. A {@code
 * shared} clause switches the warning off.
 *
 * <pre>{@code
 * //#omp parallel for
 * for (int i = 0; i < n; i++) {
 *   sum += a[i]; // HK112
 * }
 * }</pre>
 */
public final class SharedWrites {
  /** The remedy if directives around the assignments have different locks. */
  static final String ONE_LOCK =
      "put //#omp critical with one name around all statements that assign it";

  private final AttributedUnit unit;
  private final Regions regions;
  private final Concurrency concurrency;
  private final Problems problems;

  public SharedWrites(
      AttributedUnit unit,
      Regions regions,
      Variables variables,
      List<LoopNest> nests,
      Problems problems) {
    this.concurrency = new Concurrency(unit, regions, variables, nests);
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
  }

  /** Warns at most once about a variable in a team. */
  public void check(Local local) {
    List<Use> writes = local.uses().stream().filter(u -> u.writes() && !u.inClause()).toList();
    List<TreePath> places = writes.stream().map(Use::path).toList();
    Set<Region> reported = new HashSet<>();
    for (Use write : writes) {
      race(local, write, places).filter(reported::add).ifPresent(team -> report(local, write));
    }
  }

  /** The team, or repeated task, in which several threads may assign the variable at once. */
  private Optional<Region> race(Local local, Use use, List<TreePath> places) {
    Region declared = local.construct();
    for (Region region : regions.around(use.offset()).toList()) {
      boolean own =
          declared == null ? region.contains(unit.start(local.tree())) : region.equals(declared);
      if (own || concurrency.isForOne(region, use.path(), places)) {
        return Optional.empty();
      }
      if (region instanceof InPlaceRegion part
          && part.directive().lists(ClauseKind.SHARED, local.name())) {
        return Optional.empty();
      }
      if (region instanceof TaskRegion task) {
        if (task.directive().lists(ClauseKind.SHARED, local.name())
            || concurrency.isAlone(task, local.name())
            || concurrency.isGuarded(use.path(), task)) {
          return Optional.empty();
        }
        if (concurrency.isRepeated(task)) {
          return Optional.of(task);
        }
      }
      if (region instanceof ParallelRegion team) {
        return team.directive().lists(ClauseKind.SHARED, local.name())
                || concurrency.isGuarded(use.path(), team)
            ? Optional.empty()
            : Optional.of(team);
      }
    }
    return Optional.empty();
  }

  private void report(Local local, Use use) {
    String name = local.name();
    Optional<IfTree> test = testAround(local, use);
    String way =
        concurrency.isLocked(use.path())
            ? ONE_LOCK
            : test.map(tested -> wayOut(name, use, tested))
                .or(() ->
                    operator(local, use)
                        .map(operator ->
                            "add reduction(%s: %s) to the directive, or put //#omp atomic%s before this"
                                    .formatted(
                                        operator, name, operator.length() > 1 ? " write" : "")
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
        way + "; if the race is intended, list it: shared(" + name + ")");
  }

  /** The remedy if an {@code if} reads the variable to decide whether to assign it. */
  private String wayOut(String name, Use use, IfTree test) {
    String critical =
        "put //#omp critical before the 'if' of line %d, whose condition reads it too"
            .formatted(unit.source().line(unit.start(test)));
    return extreme(name, use, test)
            .map(operator ->
                "add reduction(%s: %s) to the directive, ".formatted(operator, name)
                    + (isAtomic(use, test) ? "put //#omp atomic compare before the 'if', " : "")
                    + "or ")
            .orElse("")
        + critical;
  }

  /** Whether {@code atomic compare} takes an {@code if} that assigns the variable. */
  private static boolean isAtomic(Use use, IfTree test) {
    Tree then = test.getThenStatement();
    if (then instanceof BlockTree block && block.getStatements().size() == 1) {
      then = block.getStatements().getFirst();
    }
    Tree.Kind comparison = bare(test.getCondition()).getKind();
    return (comparison == Tree.Kind.LESS_THAN || comparison == Tree.Kind.GREATER_THAN)
        && test.getElseStatement() == null
        && use.path().getParentPath().getParentPath().getLeaf() == then;
  }

  /**
   * The reduction for a pattern: {@code max} for {@code if (v > max) max = v;}, {@code min} for the
   * reverse.
   */
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

  /**
   * The outermost {@code if} in the region around an assignment whose condition reads the variable.
   */
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

  private static Optional<String> operator(Local local, Use use) {
    return operator(use.path(), local.element().asType());
  }

  /** The operator of a reduction that could replace the assignment of a variable. */
  static Optional<String> operator(TreePath variable, TypeMirror type) {
    Tree assignment = variable.getParentPath().getLeaf();
    String operator =
        switch (assignment.getKind()) {
          case PREFIX_INCREMENT, POSTFIX_INCREMENT, PLUS_ASSIGNMENT -> "+";
          case PREFIX_DECREMENT, POSTFIX_DECREMENT, MINUS_ASSIGNMENT -> "+";
          case MULTIPLY_ASSIGNMENT -> "*";
          case AND_ASSIGNMENT -> "&";
          case OR_ASSIGNMENT -> "|";
          case XOR_ASSIGNMENT -> "^";
          case ASSIGNMENT -> flag(((AssignmentTree) assignment).getExpression());
          default -> "";
        };
    return operator.isEmpty()
        ? Optional.empty()
        : Reduction.of(operator, type).map(Reduction::operator);
  }

  /** The operator for a flag: all threads that find something set it to the same value. */
  private static String flag(Tree value) {
    return bare(value) instanceof LiteralTree literal && literal.getValue() instanceof Boolean set
        ? set ? "||" : "&&"
        : "";
  }
}
