package dev.hocket.compiler.lower;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.sharing.DependItem;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Sections;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.Name;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/** Translates expressions of the user: replaces variables by their generated names. */
final class Expressions {
  private final CheckedUnit checked;
  private final Naming naming;
  private final Tokens tokens;

  Expressions(Context context) {
    this.checked = context.checked();
    this.naming = context.naming();
    this.tokens = context.tokens();
  }

  /** The translated expression of a clause. */
  Snippet of(Clause clause) {
    int start = clause.expression().offset();
    String text = renamed(clause.expression().text(), start, Use::inClause);
    return new Snippet().addExpression(text, clause);
  }

  /** The translated expression that is a part of a clause. */
  Snippet of(Clause clause, Name part) {
    String text = renamed(part.text(), part.offset(), Use::inClause);
    return new Snippet().addMarked(text, clause, part);
  }

  /** The translated expression of a clause in parentheses, where javac reports a wrong cast. */
  Snippet inParentheses(Clause clause) {
    return new Snippet().addExpression("(" + of(clause) + ")", clause);
  }

  /** The translated part of a {@code depend} clause in parentheses. */
  String of(DependItem.Part part) {
    return "(" + renamed(part.text(), part.start(), Use::inClause) + ")";
  }

  /** A translated range of the user's code, on one line. */
  String text(int start, int end) {
    String text = checked.unit().source().content().substring(start, end);
    return new Tokens(renamed(text, start, use -> !use.inClause())).joined();
  }

  /** The translated index of an element; it is shifted if a section of the array is reduced. */
  String index(TreePath place, ArrayAccessTree access) {
    String index =
        text(checked.unit().start(access.getIndex()), checked.unit().end(access.getIndex()));
    Element array = checked.unit().trees().getElement(new TreePath(place, access.getExpression()));
    return array instanceof VariableElement variable
        ? sectionOf(variable, checked.unit().start(access))
            .map(copy -> "(" + index + ") - " + naming.low(copy))
            .orElse(index)
        : index;
  }

  private Optional<Local> sectionOf(VariableElement array, int offset) {
    Local local = checked.variables().resolve(array, checked.regions().innermost(offset));
    return Optional.ofNullable(local).filter(copy -> copy.section().isPresent());
  }

  private String renamed(String text, int start, Predicate<Use> counts) {
    Map<Integer, String> generated = new TreeMap<>(Comparator.reverseOrder());
    for (Local local : checked.variables().all()) {
      for (Use use : local.uses()) {
        if (counts.test(use) && start <= use.offset() && use.offset() < start + text.length()) {
          generated.put(use.offset() - start, naming.use(local));
          shifted(local, use).forEach((at, bracket) -> generated.put(at - start, bracket));
        }
      }
    }
    // The text may be only the array, without the index.
    generated.keySet().removeIf(at -> at >= text.length());
    StringBuilder renamed = new StringBuilder(text);
    // A name with Unicode escapes is longer in the text than its characters.
    Tokens tokens = new Tokens(text);
    generated.forEach((at, word) -> renamed.replace(at, tokens.firstFrom(at).end(), word));
    return renamed.toString();
  }

  /**
   * The text that shifts an element's index if a section of the array is reduced: the partial
   * result begins with the first element of the section.
   */
  Map<Integer, String> shifted(Local local, Use use) {
    if (local.section().isEmpty()) {
      return Map.of();
    }
    AttributedUnit unit = checked.unit();
    ArrayAccessTree access = Sections.access(use).orElseThrow();
    int open = tokens.firstFrom(unit.end(access.getExpression())).start();
    int close = tokens.get(tokens.lastBefore(unit.end(access))).start();
    return Map.of(open, "[(", close, ") - " + naming.low(local) + "]");
  }
}
