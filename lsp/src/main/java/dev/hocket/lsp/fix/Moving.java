package dev.hocket.lsp.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Proposes directives before the statements of a selection. */
public final class Moving {
  private static final String WORKER = "//#omp target virtual(worker) await";
  private static final Pattern DECLARATION =
      Pattern.compile(
          "(?<type>(?:final\\s+)?[A-Za-z_$][\\w.$]*(?:<[^;=()]*>)?(?:\\s*\\[\\s*])*)\\s+(?<name>\\w+)\\s*=(?!=)\\s*(?<value>[^{][^;]*;)",
          Pattern.DOTALL);
  private static final Pattern UPDATE =
      Pattern.compile("\\b(?<name>[a-z_$]\\w*)\\s*(?<operator>[+*&|^-])=");

  private final String text;
  private final int start;
  private final int end;

  private Moving(String text, int start, int end) {
    this.text = text;
    this.start = start;
    this.end = end;
  }

  /**
   * Proposes changes for a selection. From each list, the caller uses the first that the compiler
   * accepts.
   *
   * @param text the text
   * @param start the offset where the selection begins
   * @param end the offset where it ends
   * @return candidates for "run on a worker", and for "share out" if the selection is a loop
   */
  public static List<List<Fix>> at(String text, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    while (to > from && Character.isWhitespace(text.charAt(to - 1))) {
      to--;
    }
    boolean isStatement = from < to && (text.charAt(to - 1) == ';' || text.charAt(to - 1) == '}');
    if (!isStatement) {
      return List.of();
    }
    Moving moving = new Moving(text, from, to);
    return List.of(moving.onWorker(), moving.sharedOut());
  }

  private String selected() {
    return text.substring(start, end);
  }

  private List<Fix> onWorker() {
    String title = "Run this statement on a worker, await it";
    List<Fix> fixes = new ArrayList<>();
    Matcher declaration = DECLARATION.matcher(selected());
    String newline = Lines.separator(text) + Lines.indent(text, start);
    if (declaration.matches()) {
      String type = declaration.group("type").replaceFirst("^final\\s+", "");
      String name = declaration.group("name");
      String split =
          type
              + " "
              + name
              + ";"
              + newline
              + WORKER
              + newline
              + name
              + " = "
              + declaration.group("value");
      addWithAsync(fixes, title, new Edit(start, end, split));
      return fixes;
    }
    addWithAsync(fixes, title, new Edit(start, start, WORKER + newline));
    String indented = selected().replace("\n", "\n  ");
    addWithAsync(
        fixes,
        title.replace("this statement", "these statements"),
        new Edit(start, end, WORKER + newline + "{" + newline + "  " + indented + newline + "}"));
    return fixes;
  }

  /**
   * Adds {@code async} to the method around the selection, which needs it if it returns a value.
   */
  private void addWithAsync(List<Fix> fixes, String title, Edit edit) {
    fixes.add(new Fix(title, edit));
    Matcher method =
        Pattern.compile("(?m)^[ \\t]+(?:[\\w@<>\\[\\],.?]+\\s+)+\\w+\\s*\\([^;{}]*\\)[^;{}=]*\\{")
            .matcher(text);
    int around = -1;
    while (method.find() && method.start() < start) {
      boolean isStatement =
          method.group().strip().matches("(?s)(?:else|return|new|throw|do|try|synchronized)\\b.*");
      around = isStatement ? around : method.start();
    }
    if (around >= 0) {
      fixes.add(new Fix(title, List.of(Lines.insertBefore(text, around, "//#omp async"), edit)));
    }
  }

  private List<Fix> sharedOut() {
    List<Fix> fixes = new ArrayList<>();
    if (!selected().matches("(?s)for\\b.*")) {
      return fixes;
    }
    String title = "Share this loop out to a team of threads";
    String newline = Lines.separator(text) + Lines.indent(text, start);
    fixes.add(new Fix(title, new Edit(start, start, "//#omp parallel for" + newline)));
    Matcher update = UPDATE.matcher(selected());
    while (update.find()) {
      String operator = update.group("operator");
      String clause = " reduction(" + operator + ": " + update.group("name") + ")";
      fixes.add(new Fix(title, new Edit(start, start, "//#omp parallel for" + clause + newline)));
    }
    return fixes;
  }
}
