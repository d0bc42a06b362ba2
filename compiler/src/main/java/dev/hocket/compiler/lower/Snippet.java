package dev.hocket.compiler.lower;

import dev.hocket.compiler.parse.Clause;
import java.util.ArrayList;
import java.util.List;

/** Generated text that remembers where in it the user's clause expressions stand. */
public final class Snippet {
  private final StringBuilder text = new StringBuilder();
  private final List<Mark> marks = new ArrayList<>();

  /**
   * An expression of a clause.
   *
   * @param start where it starts in the snippet
   * @param end where it ends
   * @param clause the clause
   */
  public record Mark(int start, int end, Clause clause) {}

  static Snippet of(String text) {
    return new Snippet().add(text);
  }

  Snippet add(String more) {
    text.append(more);
    return this;
  }

  Snippet add(Snippet more) {
    for (Mark mark : more.marks) {
      marks.add(new Mark(text.length() + mark.start(), text.length() + mark.end(), mark.clause()));
    }
    text.append(more.text);
    return this;
  }

  Snippet addExpression(String expression, Clause clause) {
    marks.add(new Mark(text.length(), text.length() + expression.length(), clause));
    return add(expression);
  }

  /** The expressions in it. */
  public List<Mark> marks() {
    return marks;
  }

  /** The text. */
  @Override
  public String toString() {
    return text.toString();
  }
}
