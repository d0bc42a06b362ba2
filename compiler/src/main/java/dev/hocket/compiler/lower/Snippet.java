package dev.hocket.compiler.lower;

import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.List;

/** Generated text with marks at the user's clause expressions in it. */
public final class Snippet {
  private final StringBuilder text = new StringBuilder();
  private final List<Mark> marks = new ArrayList<>();

  /**
   * The place of a clause's expression, or of a variable that a clause lists.
   *
   * @param start the offset in the snippet where it starts
   * @param end the offset where it ends
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

  /** Adds generated text with a mark for a part of a clause. */
  Snippet addMarked(String generated, Clause clause, Name part) {
    marks.add(new Mark(text.length(), text.length() + generated.length(), clause, part));
    return add(generated);
  }

  /** Whether the snippet has no text. */
  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** The marks in the snippet. */
  public List<Mark> marks() {
    return marks;
  }

  /** The snippet's text. */
  @Override
  public String toString() {
    return text.toString();
  }
}
