package dev.hocket.compiler.check.races;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.language.Completion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.check.suspension.Outline;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Name;

/**
 * Finds the first read of a variable that can run before a block has ended. The search follows the
 * code after the block, then the code after each enclosing statement, up to the end of the
 * enclosing function or block; in a loop it also follows the next iteration. It stops where the
 * thread may have waited for the block, if only on one path.
 */
final class FirstRead extends PossibleWaits {
  private final Outline outline;
  private final TargetBlock block;
  private final Local local;
  private final Completion completion;
  private final Map<Tree, Use> reads;
  private final Map<Tree, List<Region>> regions;

  /** The statement at which the search ends; null if it ends with the function. */
  private final Tree edge;

  private Use found;

  /** The statement that has run last; the search continues after it. */
  private TreePath done;

  FirstRead(Outline outline, QuietCalls calls, TargetBlock block, Local local) {
    super(outline.unit().trees(), calls);
    this.outline = outline;
    this.block = block;
    this.local = local;
    this.completion = new Completion(outline.unit());
    this.done = block.path();
    this.edge = block.outer() == null ? null : block.outer().statement();
    this.regions =
        outline.regions().all().stream().collect(Collectors.groupingBy(Region::statement));
    this.reads =
        local.uses().stream()
            .filter(use -> use.reads() && !use.inClause())
            .filter(use -> Objects.equals(use.block(), block.outer()))
            .collect(Collectors.toMap(use -> use.path().getLeaf(), use -> use));
  }

  Optional<Use> find() {
    while (!isStopped() && done.getLeaf() != edge) {
      TreePath around = done.getParentPath();
      TreePath last = done;
      runRest(around, last.getLeaf());
      if (done == last) {
        done = around;
      }
    }
    return Optional.ofNullable(found);
  }

  /** Follows the code that runs after a part of a tree, up to the end of the tree. */
  private void runRest(TreePath around, Tree part) {
    switch (around.getLeaf()) {
      case BlockTree t -> runList(around, t.getStatements(), part);
      case CaseTree t -> runGroups(around, t, part);
      case WhileLoopTree t -> runRound(around, List.of(t.getCondition()), t.getStatement());
      case DoWhileLoopTree t -> runRound(around, List.of(t.getCondition()), t.getStatement());
      case EnhancedForLoopTree t -> runRound(around, List.of(), t.getStatement());
      case ForLoopTree t -> {
        List<Tree> head = new ArrayList<>(t.getUpdate());
        Optional.ofNullable(t.getCondition()).ifPresent(head::add);
        runRound(around, head, t.getStatement());
      }
      case TryTree t -> {
        if (!t.getResources().isEmpty()) {
          stop();
        }
        run(around, part == t.getFinallyBlock() ? null : t.getFinallyBlock());
      }
      case MethodTree t -> stop();
      case LambdaExpressionTree t -> stop();
      case ClassTree t -> stop();
      default -> {}
    }
  }

  private void run(TreePath around, Tree part) {
    if (part != null && !isStopped() && !isPassedBy(part)) {
      scan(new TreePath(around, part), null);
    }
  }

  /** Follows the next iteration of a loop, and then the code after the loop. */
  private void runRound(TreePath loop, List<? extends Tree> head, StatementTree body) {
    head.forEach(part -> run(loop, part));
    if (isStopped()) {
      return;
    }
    if (!isDeclaredIn(body)) {
      run(loop, body);
    }
    if (found == null) {
      goOn();
      stopIfEndless(loop.getLeaf());
    }
  }

  /** Whether a loop's body declares the variable, so that each iteration has its own. */
  private boolean isDeclaredIn(Tree body) {
    int declared = outline.unit().start(local.tree());
    return outline.unit().start(body) <= declared && declared < outline.unit().end(body);
  }

  private void stopIfEndless(Tree statement) {
    if (statement instanceof StatementTree s && !completion.completes(s)) {
      stop();
    }
  }

  /** Follows the rest of a switch group, and the groups that it falls through to. */
  private void runGroups(TreePath group, CaseTree tree, Tree part) {
    if (tree.getCaseKind() == CaseTree.CaseKind.RULE) {
      return;
    }
    TreePath around = group.getParentPath();
    TreePath last = done;
    runList(group, tree.getStatements(), part);
    if (around.getLeaf() instanceof SwitchTree t) {
      int next = t.getCases().indexOf(tree) + 1;
      for (CaseTree each : t.getCases().subList(next, t.getCases().size())) {
        if (done == last && !isStopped()) {
          runList(new TreePath(around, each), each.getStatements(), null);
        }
      }
    }
  }

  /**
   * Follows a list of statements.
   *
   * @param part the statement that has run last; null if none has
   */
  private void runList(TreePath list, List<? extends StatementTree> statements, Tree part) {
    int from = part == null ? 0 : outline.unit().end(part);
    TreePath last = done;
    for (StatementTree next : statements.subList(statements.indexOf(part) + 1, statements.size())) {
      int start = outline.unit().start(next);
      stopAtWaits(list.getLeaf(), from, start);
      from = start;
      run(list, next);
      if (!isStopped()) {
        jump(new TreePath(list, next));
      }
      if (isStopped() || done != last) {
        return;
      }
      stopIfEndless(next);
    }
    stopAtWaits(list.getLeaf(), from, Integer.MAX_VALUE);
  }

  /** Continues at the target of a {@code break} or {@code continue}. */
  private void jump(TreePath statement) {
    switch (statement.getLeaf()) {
      case BreakTree t -> jumpOut(statement, t.getLabel(), false);
      case ContinueTree t -> jumpOut(statement, t.getLabel(), true);
      default -> {}
    }
  }

  /**
   * Continues after the statement that a jump leaves, or at the end of the body that it repeats.
   * The search stops at a {@code finally}.
   */
  private void jumpOut(TreePath jump, Name label, boolean again) {
    for (TreePath path = jump; ; path = path.getParentPath()) {
      TreePath around = path.getParentPath();
      if (isTarget(around, label, again)) {
        done = again ? path : around;
        return;
      }
      if (around.getLeaf() instanceof TryTree || path.getLeaf() == edge) {
        stop();
        return;
      }
    }
  }

  private static boolean isTarget(TreePath statement, Name label, boolean again) {
    boolean repeats =
        switch (statement.getLeaf()) {
          case WhileLoopTree t -> true;
          case DoWhileLoopTree t -> true;
          case ForLoopTree t -> true;
          case EnhancedForLoopTree t -> true;
          case SwitchTree t -> !again && label == null;
          default -> false;
        };
    return label == null
        ? repeats
        : hasLabel(statement, label) && !again
            || hasLabel(statement.getParentPath(), label) && repeats;
  }

  private static boolean hasLabel(TreePath statement, Name label) {
    return statement.getLeaf() instanceof LabeledStatementTree t && t.getLabel().equals(label);
  }

  private void stopAtWaits(Tree list, int from, int to) {
    boolean waits =
        outline.waits().stream()
            .filter(wait -> wait.list().getLeaf() == list)
            .map(WaitPoint::directive)
            .filter(wait -> from <= wait.comment().start() && wait.comment().start() < to)
            .anyMatch(this::mayWait);
    if (waits) {
      stop();
    }
  }

  /**
   * Whether a wait may wait for the block. Any wait may, if the block has no tag: it may wait for
   * another block that is queued after this one.
   */
  private boolean mayWait(Directive.Wait wait) {
    return block
        .directive()
        .tag()
        .map(tag -> wait.tags().stream().anyMatch(t -> t.text().equals(tag.text())))
        .orElse(true);
  }

  @Override
  public Void scan(Tree tree, Void unused) {
    return isPassedBy(tree) ? null : super.scan(tree, unused);
  }

  /** Whether this thread skips a statement, because it is a block for another thread. */
  private boolean isPassedBy(Tree statement) {
    for (Region region : regions.getOrDefault(statement, List.of())) {
      if (!(region instanceof TargetBlock other) || other.directive().here()) {
        stop();
      } else if (!isWaitedFor(other)) {
        return true;
      } else if (other.isOnTargetOf(block)) {
        stop();
      }
    }
    return isStopped();
  }

  private static boolean isWaitedFor(TargetBlock block) {
    return !block.directive().isAsynchronous() || block.directive().isNeverPosted();
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Void unused) {
    if (reads.containsKey(tree)) {
      found = reads.get(tree);
      stop();
    }
    return super.visitIdentifier(tree, unused);
  }

  @Override
  public Void visitBlock(BlockTree tree, Void unused) {
    return scanList(tree, tree.getStatements());
  }

  @Override
  public Void visitCase(CaseTree tree, Void unused) {
    scan(tree.getLabels(), unused);
    scan(tree.getGuard(), unused);
    return tree.getCaseKind() == CaseTree.CaseKind.RULE
        ? scan(tree.getBody(), unused)
        : scanList(tree, tree.getStatements());
  }

  private Void scanList(Tree list, List<? extends StatementTree> statements) {
    int from = 0;
    for (StatementTree each : statements) {
      int start = outline.unit().start(each);
      stopAtWaits(list, from, start);
      from = start;
      scan(each, null);
    }
    if (!isStopped()) {
      stopAtWaits(list, from, Integer.MAX_VALUE);
    }
    return null;
  }
}
