package dev.hocket.compiler.check.loops;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/**
 * Finds the loops of {@code for} directives, and reports those that a team cannot share.
 *
 * <pre>{@code
 * //#omp parallel for
 * for (int i = 1; i < n; i *= 2) { // HK051: the head does not show how many iterations there are
 *   work(i);
 * }
 * }</pre>
 */
public final class LoopCheck {
  /** The clauses that may list an index. */
  private static final Set<ClauseKind> OF_INDEX =
      Set.of(ClauseKind.PRIVATE, ClauseKind.LASTPRIVATE);

  private final AttributedUnit unit;
  private final Regions regions;
  private final Problems problems;

  public LoopCheck(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
  }

  /** The loops of a file that teams can share. */
  public List<LoopNest> nests() {
    return regions.of(InPlaceRegion.class).stream()
        .filter(region -> region.directive() instanceof Directive.For)
        .flatMap(region -> nest(region).stream())
        .toList();
  }

  private Optional<LoopNest> nest(InPlaceRegion region) {
    try {
      return Optional.of(read(region));
    } catch (HeadReader.NotSharedException e) {
      problems.report(
          Message.HK051,
          unit.source(),
          e.place() == null ? region.offset() : unit.start(e.place()),
          "reason",
          e.reason(),
          "way",
          e.way());
      return Optional.empty();
    }
  }

  private LoopNest read(InPlaceRegion region) {
    regions
        .between(region)
        .ifPresent(other -> {
          String word = other.directive().kind().word();
          throw new HeadReader.NotSharedException(
              region.statement(),
              "'" + word + "' stands between the directive and the loop",
              "put '" + word + "' first, or before the body of the loop");
        });
    HeadReader reader = new HeadReader(unit);
    List<SharedLoop> loops = new ArrayList<>();
    int depth = depth(region);
    TreePath statement = region.path();
    Optional<String> label = Optional.empty();
    while (true) {
      label = Optional.empty();
      while (statement.getLeaf() instanceof LabeledStatementTree labeled) {
        label = Optional.of(labeled.getLabel().toString());
        statement = new TreePath(statement, labeled.getStatement());
      }
      SharedLoop loop = reader.read(statement, depth > 1);
      checkIndex(loop, loops);
      loops.add(loop);
      if (loops.size() == depth) {
        break;
      }
      statement = onlyStatement(new TreePath(statement, body(statement.getLeaf())), region, depth);
    }
    StatementTree body = body(statement.getLeaf());
    TreePath repeated = new TreePath(statement, body);
    checkIndices(loops, repeated);
    checkLists(region, loops);
    new FixedHead(unit).check(loops);
    Optional<VariableElement> used = indexInHeads(loops);
    used.ifPresent(index -> checkStep((SharedLoop.Counted) loops.getLast(), index));
    return new LoopNest(
        region,
        List.copyOf(loops),
        body,
        label,
        isOrdered(region),
        isPlain(region, loops),
        used.isEmpty());
  }

  private boolean isPlain(InPlaceRegion region, List<SharedLoop> loops) {
    return loops.stream().allMatch(new PlainHead(unit)::isPlain)
        && region.directive().clauses().stream().allMatch(PlainHead::isPlain);
  }

  /** The number of nested loops that the directive shares. A wrong clause is reported elsewhere. */
  private static int depth(InPlaceRegion region) {
    return region
        .directive()
        .clause(ClauseKind.COLLAPSE)
        .map(clause -> clause.expression().text())
        .filter(text -> text.matches("[1-9][0-9]{0,2}"))
        .map(Integer::parseInt)
        .orElse(1);
  }

  private static StatementTree body(Tree loop) {
    return loop instanceof EnhancedForLoopTree each
        ? each.getStatement()
        : ((ForLoopTree) loop).getStatement();
  }

  private TreePath onlyStatement(TreePath body, InPlaceRegion region, int depth) {
    TreePath path = body;
    while (path.getLeaf() instanceof BlockTree block && block.getStatements().size() == 1) {
      path = new TreePath(path, block.getStatements().getFirst());
    }
    Tree inner = path.getLeaf();
    boolean isLoop =
        inner instanceof LabeledStatementTree
            || inner instanceof ForLoopTree
            || inner instanceof EnhancedForLoopTree;
    if (!isLoop || isGoverned(body.getLeaf(), inner, region)) {
      throw new HeadReader.NotSharedException(
          inner,
          "collapse(" + depth + ") wants another loop here, and nothing else",
          "move the other statements into the inner loop, or lower the number in 'collapse'");
    }
    return path;
  }

  private boolean isGoverned(Tree body, Tree inner, InPlaceRegion region) {
    return regions.all().stream()
        .filter(other -> !other.equals(region))
        .map(Region::statement)
        .anyMatch(statement -> statement == body || statement == inner);
  }

  /** Checks that the index of a loop is not that of a loop around it. */
  private static void checkIndex(SharedLoop loop, List<SharedLoop> around) {
    if (loop instanceof SharedLoop.Counted counted
        && around.stream()
            .map(SharedLoop.Counted.class::cast)
            .anyMatch(outer -> outer.index().equals(counted.index()))) {
      throw new HeadReader.NotSharedException(
          loop.path().getLeaf(),
          "its index '" + counted.index().getSimpleName() + "' is that of a loop around it",
          "give each loop an index of its own");
    }
  }

  /** An index that the head of an inner loop uses. */
  private Optional<VariableElement> indexInHeads(List<SharedLoop> loops) {
    for (int level = 1; level < loops.size(); level++) {
      SharedLoop.Counted inner = (SharedLoop.Counted) loops.get(level);
      for (SharedLoop outer : loops.subList(0, level)) {
        VariableElement index = ((SharedLoop.Counted) outer).index();
        if (inner.head().stream()
            .anyMatch(
                part -> !NameUses.of(unit, new TreePath(inner.path(), part), index).isEmpty())) {
          return Optional.of(index);
        }
      }
    }
    return Optional.empty();
  }

  /** Checks that the step of the innermost loop is the same in all iterations around it. */
  private static void checkStep(SharedLoop.Counted innermost, VariableElement index) {
    if (innermost.step().constant() == null) {
      throw new HeadReader.NotSharedException(
          innermost.step().expression(),
          "its step is no constant, and the head of a loop uses the index '"
              + index.getSimpleName()
              + "' around it",
          "make the step a constant, or share out the outer loop alone, without 'collapse'");
    }
  }

  private void checkIndices(List<SharedLoop> loops, TreePath body) {
    for (SharedLoop loop : loops) {
      if (loop instanceof SharedLoop.Counted counted) {
        Element index = counted.index();
        NameUses.writing(unit, body, index).stream()
            .findFirst()
            .ifPresent(place -> {
              throw new HeadReader.NotSharedException(
                  place.getLeaf(),
                  "its body assigns the index '" + index.getSimpleName() + "'",
                  "copy '"
                      + index.getSimpleName()
                      + "' to a variable of the body, and assign that");
            });
      }
    }
  }

  /** Each thread has an index of its own (OpenMP 5.2, section 5.1.1), whatever a clause says. */
  private void checkLists(InPlaceRegion region, List<SharedLoop> loops) {
    List<Clause> clauses =
        regions.all().stream()
            .map(Region::directive)
            .filter(directive -> directive.comment() == region.directive().comment())
            .flatMap(directive -> directive.clauses().stream())
            .filter(clause -> clause.kind().sharesData() && !OF_INDEX.contains(clause.kind()))
            .toList();
    for (SharedLoop loop : loops) {
      if (loop instanceof SharedLoop.Counted counted && counted.isOutside()) {
        String index = counted.index().getSimpleName().toString();
        clauses.stream()
            .filter(clause -> clause.lists(index))
            .forEach(clause -> checkList(clause, index, loop));
      }
    }
  }

  /**
   * Reports a clause that lists the index. For {@code shared} a warning is enough, because the loop
   * does not depend on it: programs for an older compiler list everything that is not private.
   */
  private void checkList(Clause clause, String index, SharedLoop loop) {
    if (clause.kind() == ClauseKind.SHARED) {
      clause.names().stream()
          .filter(name -> name.text().equals(index))
          .forEach(name ->
              problems.report(Message.HK121, unit.source(), name.offset(), "variable", index));
      return;
    }
    String word = clause.kind().word();
    throw new HeadReader.NotSharedException(
        loop.path().getLeaf(),
        "'" + word + "' lists its index '" + index + "'",
        "remove '" + index + "' from '" + word + "': each thread has its own");
  }

  /** A loop is ordered if it has the clause or contains an {@code ordered} statement. */
  private boolean isOrdered(InPlaceRegion region) {
    return region.directive().clause(ClauseKind.ORDERED).isPresent()
        || !regions.orderedIn(region).isEmpty();
  }
}
