package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.sharing.DependItem;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.parse.Clause;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The user's expressions, with the variables in them by their generated names. */
final class Expressions {
  private final CheckedUnit checked;
  private final Naming naming;

  Expressions(Context context) {
    this.checked = context.checked();
    this.naming = context.naming();
  }

  /** The expression of a clause. */
  Snippet of(Clause clause) {
    int start = clause.expression().offset();
    String text = renamed(clause.expression().text(), start, Use::inClause);
    return new Snippet().addExpression(text, clause);
  }

  /** The same in parentheses, where javac shows a wrong cast. */
  Snippet inParentheses(Clause clause) {
    return new Snippet().addExpression("(" + of(clause) + ")", clause);
  }

  /** A part of a {@code depend} clause, in parentheses. */
  String of(DependItem.Part part) {
    return "(" + renamed(part.text(), part.start(), Use::inClause) + ")";
  }

  /** A piece of the user's code, on one line. */
  String text(int start, int end) {
    String text = checked.unit().source().content().substring(start, end);
    return new Tokens(renamed(text, start, use -> !use.inClause())).joined();
  }

  private String renamed(String text, int start, Predicate<Use> counts) {
    Map<Integer, Local> names = new TreeMap<>(Comparator.reverseOrder());
    for (Local local : checked.variables().all()) {
      for (Use use : local.uses()) {
        if (counts.test(use) && start <= use.offset() && use.offset() < start + text.length()) {
          names.put(use.offset() - start, local);
        }
      }
    }
    StringBuilder renamed = new StringBuilder(text);
    // A name may be written with escapes, and so longer than it is.
    Tokens tokens = new Tokens(text);
    names.forEach((at, v) -> renamed.replace(at, tokens.firstFrom(at).end(), naming.use(v)));
    return renamed.toString();
  }
}
