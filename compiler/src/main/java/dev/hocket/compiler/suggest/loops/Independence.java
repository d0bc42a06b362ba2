package dev.hocket.compiler.suggest.loops;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeKind;

/**
 * Decides whether the iterations of a loop may run on several threads, in any order. An iteration
 * may assign its own variables and the element of an array at its index, and may add to a sum. All
 * methods that it calls must be {@link Purity pure}. Code that is not known to be harmless is
 * refused.
 *
 * <pre>{@code
 * for (int i = 0; i < n; i++) {
 *   lengths[i] = measure(i);
 *   total += lengths[i]; // reduction(+: total)
 * }
 * }</pre>
 */
public final class Independence {
  private static final Map<Tree.Kind, String> OPERATORS =
      Map.of(
          Tree.Kind.PLUS_ASSIGNMENT, "+",
          Tree.Kind.POSTFIX_INCREMENT, "+",
          Tree.Kind.PREFIX_INCREMENT, "+",
          Tree.Kind.AND_ASSIGNMENT, "&",
          Tree.Kind.OR_ASSIGNMENT, "|",
          Tree.Kind.XOR_ASSIGNMENT, "^");

  /** The integer types, each of which contains the values of those before it. */
  private static final List<TypeKind> WHOLE =
      List.of(TypeKind.BYTE, TypeKind.SHORT, TypeKind.CHAR, TypeKind.INT, TypeKind.LONG);

  private final Sources program;
  private final Purity purity;
  private final Element index;
  private final TreePath body;

  /** The operator that changes each outer variable. */
  private final Map<Element, String> sums = new HashMap<>();

  /** The number of such changes of each outer variable. */
  private final Map<Element, Integer> named = new HashMap<>();

  private boolean refused;
  private boolean storesAtIndex;
  private boolean readsElsewhere;

  /** Whether the loop counts, so that no two iterations have the same index. */
  private final boolean counts;

  private Independence(Sources program, Element index, TreePath body, boolean counts) {
    this.counts = counts;
    this.program = program;
    this.purity = new Purity(program);
    this.index = index;
    this.body = body;
  }

  /** The directive that shares out the loop; empty if its iterations may depend on each other. */
  public static Optional<String> directive(Sources program, TreePath loop) {
    StatementTree body;
    Tree variable;
    switch (loop.getLeaf()) {
      case ForLoopTree t when t.getInitializer().size() == 1 -> {
        variable = t.getInitializer().getFirst();
        body = t.getStatement();
      }
      case EnhancedForLoopTree t -> {
        variable = t.getVariable();
        body = t.getStatement();
      }
      default -> {
        return Optional.empty();
      }
    }
    if (!(variable instanceof VariableTree)) {
      return Optional.empty();
    }
    Element index = program.element(new TreePath(loop, variable));
    boolean counts = loop.getLeaf() instanceof ForLoopTree;
    return new Independence(program, index, new TreePath(loop, body), counts).directive();
  }

  private Optional<String> directive() {
    Scan scan = new Scan();
    scan.scan(body, null);
    boolean pure = purity.isPure(body);
    boolean mayAlias = storesAtIndex && (!counts || readsElsewhere || purity.readsArrays());
    boolean summed =
        sums.keySet().stream().allMatch(each -> named.get(each).equals(scan.uses.get(each)));
    if (refused || mayAlias || !pure || !summed) {
      return Optional.empty();
    }
    Map<String, StringJoiner> clauses = new TreeMap<>();
    sums.forEach((variable, operator) ->
        clauses
            .computeIfAbsent(operator, each -> new StringJoiner(", "))
            .add(variable.getSimpleName()));
    StringBuilder text = new StringBuilder("//#omp parallel for");
    clauses.forEach(
        (operator, variables) -> text.append(" reduction(" + operator + ": " + variables + ")"));
    return Optional.of(text.toString());
  }

  private boolean isOfIteration(Element variable) {
    TreePath declared = program.path(variable);
    return declared != null && Sources.isInside(declared, body);
  }

  private final class Scan extends TreePathScanner<Void, Void> {
    /** The number of occurrences of each variable. */
    private final Map<Element, Integer> uses = new HashMap<>();

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      assign(tree.getVariable(), null);
      return super.visitAssignment(tree, unused);
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
      TypeKind of = kindOf(tree.getVariable());
      TypeKind added = kindOf(tree.getExpression());
      boolean fits = WHOLE.contains(added) && WHOLE.indexOf(added) <= WHOLE.indexOf(of);
      assign(tree.getVariable(), fits ? OPERATORS.get(tree.getKind()) : null);
      return super.visitCompoundAssignment(tree, unused);
    }

    private TypeKind kindOf(Tree expression) {
      return program.trees().getTypeMirror(new TreePath(getCurrentPath(), expression)).getKind();
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      TreePath elements = new TreePath(getCurrentPath(), tree.getExpression());
      readsElsewhere |=
          kindOf(tree.getExpression()) == TypeKind.ARRAY && !purity.isFresh(elements, body);
      return super.visitEnhancedForLoop(tree, unused);
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void unused) {
      switch (tree.getKind()) {
        case POSTFIX_INCREMENT, PREFIX_INCREMENT, POSTFIX_DECREMENT, PREFIX_DECREMENT ->
            assign(tree.getExpression(), OPERATORS.get(tree.getKind()));
        default -> {}
      }
      return super.visitUnary(tree, unused);
    }

    private void assign(ExpressionTree target, String operator) {
      Element element = program.element(new TreePath(getCurrentPath(), target));
      switch (target) {
        case ArrayAccessTree access -> storesAtIndex |= !isOwnArray(access);
        case IdentifierTree name when isLocal(element) -> {
          if (!isOfIteration(element)) {
            add(element, operator);
          }
        }
        default -> refused = true;
      }
    }

    /** The value of a sum must not be used, and its operator must not depend on the order. */
    private void add(Element variable, String operator) {
      boolean isStatement =
          getCurrentPath().getParentPath().getLeaf() instanceof ExpressionStatementTree;
      TypeKind kind = variable.asType().getKind();
      boolean isWhole = kind == TypeKind.INT || kind == TypeKind.LONG;
      String known = sums.putIfAbsent(variable, String.valueOf(operator));
      refused |=
          operator == null
              || !isStatement
              || !isWhole
              || variable.equals(index)
              || (known != null && !known.equals(operator));
      named.merge(variable, 1, Integer::sum);
    }

    @Override
    public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
      boolean atIndex =
          tree.getIndex() instanceof IdentifierTree
              && index.equals(program.element(new TreePath(getCurrentPath(), tree.getIndex())))
              && tree.getExpression() instanceof IdentifierTree;
      readsElsewhere |= !atIndex && !isOwnArray(tree);
      return super.visitArrayAccess(tree, unused);
    }

    private boolean isOwnArray(ArrayAccessTree tree) {
      return purity.isFresh(new TreePath(getCurrentPath(), tree.getExpression()), body);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
      Element element = program.element(getCurrentPath());
      if (element != null) {
        uses.merge(element, 1, Integer::sum);
      }
      return super.visitIdentifier(tree, unused);
    }
  }

  private static boolean isLocal(Element element) {
    return element != null
        && (element.getKind() == ElementKind.LOCAL_VARIABLE
            || element.getKind() == ElementKind.PARAMETER);
  }
}
