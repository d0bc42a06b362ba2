package dev.hocket.lsp.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a directive, for edits of it. */
record DirectiveText(String file, int start, int end) {
  private static final Pattern DIRECTIVE = Pattern.compile("//\\s?#omp[^\\r\\n]*");

  static List<DirectiveText> all(String file) {
    List<DirectiveText> all = new ArrayList<>();
    Matcher matcher = DIRECTIVE.matcher(file);
    while (matcher.find()) {
      int end = matcher.start() + matcher.group().stripTrailing().length();
      all.add(new DirectiveText(file, matcher.start(), end));
    }
    return all;
  }

  /** The directive on the line of an offset. */
  static Optional<DirectiveText> at(String file, int offset) {
    return all(file).stream()
        .filter(each -> Lines.start(file, each.start()) == Lines.start(file, offset))
        .findFirst();
  }

  /** The nearest directive that begins before an offset. */
  static Optional<DirectiveText> before(String file, int offset) {
    return all(file).stream().filter(each -> each.start() <= offset).reduce((one, other) -> other);
  }

  String text() {
    return file.substring(start, end);
  }

  /** Removes the directive's line, or only the directive if code stands before it. */
  Edit remove() {
    int line = Lines.start(file, start);
    boolean alone = file.substring(line, start).isBlank();
    int next = Lines.end(file, end);
    return alone ? new Edit(line, next, "") : new Edit(start, end, "");
  }

  Edit add(String clause) {
    int remark = text().indexOf("//", 2);
    int at =
        remark < 0 ? end : start + file.substring(start, start + remark).stripTrailing().length();
    return new Edit(at, at, " " + clause);
  }

  /** Removes the clauses with a name, including their parentheses. */
  Optional<Edit> without(String clause) {
    return clause(clause).map(each -> new Edit(each.start(), each.end(), ""));
  }

  Optional<Edit> replace(String clause, String by) {
    return clause(clause).map(each -> new Edit(each.start(), each.end(), " " + by));
  }

  /**
   * Moves a variable from the list of a clause to that of another one, or out of all lists.
   *
   * @param by the clause that lists it then; empty for none
   */
  Optional<Edit> relist(String variable, String clause, String by) {
    Matcher matcher =
        Pattern.compile("[,\\s]+\\b" + Pattern.quote(clause) + "\\s*\\(([^()]*)\\)(\\s*,)?")
            .matcher(text());
    while (matcher.find()) {
      List<String> names = new ArrayList<>(List.of(matcher.group(1).strip().split("\\s*,\\s*")));
      if (names.remove(variable)) {
        String rest = names.isEmpty() ? "" : " " + clause + "(" + String.join(", ", names) + ")";
        String added = by.isEmpty() ? "" : " " + by + "(" + variable + ")";
        String lists = rest + added;
        boolean keepsComma = !lists.isEmpty() && matcher.group(2) != null;
        int end = keepsComma ? matcher.start(2) : matcher.end();
        return Optional.of(new Edit(start + matcher.start(), start + end, lists));
      }
    }
    return Optional.empty();
  }

  /** The last clause with a name, including the space or comma before it. */
  private Optional<Edit> clause(String word) {
    Matcher matcher =
        Pattern.compile("[,\\s]+" + Pattern.quote(word) + "(?![\\w-])").matcher(text());
    int from = -1;
    int to = -1;
    while (matcher.find()) {
      from = matcher.start();
      to = matcher.end();
    }
    return from < 0
        ? Optional.empty()
        : Optional.of(new Edit(start + from, start + behindParentheses(to), ""));
  }

  private int behindParentheses(int at) {
    String text = text();
    int i = at;
    while (i < text.length() && text.charAt(i) == ' ') {
      i++;
    }
    if (i >= text.length() || text.charAt(i) != '(') {
      return at;
    }
    int depth = 0;
    do {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      i++;
    } while (depth > 0 && i < text.length());
    return i;
  }
}
