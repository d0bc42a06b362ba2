package dev.hocket.compiler.check.loops;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.element.VariableElement;

/** A loop whose iterations a team shares. */
public sealed interface SharedLoop {
  /** The loop's place in the tree. */
  TreePath path();

  /**
   * A loop that counts from one number to another.
   *
   * @param index the variable that counts
   * @param isOutside whether it is declared before the loop, as in {@code for (i = 0; i < n; i++)}
   * @param from the first value of the index
   * @param relation the comparison of the index with the bound
   * @param to the bound
   * @param step the step by which the index grows
   */
  record Counted(
      TreePath path,
      VariableElement index,
      boolean isOutside,
      ExpressionTree from,
      Relation relation,
      ExpressionTree to,
      Step step)
      implements SharedLoop {
    /** The expressions that determine how many iterations there are. */
    List<Tree> head() {
      return step.expression() == null ? List.of(from, to) : List.of(from, to, step.expression());
    }
  }

  /**
   * A loop over the elements of an array or collection.
   *
   * @param variable the variable that its head declares
   * @param items the array or collection
   * @param isArray whether it is an array
   */
  record Each(TreePath path, VariableTree variable, ExpressionTree items, boolean isArray)
      implements SharedLoop {}

  /** The comparison under which a loop continues. */
  enum Relation {
    LESS("less", 1),
    AT_MOST("atMost", 1),
    GREATER("greater", -1),
    AT_LEAST("atLeast", -1),
    NOT_EQUAL("notEqual", 0);

    private final String word;
    private final int direction;

    Relation(String word, int direction) {
      this.word = word;
      this.direction = direction;
    }

    /** The relation's name in the runtime library. */
    public String word() {
      return word;
    }

    /** The sign that the step must have; 0 if it may have either. */
    int direction() {
      return direction;
    }

    /** The relation with its sides exchanged. */
    Relation reversed() {
      return switch (this) {
        case LESS -> GREATER;
        case AT_MOST -> AT_LEAST;
        case GREATER -> LESS;
        case AT_LEAST -> AT_MOST;
        case NOT_EQUAL -> NOT_EQUAL;
      };
    }
  }

  /**
   * The step by which an index grows.
   *
   * @param expression the number that is added or subtracted; null for an increment
   * @param subtracted whether the number is subtracted
   * @param constant the step with its sign if it is a constant; else null
   */
  record Step(ExpressionTree expression, boolean subtracted, Long constant) {}
}
