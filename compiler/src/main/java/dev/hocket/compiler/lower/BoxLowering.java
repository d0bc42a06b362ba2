package dev.hocket.compiler.lower;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.ConstructorCall;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;

/**
 * Turns declarations of boxed variables into boxes, and replaces each use by the generated name.
 */
final class BoxLowering {
  private static final Map<String, String> NARROW =
      Map.of(
          "byte", "byte",
          "short", "short",
          "char", "char",
          "java.lang.Byte", "byte",
          "java.lang.Short", "short",
          "java.lang.Character", "char");

  private final CheckedUnit checked;
  private final AttributedUnit unit;
  private final Library library;
  private final Naming naming;
  private final Tokens tokens;
  private final Edits edits;
  private final Expressions expressions;

  BoxLowering(Context context) {
    this.checked = context.checked();
    this.unit = context.unit();
    this.library = context.library();
    this.naming = context.naming();
    this.tokens = context.tokens();
    this.edits = context.edits();
    this.expressions = new Expressions(context);
  }

  void lower() {
    groups().values().forEach(this::lowerDeclaration);
    for (Local local : checked.variables().all()) {
      int from = 0;
      if (local.isBoxed() && local.copy() == null && !Naming.isDeclaredInPlace(local)) {
        from = lowerEntry(local);
      }
      for (Use use : local.uses()) {
        if (!use.inClause() && use.offset() >= from) {
          lowerUse(local, use);
        }
      }
    }
  }

  private void lowerUse(Local local, Use use) {
    String generated = naming.use(local);
    if (generated.equals(local.name())) {
      return;
    }
    // javac counts the semicolon after a resource as part of it; the name's token excludes it.
    Tree name = use.path().getLeaf();
    int end =
        name instanceof MemberSelectTree ? unit.end(name) : tokens.firstFrom(use.offset()).end();
    if (use.path().getParentPath().getLeaf() instanceof TryTree statement
        && !checked.suspensions().closes(statement)) {
      generated = "var " + naming.resource(local) + " = " + generated;
    }
    edits.replace(use.offset(), end, generated);
    expressions.shifted(local, use).forEach((at, bracket) -> edits.replace(at, at + 1, bracket));
    if (local.isBoxed()
        && !local.element().asType().getKind().isPrimitive()
        && use.path().getParentPath().getLeaf() instanceof AssignmentTree assignment
        && assignment.getVariable() == use.path().getLeaf()) {
      // The field's erased type is Object, for which javac would box a constant as an Integer.
      TreePath value = new TreePath(use.path().getParentPath(), assignment.getExpression());
      castIfNarrower(local.element().asType(), value);
    }
  }

  /** The declarations with at least one boxed variable, each with all its variables. */
  private Map<Integer, List<Local>> groups() {
    Map<Integer, List<Local>> groups = new LinkedHashMap<>();
    for (Local local : checked.variables().declared()) {
      if (Naming.isDeclaredInPlace(local)) {
        groups.computeIfAbsent(unit.start(local.tree()), key -> new ArrayList<>()).add(local);
      }
    }
    groups.values().removeIf(group -> group.stream().noneMatch(Local::isBoxed));
    return groups;
  }

  private void lowerDeclaration(List<Local> group) {
    boolean inLoopHead =
        group.getFirst().declaration().getParentPath().getLeaf() instanceof ForLoopTree;
    if (inLoopHead && boxTypes(group) > 1) {
      moveBeforeLoop(group);
      inLoopHead = false;
    }
    for (Local local : group) {
      Declarator declarator = Declarator.of(unit, tokens, local.tree());
      if (local == group.getFirst()) {
        if (local.isBoxed()) {
          lowerType(local, declarator);
        }
      } else if (!inLoopHead) {
        separate(local, declarator);
      }
      if (local.isBoxed()) {
        lowerInitializer(local, declarator, inLoopHead);
      }
    }
  }

  private long boxTypes(List<Local> group) {
    return group.stream().map(local -> naming.box(local.element().asType())).distinct().count();
  }

  /**
   * Turns {@code label: for (declaration; …} into <code>{ declaration; label: for (; …</code>: the
   * head has one type for all its variables, but, for example, an int and an array need two types
   * of boxes.
   */
  private void moveBeforeLoop(List<Local> group) {
    TreePath statement = group.getFirst().declaration().getParentPath();
    while (statement.getParentPath().getLeaf() instanceof LabeledStatementTree
        && !isGoverned(statement.getLeaf())) {
      statement = statement.getParentPath();
    }
    int start = unit.start(statement.getLeaf());
    edits.open(start, unit.end(statement.getLeaf()), Snippet.of("{ "));
    StringBuilder head = new StringBuilder();
    Token token = tokens.firstFrom(start);
    while (token.start() < unit.start(group.getFirst().tree())) {
      head.append(" ").append(unit.source().content(), token.start(), token.end());
      edits.replace(token.start(), token.end(), "");
      token = tokens.firstFrom(token.end());
    }
    VariableTree last = group.getLast().tree();
    int end =
        last.getInitializer() == null
            ? Declarator.of(unit, tokens, last).nameEnd()
            : unit.end(last.getInitializer());
    edits.insert(tokens.firstFrom(end).end(), head + ";");
    edits.close(unit.end(statement.getLeaf()), start, " }");
  }

  private void lowerType(Local local, Declarator declarator) {
    TypeMirror type = local.element().asType();
    int start = declarator.typeStart();
    int end = declarator.before().end();
    String modifier = isFinal(local.tree()) ? "" : "final ";
    if (TypeNames.of(type).isEmpty()) {
      edits.insert(start, modifier);
    } else if (type.getKind().isPrimitive() || isVar(start, end)) {
      edits.replace(start, end, modifier + naming.box(type));
    } else {
      edits.open(start, end, Snippet.of(modifier + library.type(Library.SHARED) + "<"));
      edits.close(end, start, "[]".repeat(declarator.brackets().size() / 2) + ">");
    }
    removeBrackets(declarator);
  }

  private boolean isVar(int start, int end) {
    return unit.source().content().substring(start, end).equals("var");
  }

  /** Splits a declaration of several variables, so that each later name has its own declaration. */
  private void separate(Local local, Declarator declarator) {
    TypeMirror type = local.element().asType();
    String modifier = local.isBoxed() || isFinal(local.tree()) ? "final " : "";
    String name = local.isBoxed() ? naming.box(type) : TypeNames.of(type).orElseThrow();
    Token comma = declarator.before();
    edits.replace(comma.start(), comma.end(), "; " + modifier + name);
    removeBrackets(declarator);
  }

  private void removeBrackets(Declarator declarator) {
    for (Token bracket : declarator.brackets()) {
      edits.replace(bracket.start(), bracket.end(), "");
    }
  }

  private static boolean isFinal(VariableTree tree) {
    return tree.getModifiers().getFlags().contains(Modifier.FINAL);
  }

  private void lowerInitializer(Local local, Declarator declarator, boolean inLoopHead) {
    TypeMirror type = local.element().asType();
    ExpressionTree initializer = local.tree().getInitializer();
    if (initializer == null) {
      edits.insert(declarator.nameEnd(), " = new " + naming.box(type) + "()");
      return;
    }
    if (narrow(type).isPresent() && type.getKind().isPrimitive() && !inLoopHead) {
      String box = " = new " + naming.box(type) + "(); " + naming.use(local);
      edits.insert(declarator.nameEnd(), box);
      return;
    }
    boolean bare = initializer instanceof NewArrayTree array && array.getType() == null;
    String array = bare ? "new " + TypeNames.of(type).orElseThrow() : "";
    int start = unit.start(initializer);
    int end = unit.end(initializer);
    edits.open(start, end, Snippet.of(opening(type) + array));
    edits.close(end, start, ")");
    castIfNarrower(type, new TreePath(local.declaration(), initializer));
  }

  /**
   * The primitive type to which a constant is narrowed in an assignment, but not as an argument
   * (JLS 5.2, 5.3).
   */
  private static Optional<String> narrow(TypeMirror type) {
    return Optional.ofNullable(NARROW.get(TypeNames.of(type).orElse("")));
  }

  /** Adds a cast of a constant where javac would not convert it, or not correctly, for a box. */
  private void castIfNarrower(TypeMirror type, TreePath value) {
    String narrow = narrow(type).orElse(null);
    TypeMirror from = unit.trees().getTypeMirror(value);
    if (narrow != null && from.getKind().isPrimitive() && !from.toString().equals(narrow)) {
      int start = unit.start(value.getLeaf());
      int end = unit.end(value.getLeaf());
      edits.open(start, end, Snippet.of("(" + narrow + ") ("));
      edits.close(end, start, ")");
    }
  }

  /** The start of the expression that creates a box from a value. */
  private String opening(TypeMirror type) {
    return TypeNames.of(type).isPresent()
        ? "new " + naming.box(type) + "("
        : library.call(Library.SHARED) + "of(";
  }

  /**
   * Boxes a parameter, or a variable that is declared like one, at the start of its code.
   *
   * @return the offset from which the box replaces the variable
   */
  private int lowerEntry(Local local) {
    String box = entry(local);
    return switch (local.declaration().getParentPath().getLeaf()) {
      case MethodTree method -> insertInto(method.getBody(), box);
      case LambdaExpressionTree lambda -> insertInto((BlockTree) lambda.getBody(), box);
      case CatchTree clause -> insertInto(clause.getBlock(), box);
      case EnhancedForLoopTree loop -> insertBefore(loop.getStatement(), box);
      default ->
          throw new IllegalStateException("No box for " + local.name() + " where it is declared.");
    };
  }

  private String entry(Local local) {
    TypeMirror type = local.element().asType();
    Optional<String> name = TypeNames.of(type);
    String declared = name.isPresent() ? naming.box(type) : "var";
    return "final "
        + declared
        + " "
        + naming.declared(local)
        + " = "
        + opening(type)
        + local.name()
        + ");";
  }

  private int insertInto(BlockTree body, String box) {
    int at = unit.start(body) + 1;
    if (!body.getStatements().isEmpty() && isConstructorCall(body.getStatements().getFirst())) {
      // An implicit super() that javac adds has no end position.
      at = Math.max(at, unit.end(body.getStatements().getFirst()));
    }
    edits.open(at, unit.end(body), Snippet.of(" " + box));
    return at;
  }

  private static boolean isConstructorCall(StatementTree statement) {
    return statement instanceof ExpressionStatementTree expression
        && ConstructorCall.is(expression.getExpression());
  }

  private int insertBefore(StatementTree body, String box) {
    if (body instanceof BlockTree block && !isGoverned(body)) {
      return insertInto(block, box);
    }
    edits.open(unit.start(body), unit.end(body), Snippet.of("{ " + box + " "));
    edits.close(unit.end(body), unit.start(body), " }");
    return unit.start(body);
  }

  private boolean isGoverned(Tree tree) {
    return checked.regions().all().stream().anyMatch(region -> region.statement() == tree);
  }
}
