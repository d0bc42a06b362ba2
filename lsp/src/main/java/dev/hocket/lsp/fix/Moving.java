package dev.hocket.lsp.fix;

import dev.hocket.compiler.inspect.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Proposes directives for selected statements. */
public final class Moving {
  private static final String WORKER = "//#omp target virtual(worker) await";

  private final String text;
  private final Selection selection;
  private final String newline;

  private Moving(String text, Selection selection) {
    this.text = text;
    this.selection = selection;
    this.newline = Lines.separator(text) + Lines.indent(text, selection.start());
  }

  /**
   * The changes that run statements on a worker, best first. The caller uses the first one that the
   * compiler accepts.
   *
   * @param text the text
   * @param selection its statements
   * @return the changes, none of which has been tried
   */
  public static List<Fix> onWorker(String text, Selection selection) {
    return new Moving(text, selection).onWorker();
  }

  /**
   * The change that shares out a loop.
   *
   * @param text the text
   * @param selection its statements
   * @return the change, which has not been tried; empty if the statements are no loop with
   *     independent iterations
   */
  public static Optional<Fix> sharedOut(String text, Selection selection) {
    return Optional.of(selection.sharing())
        .filter(directive -> !directive.isEmpty())
        .map(directive ->
            new Fix(
                "Share this loop out to a team of threads",
                new Moving(text, selection).before(directive)));
  }

  private List<Fix> onWorker() {
    List<Fix> fixes = new ArrayList<>();
    String statement = "Run this statement on a worker, await it";
    if (selection.declaration() != null) {
      Selection.Declaration parts = selection.declaration();
      String declared = parts.type() + " " + parts.name() + ";";
      String assigned = parts.name() + " = " + parts.value() + ";";
      addWithAsync(fixes, statement, replaced(declared + newline + WORKER + newline + assigned));
      return fixes;
    }
    if (selection.isSingle()) {
      addWithAsync(fixes, statement, before(WORKER));
    }
    String title =
        selection.isSingle()
            ? statement
            : statement
                .replace("this statement", "these statements")
                .replace("await it", "await them");
    addWithAsync(
        fixes, title, replaced(WORKER + newline + "{" + newline + inner() + newline + "}"));
    return fixes;
  }

  /** The statements for a block: indented, unless that could change a text block in them. */
  private String inner() {
    String selected = text.substring(selection.start(), selection.end());
    return selected.contains("\"\"\"") ? selected : "  " + selected.replace("\n", "\n  ");
  }

  private boolean followsCode() {
    int line = Lines.start(text, selection.start());
    return !text.substring(line, selection.start()).isBlank();
  }

  /** A directive has a line of its own. */
  private Edit before(String directive) {
    String above = followsCode() ? newline : "";
    return new Edit(selection.start(), selection.start(), above + directive + newline);
  }

  private Edit replaced(String by) {
    return new Edit(selection.start(), selection.end(), (followsCode() ? newline : "") + by);
  }

  /** The method around the statements must be async if it returns a value. */
  private void addWithAsync(List<Fix> fixes, String title, Edit edit) {
    fixes.add(new Fix(title, edit));
    if (!selection.function().isEmpty()) {
      Edit async = Lines.insertBefore(text, selection.functionStart(), "//#omp async");
      fixes.add(new Fix(title, List.of(async, edit)));
    }
  }
}
