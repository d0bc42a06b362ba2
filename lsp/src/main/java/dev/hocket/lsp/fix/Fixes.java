package dev.hocket.lsp.fix;

import dev.hocket.compiler.inspect.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds mechanical fixes for messages, best first. They are only candidates: the compiler checks
 * each one.
 */
public final class Fixes {
  private static final Pattern QUOTED = Pattern.compile("'([^']+)'");
  private static final Pattern MEANT = Pattern.compile("did you mean '([^']+)'");

  private final String text;
  private final Finding finding;
  private final List<Fix> fixes = new ArrayList<>();

  private Fixes(String text, Finding finding) {
    this.text = text;
    this.finding = finding;
  }

  /**
   * Finds candidates for a message.
   *
   * @param text the text with the fault
   * @param finding the message
   * @return changes of the text that have not been tried
   */
  public static List<Fix> of(String text, Finding finding) {
    Fixes fixes = new Fixes(text, finding);
    fixes.add();
    fixes.fixes.removeIf(fix -> !Edit.areApart(fix.edits(), text));
    return fixes.fixes;
  }

  private void add() {
    switch (finding.code()) {
      case "HK001", "HK005", "HK014", "HK103" -> addMeant();
      case "HK002" -> addSpelling();
      case "HK004" -> addExpected();
      case "HK006", "HK007", "HK008" -> removeClause(value("clause"));
      case "HK009" -> quoted(value("clauses")).forEach(this::removeClause);
      case "HK011" -> addSplit();
      case "HK012", "HK028", "HK036", "HK038", "HK048", "HK057", "HK115" -> removeDirective();
      case "HK013" -> removeFromList();
      case "HK016" -> addToList("shared", "firstprivate", "private");
      case "HK021", "HK102", "HK111" -> addToList("firstprivate");
      case "HK031", "HK032" -> addAsync(finding.start());
      case "HK034", "HK056" -> removeClause("await");
      case "HK035", "HK040", "HK106" -> addAsyncToMethod();
      case "HK046" -> addParameters();
      case "HK049" -> addOwnLine();
      case "HK052" -> removeClause(value("clause"));
      case "HK059" -> removeFinal();
      case "HK061", "HK067" -> removeDirective();
      case "HK062", "HK063", "HK066" -> addToList("shared", "firstprivate");
      case "HK069" -> addTag();
      case "HK101" -> replaceClause("name_as", "nowait");
      case "HK105" -> addClause("nowait");
      case "HK110" -> addClauseAtLine("ordered");
      case "HK112", "HK116" -> {
        addBefore(finding.start(), "//#omp critical");
        addBefore(finding.start(), "//#omp atomic");
      }
      case "HK109" -> addWaits();
      case "HK118" -> keepValue();
      case "HK113", "HK114" -> addEventThread();
      case "HK121" -> relist(finding.start(), "shared", "");
      default -> {}
    }
  }

  private String value(String name) {
    return finding.values().getOrDefault(name, "");
  }

  private static List<String> quoted(String sentence) {
    return QUOTED.matcher(sentence).results().map(each -> each.group(1)).toList();
  }

  private Optional<DirectiveText> directive() {
    return DirectiveText.at(text, finding.start())
        .or(() -> DirectiveText.before(text, finding.start()));
  }

  private void add(String title, Edit edit) {
    fixes.add(new Fix(title, edit));
  }

  private void addMeant() {
    Matcher meant = MEANT.matcher(value("suggestion"));
    if (meant.find()) {
      String by = meant.group(1);
      add("Write '" + by + "'", new Edit(finding.start(), wordEnd(finding.start()), by));
    } else if (finding.code().equals("HK005")) {
      removeClause(value("clause"));
    } else if (finding.code().equals("HK103")) {
      removeDirective();
    }
  }

  /** The end of a word, which may contain hyphens. */
  private int wordEnd(int start) {
    int end = start;
    while (end < text.length()
        && (Character.isJavaIdentifierPart(text.charAt(end)) || text.charAt(end) == '-')) {
      end++;
    }
    return end;
  }

  /** Joins a directive that may have been broken into several lines. */
  private void addSpelling() {
    String meant = "//#omp " + value("directive");
    int end = finding.end();
    for (int lines = 0; lines < 4 && end <= text.length(); lines++) {
      add("Write " + meant, new Edit(finding.start(), end, meant));
      int next = Lines.end(text, end);
      int code = next;
      while (code < text.length() && " \t".indexOf(text.charAt(code)) >= 0) {
        code++;
      }
      if (!text.startsWith("//", code)) {
        return;
      }
      end = next + text.substring(next, Lines.end(text, next)).stripTrailing().length();
    }
  }

  private void addExpected() {
    for (String symbol : quoted(value("expected"))) {
      add("Insert '" + symbol + "'", new Edit(finding.start(), finding.start(), symbol));
      add("Insert '" + symbol + "'", new Edit(finding.start() + 1, finding.start() + 1, symbol));
      directive()
          .ifPresent(each ->
              add("Insert '" + symbol + "' at the end", new Edit(each.end(), each.end(), symbol)));
    }
    if (value("expected").contains("end of the directive")) {
      directive()
          .ifPresent(
              each -> add("Remove what is too much", new Edit(finding.start(), each.end(), "")));
    }
  }

  private void removeClause(String clause) {
    directive()
        .flatMap(each -> each.without(clause))
        .ifPresent(edit -> add("Remove the clause '" + clause + "'", edit));
  }

  private void replaceClause(String clause, String by) {
    directive()
        .flatMap(each -> each.replace(clause, by))
        .ifPresent(edit -> add("Write '" + by + "' instead of '" + clause + "'", edit));
  }

  private void addClause(String clause) {
    directive().ifPresent(each -> add("Add the clause '" + clause + "'", each.add(clause)));
  }

  private void addClauseAtLine(String clause) {
    DirectiveText.before(text, Lines.offset(text, line()))
        .ifPresent(each -> add("Add the clause '" + clause + "'", each.add(clause)));
  }

  private int line() {
    String line = value("line");
    return line.matches("\\d{1,9}") ? Integer.parseInt(line) : 0;
  }

  private void addToList(String... clauses) {
    for (String clause : clauses) {
      String whole = clause + "(" + value("variable") + ")";
      addClause(whole);
    }
    if (line() > 0) {
      DirectiveText.before(text, Lines.offset(text, line()))
          .ifPresent(each -> {
            for (String clause : clauses) {
              String whole = clause + "(" + value("variable") + ")";
              add("Add the clause '" + whole + "'", each.add(whole));
            }
          });
    }
  }

  /** Lists a variable whose value is lost in the clause that the message advises. */
  private void keepValue() {
    String way = value("way");
    String by =
        Stream.of("lastprivate", "shared")
            .filter(clause -> way.contains(clause + "("))
            .findFirst()
            .orElse("");
    relist(Lines.offset(text, line()), value("clause"), by);
  }

  /** Moves the variable from one clause of the directive at an offset to another, or out of all. */
  private void relist(int offset, String clause, String by) {
    String variable = value("variable");
    DirectiveText.at(text, offset)
        .flatMap(each -> each.relist(variable, clause, by))
        .ifPresent(edit ->
            add(
                by.isEmpty()
                    ? "Remove '" + variable + "' from '" + clause + "'"
                    : "List '" + variable + "' in '" + by + "'",
                edit));
  }

  private void removeFromList() {
    Matcher name =
        Pattern.compile(
                "(?<before>,\\s*)?\\b"
                    + Pattern.quote(value("variable"))
                    + "\\b(?<after>\\s*,\\s*)?")
            .matcher(text);
    if (!directive().isPresent()) {
      return;
    }
    DirectiveText each = directive().get();
    name.region(each.start(), each.end());
    while (name.find()) {
      boolean both = name.group("before") != null && name.group("after") != null;
      String rest = both ? ", " : "";
      add("Remove '" + value("variable") + "' here", new Edit(name.start(), name.end(), rest));
    }
    for (String clause : List.of("shared", "private", "firstprivate", "lastprivate")) {
      removeClause(clause);
    }
  }

  private void removeDirective() {
    directive().ifPresent(each -> add("Remove the directive", each.remove()));
  }

  private void addBefore(int offset, String line) {
    add("Put " + line + " before this", Lines.insertBefore(text, offset, line));
  }

  /** Adds a directive before the method around a place, or directly before a lambda. */
  private void addAsync(int offset) {
    if (finding.code().equals("HK032")) {
      String line = "//#omp async" + Lines.separator(text) + Lines.indent(text, offset) + "    ";
      add(
          "Mark the lambda with async",
          new Edit(
              offset, offset, Lines.separator(text) + Lines.indent(text, offset) + "    " + line));
    } else {
      add("Mark the method with async", Lines.insertBefore(text, offset, "//#omp async"));
    }
  }

  /** Adds a directive before the declaration of the named method. */
  private void addAsyncToMethod() {
    String name = value("method").replaceAll("\\(.*", "").replaceAll(".*\\.", "");
    if (name.isEmpty()) {
      return;
    }
    Pattern declaration =
        Pattern.compile(
            "(?m)^[ \\t]*(?!return\\b|throw\\b|new\\b|else\\b|await\\b)(?:[\\w@<>\\[\\],.? ]+\\s)"
                + Pattern.quote(name)
                + "\\s*\\([^;{}]*\\)[^;{}=]*[{;]");
    Matcher matcher = declaration.matcher(text);
    while (matcher.find()) {
      add(
          "Mark '" + name + "' with async",
          Lines.insertBefore(text, matcher.start(), "//#omp async"));
    }
  }

  /** Takes the intended signature from the message's help. */
  private void addParameters() {
    for (String written : quoted(finding.help())) {
      if (written.contains("(")) {
        add("Write " + written, new Edit(finding.start(), wordEnd(finding.start()), written));
      }
    }
    Matcher signature = Pattern.compile("[\\w.]+\\([\\w, .\\[\\]]*\\)").matcher(finding.help());
    while (signature.find()) {
      add(
          "Write " + signature.group(),
          new Edit(finding.start(), wordEnd(finding.start()), signature.group()));
    }
  }

  /** Moves a declaration before the directive, and leaves the assignment in place. */
  private void addSplit() {
    directive()
        .ifPresent(each -> {
          int code = Lines.end(text, each.end());
          Matcher declaration =
              Pattern.compile("\\G([ \\t]*)((?:final\\s+)?[\\w.<>\\[\\], ?]+?)\\s+(\\w+)\\s*=\\s*")
                  .matcher(text);
          if (declaration.find(code) && !declaration.group(2).strip().equals("var")) {
            String name = declaration.group(3);
            String type = declaration.group(2).replace("final ", "");
            String line = type + " " + name + ";";
            Edit declare = Lines.insertBefore(text, each.start(), line);
            Edit assign =
                new Edit(
                    declaration.start(), declaration.end(), declaration.group(1) + name + " = ");
            fixes.add(
                new Fix("Declare '" + name + "' before the directive", List.of(declare, assign)));
          }
        });
  }

  private void addOwnLine() {
    directive()
        .ifPresent(each -> {
          String above = Lines.indent(text, each.start()) + each.text() + Lines.separator(text);
          int code = text.substring(0, each.start()).stripTrailing().length();
          int line = Lines.start(text, each.start());
          Edit cut = new Edit(code, each.end(), "");
          fixes.add(
              new Fix(
                  "Move the directive before this statement",
                  List.of(new Edit(line, line, above), cut)));
          int next = Lines.end(text, each.end());
          fixes.add(
              new Fix(
                  "Move the directive before the next statement",
                  List.of(cut, new Edit(next, next, above))));
        });
  }

  private void removeFinal() {
    Matcher declaration =
        Pattern.compile(
                "\\bfinal\\s+(?=[\\w.<>\\[\\], ?]+?\\s" + Pattern.quote(value("variable")) + "\\b)")
            .matcher(text);
    while (declaration.find()) {
      add(
          "Remove 'final' from '" + value("variable") + "'",
          new Edit(declaration.start(), declaration.end(), ""));
    }
  }

  private void addTag() {
    removeClause("on_cancel");
    replaceClause("nowait", "name_as(block)");
  }

  private void addWaits() {
    Matcher line =
        Pattern.compile("//#omp [^,;]+?(?=,|;|$| before| after)").matcher(finding.help());
    while (line.find()) {
      addBefore(finding.start(), line.group().strip());
    }
    DirectiveText.before(text, Lines.offset(text, line()))
        .ifPresent(each -> {
          for (String mode : List.of("nowait", "name_as")) {
            each.without(mode).ifPresent(edit -> add("Wait for the block", edit));
          }
        });
  }

  private void addEventThread() {
    if (!value("edt").isEmpty()) {
      addBefore(finding.start(), "//#omp target virtual(" + value("edt") + ")");
    }
  }
}
