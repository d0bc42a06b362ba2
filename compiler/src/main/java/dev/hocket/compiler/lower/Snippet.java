package dev.hocket.compiler.lower;

import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.List;

/** Generated text that remembers where in it the user's clause expressions stand. */
public final class Snippet {
  private final StringBuilder text = new StringBuilder();
  private final List<Mark> marks = new ArrayList<>();

  /**
   * An expression of a clause, or a variable that it lists.
   *
   * @param start where it starts in the snippet
   * @param end where it ends
   * @param clause the clause
   * @param name the expression or variable in the clause
   */
  public record Mark(int start, int end, Clause clause, Name name) {}

  static Snippet of(String text) {
    return new Snippet().add(text);
  }

  Snippet add(String more) {
    text.append(more);
    return this;
  }

  Snippet add(Snippet more) {
    for (Mark mark : more.marks) {
      int at = text.length();
      marks.add(new Mark(at + mark.start(), at + mark.end(), mark.clause(), mark.name()));
    }
    text.append(more.text);
    return this;
  }

  Snippet addExpression(String expression, Clause clause) {
    return addMarked(expression, clause, clause.expression());
  }

  /** Adds the generated text for a part of a clause. */
  Snippet addMarked(String generated, Clause clause, Name part) {
    marks.add(new Mark(text.length(), text.length() + generated.length(), clause, part));
    return add(generated);
  }

  /** Whether it has no text. */
  public boolean isEmpty() {
    return text.isEmpty();
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
