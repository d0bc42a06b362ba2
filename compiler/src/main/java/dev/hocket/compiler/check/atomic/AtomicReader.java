package dev.hocket.compiler.check.atomic;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/** Reads the statement of an {@code atomic} directive. */
public final class AtomicReader {
  private final TreePath statement;
  private final ClauseKind access;

  private final Trees trees;

  private AtomicReader(Trees trees, TreePath statement, ClauseKind access) {
    this.trees = trees;
    this.statement = statement;
    this.access = access;
  }

  /** The access that the statement makes; empty if it is not a single access of the given kind. */
  public static Optional<AtomicForm> read(Trees trees, TreePath statement, ClauseKind access) {
    return new AtomicReader(trees, statement, access).read();
  }

  /** The forms in which an access of a kind can be written, for messages. */
  public static String forms(ClauseKind access) {
    return switch (access) {
      case READ -> "v = x;";
      case WRITE -> "x = e;";
      case CAPTURE -> "v = x++; or v = x += e; or { v = x; x += e; } or { v = x; x = e; }";
      case COMPARE -> "if (x < e) x = d; or x = x < e ? d : x;";
      default -> "x++; or x += e; or x = x + e;";
    };
  }

  private Optional<AtomicForm> read() {
    return switch (statement.getLeaf()) {
      case IfTree test when access == ClauseKind.COMPARE && test.getElseStatement() == null ->
          onlyAssignment(test.getThenStatement())
              .filter(change -> compares(test.getCondition(), change.getVariable(), true))
              .flatMap(change -> write(change));
      case ExpressionStatementTree tree -> ofExpression(bare(tree.getExpression()));
      case BlockTree block when access == ClauseKind.CAPTURE -> ofPair(block.getStatements());
      default -> Optional.empty();
    };
  }

  private Optional<AtomicForm> ofExpression(ExpressionTree tree) {
    return switch (access) {
      case READ ->
          tree instanceof AssignmentTree read
                  && isQuiet(read.getVariable())
                  && isVariable(read.getExpression())
              ? form(read.getExpression(), null)
              : Optional.empty();
      case WRITE -> write(tree);
      case COMPARE ->
          tree instanceof AssignmentTree change
                  && bare(change.getExpression()) instanceof ConditionalExpressionTree choice
                  && compares(choice.getCondition(), change.getVariable(), false)
              ? chosen(change.getVariable(), choice)
                  .flatMap(value -> form(change.getVariable(), null))
              : Optional.empty();
      case CAPTURE ->
          tree instanceof AssignmentTree read && isQuiet(read.getVariable())
              ? update(bare(read.getExpression())).filter(form -> form.value() == null)
              : Optional.empty();
      default -> update(tree);
    };
  }

  private Optional<AtomicForm> ofPair(List<? extends StatementTree> statements) {
    if (statements.size() != 2) {
      return Optional.empty();
    }
    for (boolean readsFirst : new boolean[] {true, false}) {
      if (statements.get(readsFirst ? 0 : 1) instanceof ExpressionStatementTree first
          && statements.get(readsFirst ? 1 : 0) instanceof ExpressionStatementTree second
          && bare(first.getExpression()) instanceof AssignmentTree read
          && isQuiet(read.getVariable())) {
        ExpressionTree change = bare(second.getExpression());
        Optional<AtomicForm> form =
            update(change)
                .or(() -> readsFirst ? write(change) : Optional.empty())
                .filter(update -> update.value() == null)
                .filter(update -> isSame(update.variable().getLeaf(), read.getExpression()));
        if (form.isPresent()) {
          return form;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<AssignmentTree> onlyAssignment(StatementTree statement) {
    StatementTree only =
        statement instanceof BlockTree block && block.getStatements().size() == 1
            ? block.getStatements().getFirst()
            : statement;
    return only instanceof ExpressionStatementTree expression
            && bare(expression.getExpression()) instanceof AssignmentTree change
            && isQuiet(change.getExpression())
        ? Optional.of(change)
        : Optional.empty();
  }

  /** Whether a condition compares the variable with a value that does not depend on it. */
  private boolean compares(ExpressionTree condition, ExpressionTree variable, boolean mayBeEqual) {
    if (!(bare(condition) instanceof BinaryTree test)) {
      return false;
    }
    boolean isOrder =
        switch (test.getKind()) {
          case LESS_THAN, GREATER_THAN -> true;
          case EQUAL_TO -> mayBeEqual;
          default -> false;
        };
    boolean first = isSame(bare(variable), test.getLeftOperand());
    boolean second = isSame(bare(variable), test.getRightOperand());
    ExpressionTree value = first ? test.getRightOperand() : test.getLeftOperand();
    return isOrder && first != second && isQuiet(value) && !reads(value, variable);
  }

  /** In a conditional expression between the variable and another value, the other value. */
  private Optional<ExpressionTree> chosen(
      ExpressionTree variable, ConditionalExpressionTree choice) {
    boolean first = isSame(bare(variable), choice.getTrueExpression());
    boolean second = isSame(bare(variable), choice.getFalseExpression());
    ExpressionTree value = first ? choice.getFalseExpression() : choice.getTrueExpression();
    return first != second && isQuiet(value) && !reads(value, variable)
        ? Optional.of(value)
        : Optional.empty();
  }

  private Optional<AtomicForm> write(ExpressionTree tree) {
    return tree instanceof AssignmentTree write
            && !reads(write.getExpression(), write.getVariable())
        ? form(write.getVariable(), write.getExpression())
        : Optional.empty();
  }

  private Optional<AtomicForm> update(ExpressionTree tree) {
    return switch (tree) {
      case UnaryTree step when isStep(step.getKind()) -> form(bare(step.getExpression()), null);
      case CompoundAssignmentTree update ->
          reads(update.getExpression(), update.getVariable())
              ? Optional.empty()
              : form(update.getVariable(), update.getExpression());
      case AssignmentTree update -> {
        ExpressionTree sum = bare(update.getExpression());
        if (!(sum instanceof BinaryTree binary)) {
          yield Optional.empty();
        }
        boolean first = isSame(update.getVariable(), binary.getLeftOperand());
        boolean second = isSame(update.getVariable(), binary.getRightOperand());
        ExpressionTree value = first ? binary.getRightOperand() : binary.getLeftOperand();
        yield (first || second) && !reads(value, update.getVariable())
            ? form(update.getVariable(), value)
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private Optional<AtomicForm> form(ExpressionTree variable, ExpressionTree value) {
    if (!isVariable(variable) || !isQuiet(variable)) {
      return Optional.empty();
    }
    TreePath path = TreePath.getPath(statement, bare(variable));
    return Optional.of(new AtomicForm(path, value == null || isQuiet(value) ? null : value));
  }

  /**
   * Whether an expression reads the variable, as far as its text shows. Its value would be computed
   * before the access, from a value of the variable that may be outdated by then.
   */
  private boolean reads(ExpressionTree expression, ExpressionTree variable) {
    return Boolean.TRUE.equals(
        new TreeScanner<Boolean, Void>() {
          @Override
          public Boolean scan(Tree part, Void unused) {
            return part != null
                && (isSameVariable(part, bare(variable))
                    || Boolean.TRUE.equals(super.scan(part, unused)));
          }

          @Override
          public Boolean reduce(Boolean first, Boolean second) {
            return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
          }
        }.scan(expression, null));
  }

  /**
   * Whether two expressions name the same variable. Fields of objects and elements count as the
   * same only if the text is the same.
   */
  private boolean isSameVariable(Tree one, Tree variable) {
    if (isSame(variable, one)) {
      return true;
    }
    if (!(one instanceof IdentifierTree || one instanceof MemberSelectTree)) {
      return false;
    }
    Element element = trees.getElement(TreePath.getPath(statement, one));
    boolean isOne =
        element instanceof VariableElement
            && (!element.getKind().isField() || element.getModifiers().contains(Modifier.STATIC));
    return isOne && element.equals(trees.getElement(TreePath.getPath(statement, variable)));
  }

  private static boolean isVariable(ExpressionTree tree) {
    Tree inner = bare(tree);
    return inner instanceof IdentifierTree
        || inner instanceof MemberSelectTree
        || inner instanceof ArrayAccessTree;
  }

  private static boolean isSame(Tree one, Tree other) {
    Tree inner = other instanceof ExpressionTree expression ? bare(expression) : other;
    return one.toString().equals(inner.toString());
  }

  /** Whether an expression only reads variables and computes, without calls or assignments. */
  private static boolean isQuiet(ExpressionTree tree) {
    return !Boolean.TRUE.equals(
        new TreeScanner<Boolean, Void>() {
          @Override
          public Boolean scan(Tree part, Void unused) {
            return part != null
                && switch (part.getKind()) {
                  case METHOD_INVOCATION,
                      NEW_CLASS,
                      NEW_ARRAY,
                      LAMBDA_EXPRESSION,
                      MEMBER_REFERENCE,
                      SWITCH_EXPRESSION,
                      ASSIGNMENT,
                      PREFIX_INCREMENT,
                      PREFIX_DECREMENT,
                      POSTFIX_INCREMENT,
                      POSTFIX_DECREMENT ->
                      true;
                  default ->
                      part instanceof CompoundAssignmentTree
                          || Boolean.TRUE.equals(super.scan(part, unused));
                };
          }

          @Override
          public Boolean reduce(Boolean first, Boolean second) {
            return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
          }
        }.scan(tree, null));
  }

  private static boolean isStep(Tree.Kind kind) {
    return switch (kind) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
      default -> false;
    };
  }

  private static ExpressionTree bare(ExpressionTree expression) {
    ExpressionTree inner = expression;
    while (inner instanceof ParenthesizedTree parenthesized) {
      inner = parenthesized.getExpression();
    }
    return inner;
  }
}
