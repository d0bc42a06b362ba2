package dev.hocket.compiler.check.place;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Completion;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.StatementIndex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Name;

/** Finds the statement, place or function that each directive of a file belongs to. */
public final class Placement {
  private final AttributedUnit unit;
  private final List<Directive> directives;
  private final Problems problems;
  private final StatementIndex index;
  private final Completion completion;
  private final List<Region> regions = new ArrayList<>();
  private final List<WaitPoint> waits = new ArrayList<>();
  private final List<SyncPoint> syncs = new ArrayList<>();
  private final List<CallRegion> calls = new ArrayList<>();
  private final List<TreePath> marked = new ArrayList<>();
  private final Set<Integer> misplaced = new HashSet<>();

  public Placement(AttributedUnit unit, List<Directive> directives, Problems problems) {
    this.unit = unit;
    this.directives = directives;
    this.problems = problems;
    this.index = new StatementIndex(unit.tree(), unit.trees());
    this.completion = new Completion(unit);
    for (int i = 0; i < directives.size(); i++) {
      place(directives.get(i), i > 0 ? directives.get(i - 1) : null);
    }
  }

  private void place(Directive directive, Directive before) {
    switch (directive) {
      case Directive.Construct construct -> place(construct);
      case Directive.Combined both -> place(both);
      case Directive.FreeGuiTeam both -> {
        place(both.block());
        place(both.team(), both.block());
      }
      case Directive.Between between -> place(between, before);
      case Directive.Async async -> place(async);
      case Directive.AsyncCall call -> place(call);
    }
  }

  public AttributedUnit unit() {
    return unit;
  }

  public List<Directive> directives() {
    return directives;
  }

  /** The statements that directives govern. */
  public List<Region> regions() {
    return regions;
  }

  public List<WaitPoint> waits() {
    return waits;
  }

  /** The statements that {@code async-call} directives govern. */
  public List<CallRegion> calls() {
    return calls;
  }

  /** All methods of the file. */
  public List<TreePath> methods() {
    return index.methods();
  }

  /** The places of barriers, flushes and similar directives. */
  public List<SyncPoint> syncs() {
    return syncs;
  }

  /** The methods and lambdas with an {@code async} directive. */
  public List<TreePath> marked() {
    return marked;
  }

  private void place(Directive.Async async) {
    Optional<TreePath> found =
        index
            .lambdaAt(async.comment().next())
            .or(() -> methodAt(async.comment().next()))
            .or(() -> index.startingAt(async.comment().next()));
    switch (found.map(TreePath::getLeaf).orElse(null)) {
      case MethodTree method when method.getReturnType() == null ->
          reportPlace(async, "a constructor");
      case MethodTree method when parent(found).getKind() == Tree.Kind.ANNOTATION_TYPE ->
          reportPlace(async, "an element of an annotation type");
      case BlockTree block when parent(found) instanceof ClassTree ->
          reportPlace(async, "an initialiser");
      case MethodTree method -> mark(found.get(), async);
      case LambdaExpressionTree lambda -> mark(found.get(), async);
      case null, default -> {
        // If several directives stand before the same place, only the first one is reported.
        if (misplaced.add(async.comment().next())) {
          report(Message.HK036, async);
        }
      }
    }
  }

  private static Tree parent(Optional<TreePath> path) {
    return path.orElseThrow().getParentPath().getLeaf();
  }

  /** The method that starts at an offset, or whose modifiers contain the offset. */
  private Optional<TreePath> methodAt(int offset) {
    return index.methods().stream()
        .filter(path -> unit.start(path.getLeaf()) <= offset)
        .filter(path ->
            ((MethodTree) path.getLeaf()).getReturnType() instanceof Tree type
                && offset <= unit.start(type))
        .findFirst();
  }

  private void mark(TreePath function, Directive.Async async) {
    if (marked.stream().anyMatch(path -> path.getLeaf() == function.getLeaf())) {
      report(Message.HK038, async);
    }
    marked.add(function);
  }

  private void place(Directive.AsyncCall call) {
    Optional<TreePath> found = index.startingAt(call.comment().next());
    boolean isStatement =
        found
            .filter(path -> path.getLeaf() instanceof StatementTree)
            .filter(path -> !(path.getLeaf() instanceof ClassTree))
            .filter(path -> !(path.getParentPath().getLeaf() instanceof ClassTree))
            .isPresent();
    if (isStatement) {
      calls.add(new CallRegion(call, found.get()));
    } else {
      report(Message.HK010, call);
    }
  }

  private void place(Directive.Construct construct) {
    statementAfter(construct).ifPresent(path -> regions.add(region(construct, path)));
  }

  private void place(Directive.Combined both) {
    Optional<TreePath> path = statementAfter(both);
    path.ifPresent(p -> regions.add(region(both.region(), p)));
    path.ifPresent(p -> regions.add(region(both.shared(), p)));
  }

  /**
   * The statement that a directive governs. If there is none, reports the directive and returns
   * empty.
   */
  private Optional<TreePath> statementAfter(Directive construct) {
    Optional<TreePath> found = index.startingAt(construct.comment().next());
    if (found.isEmpty()) {
      report(Message.HK010, construct);
      return found;
    }
    TreePath path = found.get();
    Tree around = path.getParentPath().getLeaf();
    boolean isMember = around instanceof ClassTree || around instanceof CompilationUnitTree;
    if (path.getLeaf() instanceof VariableTree variable && !isMember) {
      String way =
          "declare it before the directive and assign it in the block, or put { } around the"
              + " declaration and all that uses it";
      reportDeclaration(construct, variable.getName(), way);
    } else if (path.getLeaf() instanceof ClassTree type && !isMember) {
      String way = "move the directive to a statement after the declaration";
      reportDeclaration(construct, type.getSimpleName(), way);
    } else if (!isStatementOf(around, path.getLeaf())) {
      report(Message.HK010, construct);
    } else {
      return found;
    }
    return Optional.empty();
  }

  private void reportDeclaration(Directive construct, Name declared, String way) {
    problems.report(
        Message.HK011,
        unit.source(),
        construct.comment().start(),
        "name",
        declared.toString(),
        "way",
        way);
  }

  private Region region(Directive.Construct construct, TreePath path) {
    int start = construct.comment().next();
    int end = unit.end(path.getLeaf());
    return switch (construct) {
      case Directive.Target target -> new TargetBlock(target, path, start, end, null, null);
      case Directive.Parallel team -> new ParallelRegion(team, path, start, end, null, null);
      case Directive.Task task -> new TaskRegion(task, path, start, end, null, null);
      case Directive.InPlace inPlace -> new InPlaceRegion(inPlace, path, start, end, null, null);
    };
  }

  /**
   * Whether a tree stands where any statement may stand: not as the body of a method, try or
   * lambda.
   */
  public static boolean isStatementOf(Tree parent, Tree tree) {
    return switch (parent) {
      case IfTree t -> t.getThenStatement() == tree || t.getElseStatement() == tree;
      case ForLoopTree t -> t.getStatement() == tree;
      case EnhancedForLoopTree t -> t.getStatement() == tree;
      case WhileLoopTree t -> t.getStatement() == tree;
      case DoWhileLoopTree t -> t.getStatement() == tree;
      case LabeledStatementTree t -> t.getStatement() == tree;
      case CaseTree t -> t.getBody() == tree || isIn(t.getStatements(), tree);
      case BlockTree t -> isIn(t.getStatements(), tree);
      default -> false;
    };
  }

  private static boolean isIn(List<? extends StatementTree> statements, Tree tree) {
    return statements != null && statements.stream().anyMatch(s -> s == tree);
  }

  private void place(Directive.Between wait, Directive before) {
    DirectiveComment comment = wait.comment();
    boolean governs =
        before instanceof Directive.Construct
            || before instanceof Directive.Combined
            || before instanceof Directive.FreeGuiTeam
            || before instanceof Directive.AsyncCall;
    if (governs && before.comment().next() == comment.next()) {
      reportWait(wait, "it is between a directive and its statement");
      return;
    }
    Optional<TreePath> next =
        comment.nextIsBrace() ? Optional.empty() : index.startingAt(comment.next());
    Optional<TreePath> among = next.flatMap(this::listAround);
    Optional<TreePath> last =
        comment.nextIsBrace()
            ? index.closedAt(comment.next()).flatMap(this::lastList)
            : next.flatMap(this::groupBefore);
    if (among.isEmpty() && last.isEmpty()) {
      reportWait(wait, "it is not between two statements");
    } else if (last.isPresent() && !isReached(last.get().getLeaf())) {
      problems.report(Message.HK028, unit.source(), comment.start(), "directive", wait.word());
    } else {
      add(wait, among.or(() -> last).orElseThrow());
    }
  }

  private void add(Directive.Between directive, TreePath list) {
    switch (directive) {
      case Directive.Wait wait -> waits.add(new WaitPoint(wait, list));
      case Directive.Sync sync -> syncs.add(new SyncPoint(sync, list));
    }
  }

  private Optional<TreePath> listAround(TreePath statement) {
    TreePath parent = statement.getParentPath();
    boolean among =
        switch (parent.getLeaf()) {
          case BlockTree t -> isIn(t.getStatements(), statement.getLeaf());
          case CaseTree t -> isIn(t.getStatements(), statement.getLeaf());
          default -> false;
        };
    return among ? Optional.of(parent) : Optional.empty();
  }

  /**
   * The group of statements before a label of a switch; a wait before the label belongs to its end.
   */
  private Optional<TreePath> groupBefore(TreePath label) {
    List<? extends CaseTree> cases =
        switch (label.getParentPath().getLeaf()) {
          case SwitchTree t -> t.getCases();
          case SwitchExpressionTree t -> t.getCases();
          default -> List.of();
        };
    int index = cases.indexOf(label.getLeaf());
    return index < 1 ? Optional.empty() : lastGroup(label.getParentPath(), cases.subList(0, index));
  }

  private Optional<TreePath> lastList(TreePath closed) {
    return switch (closed.getLeaf()) {
      case BlockTree t -> Optional.of(closed);
      case SwitchTree t -> lastGroup(closed, t.getCases());
      case SwitchExpressionTree t -> lastGroup(closed, t.getCases());
      default -> Optional.empty();
    };
  }

  private static Optional<TreePath> lastGroup(TreePath path, List<? extends CaseTree> cases) {
    return cases.isEmpty() || cases.getLast().getStatements() == null
        ? Optional.empty()
        : Optional.of(new TreePath(path, cases.getLast()));
  }

  private boolean isReached(Tree list) {
    List<? extends StatementTree> statements =
        list instanceof BlockTree b ? b.getStatements() : ((CaseTree) list).getStatements();
    return statements.isEmpty() || completion.completes(statements.getLast());
  }

  private void report(Message message, Directive directive) {
    problems.report(message, unit.source(), directive.comment().start());
  }

  private void reportPlace(Directive.Async async, String place) {
    problems.report(Message.HK037, unit.source(), async.comment().start(), "place", place);
  }

  private void reportWait(Directive.Between directive, String reason) {
    problems.report(
        Message.HK012,
        unit.source(),
        directive.comment().start(),
        "directive",
        directive.word(),
        "reason",
        reason);
  }
}
