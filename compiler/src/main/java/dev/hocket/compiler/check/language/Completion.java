package dev.hocket.compiler.check.language;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Name;
import javax.lang.model.type.TypeMirror;

/**
 * Decides whether a statement can complete normally (JLS 14.22). javac has refused unreachable
 * statements before, so a list of statements completes if its last one does.
 */
public final class Completion {
  private static final Set<String> OF_OLD_SWITCHES =
      Set.of(
          "java.lang.String",
          "java.lang.Integer",
          "java.lang.Character",
          "java.lang.Short",
          "java.lang.Byte");

  private final AttributedUnit unit;
  private final Set<Tree> assumed;
  private final Constants constants;

  public Completion(AttributedUnit unit) {
    this(unit, Set.of());
  }

  /**
   * Creates the analysis of a program in which some statements are assumed to complete.
   *
   * @param assumed the statements that are assumed to complete
   */
  public Completion(AttributedUnit unit, Set<Tree> assumed) {
    this.unit = unit;
    this.assumed = assumed;
    this.constants = new Constants(unit);
  }

  public boolean completes(StatementTree statement) {
    if (assumed.contains(statement)) {
      return true;
    }
    return switch (statement) {
      case BlockTree t -> allComplete(t.getStatements());
      case SynchronizedTree t -> completes(t.getBlock());
      case LabeledStatementTree t ->
          completes(t.getStatement()) || hasBreak(t.getStatement(), t, t.getLabel().toString());
      case IfTree t ->
          t.getElseStatement() == null
              || completes(t.getThenStatement())
              || completes(t.getElseStatement());
      case WhileLoopTree t -> !isTrue(t.getCondition()) || hasBreak(t.getStatement(), t, null);
      case DoWhileLoopTree t -> completesDo(t);
      case ForLoopTree t ->
          (t.getCondition() != null && !isTrue(t.getCondition()))
              || hasBreak(t.getStatement(), t, null);
      case SwitchTree t -> completesSwitch(t);
      case TryTree t -> completesTry(t);
      case ReturnTree t -> false;
      case ThrowTree t -> false;
      case BreakTree t -> false;
      case ContinueTree t -> false;
      case YieldTree t -> false;
      default -> true;
    };
  }

  private boolean allComplete(List<? extends StatementTree> statements) {
    return statements.stream().allMatch(this::completes);
  }

  private boolean completesDo(DoWhileLoopTree loop) {
    boolean reachesCondition = completes(loop.getStatement()) || hasContinue(loop);
    return (reachesCondition && !isTrue(loop.getCondition()))
        || hasBreak(loop.getStatement(), loop, null);
  }

  private boolean completesTry(TryTree tree) {
    boolean body =
        completes(tree.getBlock())
            || tree.getCatches().stream().anyMatch(c -> completes(c.getBlock()));
    return body && (tree.getFinallyBlock() == null || completes(tree.getFinallyBlock()));
  }

  private boolean completesSwitch(SwitchTree tree) {
    List<? extends CaseTree> cases = tree.getCases();
    if (cases.isEmpty() || !(isExhaustive(cases) || isEnhanced(tree))) {
      return true;
    }
    boolean rules = cases.getFirst().getCaseKind() == CaseTree.CaseKind.RULE;
    for (CaseTree group : cases) {
      boolean falls =
          rules
              ? !(group.getBody() instanceof StatementTree body) || completes(body)
              : group == cases.getLast() && allComplete(group.getStatements());
      if (falls || hasBreak(group, tree, null)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a switch covers all values: it has a default, or a label for which javac checks this.
   */
  private static boolean isExhaustive(List<? extends CaseTree> cases) {
    return cases.stream()
        .flatMap(group -> group.getLabels().stream())
        .anyMatch(label ->
            label instanceof DefaultCaseLabelTree
                || label instanceof PatternCaseLabelTree
                || (label instanceof ConstantCaseLabelTree constant
                    && constant.getConstantExpression().getKind() == Tree.Kind.NULL_LITERAL));
  }

  /** Whether the selector's type makes javac check that a switch is exhaustive (JLS 14.11.2). */
  private boolean isEnhanced(SwitchTree tree) {
    TreePath selector = unit.path(tree.getExpression());
    TypeMirror type = unit.types().erasure(unit.trees().getTypeMirror(selector));
    Element element = unit.types().asElement(type);
    return element != null
        && element.getKind() != ElementKind.ENUM
        && !OF_OLD_SWITCHES.contains(element.toString());
  }

  /**
   * Whether a {@code break} in {@code body} ends {@code target}, whose label is {@code label} or
   * null.
   */
  private boolean hasBreak(Tree body, Tree target, String label) {
    return new Jumps(target, label, false).findsIn(body);
  }

  private boolean hasContinue(DoWhileLoopTree loop) {
    return new Jumps(loop, labelOf(loop), true).findsIn(loop.getStatement());
  }

  private String labelOf(Tree tree) {
    TreePath path = unit.path(tree);
    return path.getParentPath().getLeaf() instanceof LabeledStatementTree labeled
        ? labeled.getLabel().toString()
        : null;
  }

  /**
   * Finds a {@code break} or {@code continue} that refers to one statement, outside nested
   * functions.
   */
  private final class Jumps extends TreeScanner<Boolean, Boolean> {
    private final boolean labelOnly;
    private final String label;
    private final boolean continues;

    Jumps(Tree target, String label, boolean continues) {
      this.labelOnly = target instanceof LabeledStatementTree;
      this.label = label;
      this.continues = continues;
    }

    boolean findsIn(Tree body) {
      return Boolean.TRUE.equals(scan(body, !labelOnly));
    }

    @Override
    public Boolean reduce(Boolean first, Boolean second) {
      return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
    }

    @Override
    public Boolean visitBreak(BreakTree tree, Boolean plainCounts) {
      return !continues && matches(tree.getLabel(), plainCounts);
    }

    @Override
    public Boolean visitContinue(ContinueTree tree, Boolean plainCounts) {
      return continues && matches(tree.getLabel(), plainCounts);
    }

    private boolean matches(Name used, boolean plainCounts) {
      return used == null ? plainCounts : used.contentEquals(label == null ? "" : label);
    }

    /** Scans a try statement. A finally that cannot complete overrides all jumps out of the try. */
    @Override
    public Boolean visitTry(TryTree tree, Boolean plainCounts) {
      BlockTree last = tree.getFinallyBlock();
      return last == null || completes(last)
          ? super.visitTry(tree, plainCounts)
          : scan(last, plainCounts);
    }

    @Override
    public Boolean visitForLoop(ForLoopTree tree, Boolean plainCounts) {
      return super.visitForLoop(tree, false);
    }

    @Override
    public Boolean visitEnhancedForLoop(EnhancedForLoopTree tree, Boolean plainCounts) {
      return super.visitEnhancedForLoop(tree, false);
    }

    @Override
    public Boolean visitWhileLoop(WhileLoopTree tree, Boolean plainCounts) {
      return super.visitWhileLoop(tree, false);
    }

    @Override
    public Boolean visitDoWhileLoop(DoWhileLoopTree tree, Boolean plainCounts) {
      return super.visitDoWhileLoop(tree, false);
    }

    @Override
    public Boolean visitSwitch(SwitchTree tree, Boolean plainCounts) {
      // A continue without a label in a switch refers to the loop around the switch.
      return super.visitSwitch(tree, continues && plainCounts);
    }

    @Override
    public Boolean visitLambdaExpression(LambdaExpressionTree tree, Boolean plainCounts) {
      return false;
    }

    @Override
    public Boolean visitClass(ClassTree tree, Boolean plainCounts) {
      return false;
    }
  }

  /** Whether an expression is a constant expression with the value true (JLS 15.29). */
  private boolean isTrue(ExpressionTree expression) {
    return Boolean.TRUE.equals(constants.value(expression));
  }
}
