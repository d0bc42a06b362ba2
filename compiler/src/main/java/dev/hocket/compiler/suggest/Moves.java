package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.patch.Edit;
import dev.hocket.compiler.suggest.loops.Independence;
import dev.hocket.compiler.suggest.source.Layout;
import dev.hocket.compiler.suggest.source.TypeText;
import dev.hocket.compiler.suggest.trees.Site;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;

/** The ways to move the code at a site to a worker, best first. */
final class Moves {
  static final String DIRECTIVE = "//#omp target virtual(worker) await";

  /**
   * One way to run code on a worker.
   *
   * @param edit the change of the source
   * @param moved the statement or expression that the worker runs
   * @param from the statement that it was part of
   * @param shared the second step, if the code is a loop whose iterations are independent
   */
  record Move(Edit edit, TreePath moved, TreePath from, Optional<Shared> shared) {}

  /**
   * A move with the loop shared out among threads.
   *
   * @param edit the change of the source
   * @param directive the directive for the loop
   */
  record Shared(Edit edit, String directive) {}

  private final Program program;
  private final Site site;
  private final List<Move> found = new ArrayList<>();

  private Moves(Program program, Site site) {
    this.program = program;
    this.site = site;
  }

  /**
   * Lists the moves of a site: loops and {@code synchronized} statements around the statement, then
   * the statement, then one call in it. If the statement is an {@code if} or assigns a field,
   * moving only its value comes before moving the statement.
   */
  static List<Move> of(Program program, Site site) {
    Moves moves = new Moves(program, site);
    moves.around().forEach(moves::addWhole);
    TreePath code = site.code();
    boolean valueFirst = code.getLeaf() instanceof IfTree || moves.assignsField();
    if (valueFirst) {
      moves.addValue();
    }
    switch (code.getLeaf()) {
      case VariableTree declaration -> moves.addDeclaration(declaration);
      case StatementTree statement when isMovable(statement) -> moves.addWhole(code);
      case ExpressionTree body -> moves.addWhole(code);
      default -> {}
    }
    if (!valueFirst) {
      moves.addValue();
    }
    return moves.found;
  }

  private static boolean isMovable(StatementTree statement) {
    return statement instanceof ExpressionStatementTree
        || statement instanceof IfTree
        || statement instanceof SwitchTree
        || statement instanceof TryTree
        || statement instanceof SynchronizedTree
        || Sources.isLoop(statement);
  }

  /**
   * The loops and {@code synchronized} statements of the function around the statement, outermost
   * first. Nothing inside {@code synchronized} can be awaited, but the worker can take the lock.
   */
  private List<TreePath> around() {
    List<TreePath> found = new ArrayList<>();
    TreePath path = site.code().getParentPath();
    for (; path.getLeaf() != site.function().getLeaf(); path = path.getParentPath()) {
      boolean labelled = path.getParentPath().getLeaf() instanceof LabeledStatementTree;
      if ((Sources.isLoop(path.getLeaf()) || path.getLeaf() instanceof SynchronizedTree)
          && !labelled) {
        found.addFirst(path);
      }
    }
    return found;
  }

  private void addWhole(TreePath code) {
    boolean isBody = code.getLeaf() instanceof ExpressionTree;
    String text = program.text(code) + (isBody ? ";" : "");
    Layout layout = new Layout(program.trees(), code);
    Optional<Shared> shared =
        Independence.directive(program, code)
            .map(directive ->
                new Shared(layout.instead(code, List.of(DIRECTIVE, directive, text)), directive));
    found.add(new Move(layout.instead(code, List.of(DIRECTIVE, text)), code, code, shared));
  }

  private void add(TreePath from, TreePath moved, List<String> lines) {
    Edit edit = new Layout(program.trees(), from).instead(from, lines);
    found.add(new Move(edit, moved, from, Optional.empty()));
  }

  /** Adds a move that splits a declaration, so that the variable outlives the block. */
  private void addDeclaration(VariableTree declaration) {
    TreePath code = site.code();
    if (declaration.getInitializer() == null) {
      return;
    }
    TreePath value = new TreePath(code, declaration.getInitializer());
    String name = declaration.getName().toString();
    boolean plain = program.text(code).matches("(?s)[^=]*\\b" + Pattern.quote(name) + "\\s*=.*;");
    if (plain && !program.text(value).startsWith("{")) {
      typeOf(new TreePath(code, declaration))
          .ifPresent(type ->
              add(
                  code,
                  value,
                  List.of(
                      type + " " + name + ";",
                      DIRECTIVE,
                      name + " = " + program.text(value) + ";")));
    }
  }

  /** Adds a move that computes the slow value in a block before the statement that uses it. */
  private void addValue() {
    TreePath code = site.code();
    TreePath parent = code.getParentPath();
    Optional<TreePath> slow =
        assignsField() ? assigned() : Site.calls(program, code, site.called());
    boolean returnsFromLambda =
        parent.getLeaf() instanceof LambdaExpressionTree
            && slow.filter(path -> path.getLeaf() == code.getLeaf()).isPresent();
    if (slow.isEmpty() || returnsFromLambda || !isFirstIn(slow.get())) {
      return;
    }
    TreePath value = slow.get();
    String name = unusedName();
    boolean isBody = code.getLeaf() instanceof ExpressionTree;
    String text = program.text(code);
    int from = program.start(value) - program.start(code);
    int to = program.end(value) - program.start(code);
    String rest = text.substring(0, from) + name + text.substring(to) + (isBody ? ";" : "");
    typeOf(value)
        .ifPresent(type ->
            add(
                code,
                value,
                List.of(
                    type + " " + name + ";",
                    DIRECTIVE,
                    name + " = " + program.text(value) + ";",
                    rest)));
  }

  private boolean assignsField() {
    return assigned().isPresent();
  }

  /** The value that the statement assigns or adds to a field. */
  private Optional<TreePath> assigned() {
    TreePath code = site.code();
    TreePath path =
        code.getLeaf() instanceof ExpressionStatementTree statement
            ? new TreePath(code, statement.getExpression())
            : code;
    return switch (path.getLeaf()) {
      case AssignmentTree t -> assigned(path, t.getVariable(), t.getExpression());
      case CompoundAssignmentTree t -> assigned(path, t.getVariable(), t.getExpression());
      default -> Optional.empty();
    };
  }

  private Optional<TreePath> assigned(TreePath assignment, Tree target, Tree value) {
    Element variable = program.element(new TreePath(assignment, target));
    return variable != null && variable.getKind() == ElementKind.FIELD
        ? Optional.of(new TreePath(assignment, value))
        : Optional.empty();
  }

  /** Whether nothing that could have an effect is evaluated before an expression. */
  private boolean isFirstIn(TreePath value) {
    Tree statement = site.code().getLeaf();
    for (TreePath path = value; path.getLeaf() != statement; path = path.getParentPath()) {
      if (!isFirstOf(path.getParentPath(), path.getLeaf(), value)) {
        return false;
      }
    }
    return true;
  }

  private boolean isFirstOf(TreePath parent, Tree part, TreePath value) {
    return switch (parent.getLeaf()) {
      case ParenthesizedTree t -> true;
      case TypeCastTree t -> true;
      case UnaryTree t -> true;
      case ExpressionStatementTree t -> true;
      case ReturnTree t -> true;
      case ThrowTree t -> true;
      case VariableTree t -> true;
      case MemberSelectTree t -> true;
      case IfTree t -> t.getCondition() == part;
      case SwitchTree t -> t.getExpression() == part;
      case EnhancedForLoopTree t -> t.getExpression() == part;
      case ConditionalExpressionTree t -> t.getCondition() == part;
      case AssignmentTree t ->
          t.getExpression() == part && isSteadyTarget(parent, t.getVariable(), value);
      // The worker does not assign the variable, so it is only read later, with what others added.
      case CompoundAssignmentTree t ->
          t.getExpression() == part && isSteadyTarget(parent, t.getVariable(), value);
      case BinaryTree t ->
          t.getLeftOperand() == part
              || (isSteady(parent, t.getLeftOperand(), value)
                  && t.getKind() != Tree.Kind.CONDITIONAL_AND
                  && t.getKind() != Tree.Kind.CONDITIONAL_OR);
      case MethodInvocationTree t ->
          t.getMethodSelect() == part
              || (isSteady(parent, t.getMethodSelect(), value)
                  && areSteadyBefore(parent, t.getArguments(), part, value));
      case NewClassTree t ->
          t.getEnclosingExpression() == null
              && areSteadyBefore(parent, t.getArguments(), part, value);
      default -> false;
    };
  }

  private boolean areSteadyBefore(
      TreePath parent, List<? extends Tree> arguments, Tree part, TreePath value) {
    int index = arguments.indexOf(part);
    return index >= 0
        && arguments.subList(0, index).stream().allMatch(each -> isSteady(parent, each, value));
  }

  /** Whether an expression has no effect, and the same value before and after another one. */
  private boolean isSteady(TreePath parent, Tree expression, TreePath value) {
    TreePath path = new TreePath(parent, expression);
    return switch (expression) {
      case IdentifierTree name -> isSteady(program.element(path), value);
      case LiteralTree literal -> true;
      case MemberSelectTree select ->
          isSteady(path, select.getExpression(), value) && isSteady(program.element(path), value);
      case ParenthesizedTree t -> isSteady(path, t.getExpression(), value);
      default -> false;
    };
  }

  /** Whether an assignment's target is steady; the old value of the variable does not matter. */
  private boolean isSteadyTarget(TreePath parent, ExpressionTree target, TreePath value) {
    return switch (target) {
      case IdentifierTree name -> true;
      case MemberSelectTree select ->
          isSteady(new TreePath(parent, select), select.getExpression(), value);
      default -> false;
    };
  }

  /**
   * Whether a variable has the same value after the worker; a handler may have assigned a field.
   */
  private boolean isSteady(Element element, TreePath value) {
    if (Sources.isLocal(element)) {
      return !assigns(value, element);
    }
    return element == null
        || element.getKind() != ElementKind.FIELD
        || element.getModifiers().contains(Modifier.FINAL)
        || !(program.isAssignedByHandlers(element)
            || fieldsAssignedBy(program, value).contains(element));
  }

  /** Whether an expression itself assigns a local variable. */
  private boolean assigns(TreePath value, Element variable) {
    return program.names(value).stream()
        .anyMatch(name -> LaterReads.isStep(name) && variable.equals(program.element(name)));
  }

  /** The fields that some code assigns, itself or by the methods that it calls. */
  static Set<Element> fieldsAssignedBy(Program program, TreePath code) {
    return fieldsAssignedIn(program, Reached.from(program, code));
  }

  /** The fields that parts of the program assign. */
  static Set<Element> fieldsAssignedIn(Program program, List<TreePath> parts) {
    Map<Element, TreePath> found = new LinkedHashMap<>();
    parts.forEach(part -> new FieldUses(program, false).addTo(found, part));
    return found.keySet();
  }

  private Optional<String> typeOf(TreePath path) {
    return new TypeText(path.getCompilationUnit()).of(program.trees().getTypeMirror(path));
  }

  private String unusedName() {
    String text = program.text(site.function());
    for (int i = 1; ; i++) {
      String name = "result" + (i == 1 ? "" : i);
      if (!Pattern.compile("\\b" + name + "\\b").matcher(text).find()) {
        return name;
      }
    }
  }
}
