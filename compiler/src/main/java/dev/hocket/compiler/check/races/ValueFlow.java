package dev.hocket.compiler.check.races;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.check.sharing.Use;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.lang.model.element.Name;

/**
 * Follows a variable through code as javac's definite assignment does, and finds the reads before
 * which some path assigns no value. Each statement runs on the paths that reach it; a path that
 * ends there, as at {@code return}, counts as one with a value.
 *
 * <pre>{@code
 * if (found) t = 1;
 * use(t); // found: no value if 'found' is false
 * }</pre>
 */
class ValueFlow extends TreeScanner<Void, Void> {
  private final Map<Tree, Use> uses = new IdentityHashMap<>();
  private final Tree declaration;
  private final Set<Integer> found = new TreeSet<>();

  /** The statements around the current place that jumps can leave, innermost first. */
  private final Deque<Exit> exits = new ArrayDeque<>();

  /** The labels of the loop that follows. */
  private final List<Name> pending = new ArrayList<>();

  private boolean assigned;

  /** Whether the value was lost at some place since this was last set to false. */
  private boolean lost;

  /** A statement that jumps leave or repeat, with whether the value is assigned on all of them. */
  private static final class Exit {
    final Tree statement;
    final List<Name> labels;
    boolean broken = true;
    boolean continued = true;

    Exit(Tree statement, List<Name> labels) {
      this.statement = statement;
      this.labels = labels;
    }

    boolean isLoop() {
      return statement instanceof ForLoopTree
          || statement instanceof EnhancedForLoopTree
          || statement instanceof WhileLoopTree
          || statement instanceof DoWhileLoopTree;
    }
  }

  /**
   * Follows a variable.
   *
   * @param declaration the tree of its declaration, which gives it a value; or null
   */
  ValueFlow(List<Use> uses, Tree declaration) {
    for (Use use : uses) {
      if (!use.inClause()) {
        this.uses.put(use.path().getLeaf(), use);
      }
    }
    this.declaration = declaration;
  }

  /** Whether all paths to the current place assign a value. */
  final boolean isAssigned() {
    return assigned;
  }

  /** Follows code; returns whether the variable has a value on all paths that reach its end. */
  final boolean run(Tree code, boolean hasValue) {
    assigned = hasValue;
    Exit body = new Exit(code, List.of());
    exits.push(body);
    scan(code, null);
    exits.pop();
    return assigned && body.continued && body.broken;
  }

  /** The offsets of the reads that may find no value, in the order of the text. */
  final Set<Integer> found() {
    return found;
  }

  /** Notes a read. */
  final void read(int offset) {
    if (!assigned) {
      found.add(offset);
    }
  }

  /** Notes an assignment. */
  final void assign() {
    assigned = true;
  }

  /** Takes the value away, as a statement does that assigned a copy. */
  final void lose() {
    assigned = false;
    lost = true;
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Void unused) {
    return use(tree);
  }

  /** Follows a name such as {@code Main.count}, which may denote a copied field. */
  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
    return uses.containsKey(tree) ? use(tree) : super.visitMemberSelect(tree, unused);
  }

  private Void use(Tree tree) {
    Use use = uses.get(tree);
    if (use != null && use.reads()) {
      read(use.offset());
    }
    if (use != null && use.writes()) {
      assign();
    }
    return null;
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void unused) {
    boolean isName = uses.containsKey(tree.getVariable());
    scan(isName ? tree.getExpression() : tree.getVariable(), null);
    return scan(isName ? tree.getVariable() : tree.getExpression(), null);
  }

  @Override
  public Void visitVariable(VariableTree tree, Void unused) {
    scan(tree.getInitializer(), null);
    if (tree == declaration) {
      assign();
    }
    return null;
  }

  @Override
  public Void visitBinary(BinaryTree tree, Void unused) {
    scan(tree.getLeftOperand(), null);
    boolean isConditional =
        tree.getKind() == Tree.Kind.CONDITIONAL_AND || tree.getKind() == Tree.Kind.CONDITIONAL_OR;
    if (isConditional) {
      either(() -> scan(tree.getRightOperand(), null), () -> null);
    } else {
      scan(tree.getRightOperand(), null);
    }
    return null;
  }

  @Override
  public Void visitConditionalExpression(ConditionalExpressionTree tree, Void unused) {
    scan(tree.getCondition(), null);
    return either(
        () -> scan(tree.getTrueExpression(), null), () -> scan(tree.getFalseExpression(), null));
  }

  @Override
  public Void visitIf(IfTree tree, Void unused) {
    scan(tree.getCondition(), null);
    return either(
        () -> scan(tree.getThenStatement(), null), () -> scan(tree.getElseStatement(), null));
  }

  private Void either(Supplier<Void> one, Supplier<Void> other) {
    boolean before = assigned;
    one.get();
    boolean after = assigned;
    assigned = before;
    other.get();
    assigned &= after;
    return null;
  }

  @Override
  public Void visitWhileLoop(WhileLoopTree tree, Void unused) {
    return loop(tree, tree.getCondition(), tree.getStatement(), List.of());
  }

  @Override
  public Void visitForLoop(ForLoopTree tree, Void unused) {
    scan(tree.getInitializer(), null);
    return loop(tree, tree.getCondition(), tree.getStatement(), tree.getUpdate());
  }

  @Override
  public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
    scan(tree.getExpression(), null);
    return loop(tree, tree.getVariable(), tree.getStatement(), List.of());
  }

  /** Follows rounds until one begins as the one before it. */
  private Void loop(Tree loop, Tree head, Tree body, List<? extends Tree> updates) {
    Exit exit = new Exit(loop, labels(loop));
    boolean start;
    boolean passed;
    exits.push(exit);
    do {
      start = assigned;
      scan(head, null);
      passed = assigned || isEndless(loop);
      scan(body, null);
      assigned &= exit.continued;
      scan(updates, null);
      assigned &= start;
    } while (assigned != start);
    exits.pop();
    assigned = passed && exit.broken;
    return null;
  }

  private static boolean isEndless(Tree loop) {
    return switch (loop) {
      case ForLoopTree t -> t.getCondition() == null || isTrue(t.getCondition());
      case WhileLoopTree t -> isTrue(t.getCondition());
      default -> false;
    };
  }

  private static boolean isTrue(Tree condition) {
    return condition instanceof ParenthesizedTree t
        ? isTrue(t.getExpression())
        : condition instanceof LiteralTree literal && Boolean.TRUE.equals(literal.getValue());
  }

  @Override
  public Void visitDoWhileLoop(DoWhileLoopTree tree, Void unused) {
    Exit exit = new Exit(tree, labels(tree));
    boolean start = assigned;
    exits.push(exit);
    round(tree, exit);
    if (start && !assigned) {
      round(tree, exit);
      assigned = false;
    }
    exits.pop();
    assigned = (assigned || isTrue(tree.getCondition())) && exit.broken;
    return null;
  }

  private void round(DoWhileLoopTree tree, Exit exit) {
    scan(tree.getStatement(), null);
    assigned &= exit.continued;
    scan(tree.getCondition(), null);
  }

  @Override
  public Void visitLabeledStatement(LabeledStatementTree tree, Void unused) {
    if (new Exit(tree.getStatement(), List.of()).isLoop()) {
      pending.add(tree.getLabel());
      return scan(tree.getStatement(), null);
    }
    Exit exit = new Exit(tree, List.of(tree.getLabel()));
    exits.push(exit);
    scan(tree.getStatement(), null);
    exits.pop();
    assigned &= exit.broken;
    return null;
  }

  private List<Name> labels(Tree loop) {
    List<Name> labels = List.copyOf(pending);
    pending.clear();
    return labels;
  }

  @Override
  public Void visitSwitch(SwitchTree tree, Void unused) {
    scan(tree.getExpression(), null);
    return cases(tree, tree.getCases());
  }

  @Override
  public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
    scan(tree.getExpression(), null);
    return cases(tree, tree.getCases());
  }

  private Void cases(Tree tree, List<? extends CaseTree> cases) {
    Exit exit = new Exit(tree, List.of());
    boolean before = assigned;
    boolean isComplete = tree instanceof SwitchExpressionTree;
    boolean after = true;
    exits.push(exit);
    for (CaseTree each : cases) {
      boolean isRule = each.getCaseKind() == CaseTree.CaseKind.RULE;
      isComplete |= each.getLabels().stream().anyMatch(ValueFlow::coversAll);
      assigned = before && (isRule || after);
      scan(each.getLabels(), null);
      scan(each.getGuard(), null);
      scan(isRule ? List.of(each.getBody()) : each.getStatements(), null);
      after = isRule ? after && assigned : assigned;
    }
    exits.pop();
    assigned = after && exit.broken && (isComplete || before);
    return null;
  }

  /** Whether javac requires that a switch with this label covers all values. */
  private static boolean coversAll(CaseLabelTree label) {
    return label instanceof DefaultCaseLabelTree || label instanceof PatternCaseLabelTree;
  }

  @Override
  public Void visitBreak(BreakTree tree, Void unused) {
    for (Exit exit : exits) {
      boolean isTarget =
          tree.getLabel() != null
              ? exit.labels.contains(tree.getLabel())
              : exit.isLoop() || exit.statement instanceof SwitchTree;
      if (isTarget) {
        exit.broken &= assigned;
        break;
      }
    }
    return end();
  }

  @Override
  public Void visitContinue(ContinueTree tree, Void unused) {
    Exit target =
        exits.stream()
            .filter(Exit::isLoop)
            .filter(exit -> tree.getLabel() == null || exit.labels.contains(tree.getLabel()))
            .findFirst()
            .orElse(exits.getLast());
    target.continued &= assigned;
    return end();
  }

  @Override
  public Void visitYield(YieldTree tree, Void unused) {
    scan(tree.getValue(), null);
    exits.stream()
        .filter(exit -> exit.statement instanceof SwitchExpressionTree)
        .findFirst()
        .ifPresent(exit -> exit.broken &= assigned);
    return end();
  }

  @Override
  public Void visitReturn(ReturnTree tree, Void unused) {
    scan(tree.getExpression(), null);
    return end();
  }

  @Override
  public Void visitThrow(ThrowTree tree, Void unused) {
    scan(tree.getExpression(), null);
    return end();
  }

  /** Ends a path. */
  private Void end() {
    assigned = true;
    return null;
  }

  /** Follows {@code try}: an exception may come before the first assignment of the block. */
  @Override
  public Void visitTry(TryTree tree, Void unused) {
    boolean before = assigned;
    boolean lostBefore = lost;
    lost = false;
    scan(tree.getResources(), null);
    scan(tree.getBlock(), null);
    boolean after = assigned;
    boolean thrown = before && !lost;
    for (Tree each : tree.getCatches()) {
      assigned = thrown;
      scan(each, null);
      after &= assigned;
    }
    BlockTree last = tree.getFinallyBlock();
    if (last != null) {
      assigned = before && !lost;
      scan(last, null);
    }
    assigned = after;
    scan(last, null);
    lost |= lostBefore;
    return null;
  }

  /** A lambda and a class cannot use a variable that is assigned again. */
  @Override
  public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
    return null;
  }

  @Override
  public Void visitClass(ClassTree tree, Void unused) {
    return null;
  }
}
