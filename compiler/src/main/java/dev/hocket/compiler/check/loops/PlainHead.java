package dev.hocket.compiler.check.loops;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.parse.Clause;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;

/**
 * Recognises plain expressions in the head of a shared loop. They only read variables and compute,
 * so every thread of a team may evaluate them itself. Any other expression, for example a call, may
 * have effects or differ each time, so one thread evaluates it for all.
 */
final class PlainHead {
  private final AttributedUnit unit;

  PlainHead(AttributedUnit unit) {
    this.unit = unit;
  }

  boolean isPlain(SharedLoop loop) {
    return switch (loop) {
      case SharedLoop.Counted counted ->
          counted.head().stream().allMatch(part -> isPlain(loop.path(), part));
      // An iterator must not be used by several threads.
      case SharedLoop.Each each -> each.isArray() && isPlain(loop.path(), each.items());
    };
  }

  /** Whether a clause's expression is plain: a single word, a variable or a number. */
  static boolean isPlain(Clause clause) {
    return clause.expression() == null || clause.expression().text().matches("[\\p{Alnum}_$]+");
  }

  private boolean isPlain(TreePath loop, Tree part) {
    List<Tree> others = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree != null && !onlyReads(new TreePath(getCurrentPath(), tree))) {
          others.add(tree);
        }
        return super.scan(tree, unused);
      }
    }.scan(new TreePath(loop, part), null);
    return onlyReads(new TreePath(loop, part)) && others.isEmpty();
  }

  private boolean onlyReads(TreePath place) {
    return switch (place.getLeaf().getKind()) {
      case IDENTIFIER, MEMBER_SELECT -> !isVolatile(unit.trees().getElement(place));
      case PARENTHESIZED,
          CONDITIONAL_EXPRESSION,
          ARRAY_ACCESS,
          TYPE_CAST,
          PRIMITIVE_TYPE,
          UNARY_PLUS,
          UNARY_MINUS,
          BITWISE_COMPLEMENT,
          LOGICAL_COMPLEMENT ->
          true;
      default -> place.getLeaf() instanceof BinaryTree || place.getLeaf() instanceof LiteralTree;
    };
  }

  private static boolean isVolatile(Element element) {
    return element != null
        && element.getKind() == ElementKind.FIELD
        && element.getModifiers().contains(Modifier.VOLATILE);
  }
}
