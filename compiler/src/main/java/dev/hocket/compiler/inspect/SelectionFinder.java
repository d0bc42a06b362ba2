package dev.hocket.compiler.inspect;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.DirectiveScanner;
import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import dev.hocket.compiler.suggest.SelectedCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;

/**
 * Finds the statements that a part of a file consists of, and the reason why they cannot be moved.
 */
final class SelectionFinder {
  private static final Set<Token.Kind> BLANK =
      Set.of(Token.Kind.LINE_COMMENT, Token.Kind.BLOCK_COMMENT, Token.Kind.END);

  private final AttributedUnit unit;
  private final List<AttributedUnit> program;
  private final String text;
  private final int start;
  private final int end;

  /**
   * Creates a finder for one file.
   *
   * @param program all files that javac has read
   */
  SelectionFinder(AttributedUnit unit, List<AttributedUnit> program, int start, int end) {
    this.unit = unit;
    this.program = program;
    this.text = unit.source().content();
    this.start = start;
    this.end = end;
  }

  /** The statements; empty if the part contains none, or only half of one, or is in no method. */
  Optional<Selection> find() {
    List<TreePath> found = statements();
    if (found.isEmpty() || !isAll(found)) {
      return Optional.empty();
    }
    TreePath function = functionAround(found.getFirst());
    Selection.Declaration declaration = declaration(found);
    if (function == null) {
      return Optional.empty();
    }
    boolean isMethod = function.getLeaf() instanceof MethodTree;
    Tree first = found.getFirst().getLeaf();
    return Optional.of(
        new Selection(
            unit.start(first),
            unit.end(found.getLast().getLeaf()),
            found.size() == 1,
            found.size() == 1 ? sharing(found.getFirst()) : "",
            declaration,
            isMethod ? ((MethodTree) function.getLeaf()).getName().toString() : "",
            unit.start(function.getLeaf()),
            isMethod
                && ((MethodTree) function.getLeaf())
                    .getModifiers()
                    .getFlags()
                    .contains(Modifier.PRIVATE),
            obstacle(found, function, declaration)));
  }

  /** The outermost statements inside the part, if they are in one list. */
  private List<TreePath> statements() {
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        boolean inside =
            tree instanceof StatementTree && start <= unit.start(tree) && unit.end(tree) <= end;
        if (inside && unit.start(tree) >= 0) {
          found.add(new TreePath(getCurrentPath(), tree));
          return null;
        }
        return super.scan(tree, unused);
      }
    }.scan(new TreePath(unit.tree()), null);
    Tree list = found.isEmpty() ? null : found.getFirst().getParentPath().getLeaf();
    boolean isList = list instanceof BlockTree || list instanceof CaseTree;
    boolean isOne = found.stream().allMatch(each -> each.getParentPath().getLeaf() == list);
    return isList && isOne ? found : List.of();
  }

  /** Whether the part contains only spaces and comments besides the statements. */
  private boolean isAll(List<TreePath> found) {
    int at = start;
    for (TreePath each : found) {
      int from = unit.start(each.getLeaf());
      if (from < at || !isBlank(at, from)) {
        return false;
      }
      at = unit.end(each.getLeaf());
    }
    return isBlank(at, end);
  }

  private boolean isBlank(int from, int to) {
    return JavaLexer.tokens(text.substring(from, to)).stream()
        .allMatch(token -> BLANK.contains(token.kind()));
  }

  private TreePath functionAround(TreePath statement) {
    TreePath path = statement;
    while (path != null) {
      Tree leaf = path.getLeaf();
      if (leaf instanceof LambdaExpressionTree) {
        return path;
      }
      if (leaf instanceof MethodTree method) {
        return method.getReturnType() == null ? null : path;
      }
      if (leaf instanceof ClassTree && path != statement) {
        return null;
      }
      path = path.getParentPath();
    }
    return null;
  }

  /** The declaration of a variable whose type and value are written in full. */
  private Selection.Declaration declaration(List<TreePath> found) {
    boolean isOne =
        found.size() == 1
            && found.getFirst().getLeaf() instanceof VariableTree variable
            && variable.getInitializer() != null
            && variable.getType() != null
            && unit.start(variable.getType()) >= 0
            && variable.getModifiers().getAnnotations().isEmpty()
            && !(variable.getInitializer() instanceof NewArrayTree array
                && array.getType() == null);
    if (!isOne) {
      return null;
    }
    VariableTree variable = (VariableTree) found.getFirst().getLeaf();
    String type = part(variable.getType());
    String name = variable.getName().toString();
    int typeEnd = unit.end(variable.getType());
    String between = text.substring(typeEnd, unit.start(variable.getInitializer()));
    boolean isPlain = between.strip().matches(Pattern.quote(name) + "\\s*=");
    boolean isAlone =
        text.substring(unit.end(variable.getInitializer()), unit.end(variable)).strip().equals(";");
    return isPlain && isAlone && !type.equals("var")
        ? new Selection.Declaration(type, name, part(variable.getInitializer()))
        : null;
  }

  private String part(Tree tree) {
    return text.substring(unit.start(tree), unit.end(tree));
  }

  private String obstacle(
      List<TreePath> found, TreePath function, Selection.Declaration declaration) {
    Set<Integer> governed = new HashSet<>();
    for (DirectiveComment each : DirectiveScanner.scan(text, Grammar.directiveWords())) {
      governed.add(each.next());
    }
    if (governed.contains(unit.start(found.getFirst().getLeaf()))) {
      return "a directive governs this statement already";
    }
    Optional<String> used = declaration == null ? usedLater(found) : Optional.empty();
    return used.or(() -> SelectedCode.obstacle(unit.task(), trees(), function, found)).orElse("");
  }

  private List<CompilationUnitTree> trees() {
    return program.stream().map(AttributedUnit::tree).toList();
  }

  private String sharing(TreePath statement) {
    return SelectedCode.sharing(unit.task(), trees(), statement).orElse("");
  }

  /**
   * A variable or class that the statements declare and that the code after them uses. Inside a
   * block it would be out of scope there, and the code might silently refer to a field of that
   * name.
   */
  private Optional<String> usedLater(List<TreePath> found) {
    Set<Element> declared = new HashSet<>();
    for (TreePath each : found) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void scan(Tree tree, Void unused) {
          if (isDeclaration(tree)) {
            declared.add(unit.trees().getElement(new TreePath(getCurrentPath(), tree)));
          }
          return super.scan(tree, unused);
        }
      }.scan(each, null);
      if (isDeclaration(each.getLeaf())) {
        declared.add(unit.trees().getElement(each));
      }
    }
    int behind = unit.end(found.getLast().getLeaf());
    String[] used = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        if (unit.start(tree) >= behind
            && declared.contains(unit.trees().getElement(getCurrentPath()))) {
          used[0] = tree.getName().toString();
        }
        return super.visitIdentifier(tree, unused);
      }
    }.scan(found.getFirst().getParentPath(), null);
    return Optional.ofNullable(used[0])
        .map(name -> "'" + name + "', which it declares, is used after it");
  }

  private static boolean isDeclaration(Tree tree) {
    return tree instanceof VariableTree || tree instanceof ClassTree;
  }
}
