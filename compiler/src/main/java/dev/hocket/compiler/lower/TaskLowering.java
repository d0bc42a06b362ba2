package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.parse.ClauseKind;

/**
 * Translates {@code task}. Such a statement becomes
 *
 * <pre>{ TargetBlocks.mayThrow…; final T x$firstprivate = x; Tasks.create(…, () -> { … }); }</pre>
 */
final class TaskLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Labels labels;
  private final Edits edits;
  private final CopyLowering copies;
  private final Expressions expressions;

  TaskLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.labels = context.labels();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.expressions = new Expressions(context);
  }

  void lower(TaskRegion region) {
    Snippet opening = Snippet.of("{ ").add(ParallelLowering.mayThrow(checked, library, region));
    opening.add(copies.encounters(region));
    opening.add(library.call(Library.TASKS) + "create(");
    opening.add(condition(region, ClauseKind.IF, "true")).add(", ");
    opening.add(condition(region, ClauseKind.FINAL, "false")).add(", ");
    opening.add(labels.at(region.offset()) + ", () -> { ").add(copies.declarations(region));
    edits.open(region.start(), region.end(), opening);
    edits.close(region.end(), region.start(), " }); }");
  }

  private Snippet condition(TaskRegion region, ClauseKind kind, String otherwise) {
    return region
        .directive()
        .clause(kind)
        .map(clause -> Snippet.of("(boolean) ").add(expressions.inParentheses(clause)))
        .orElseGet(() -> Snippet.of(otherwise));
  }
}
