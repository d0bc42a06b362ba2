package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Orders;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.DirectiveKind;

/**
 * Translates {@code task}. The statement of a task becomes
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
  private final DependLowering dependences;
  private final Exits exits;
  private final AwaitedLowering awaited;

  TaskLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.labels = context.labels();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.expressions = new Expressions(context);
    this.dependences = new DependLowering(context);
    this.exits = new Exits(context);
    this.awaited = new AwaitedLowering(context);
  }

  /**
   * Translates a task.
   *
   * @param behind the code after the call
   */
  void lower(TaskRegion region, String behind) {
    Snippet opening = Snippet.of("{ ").add(ParallelLowering.mayThrow(checked, library, region));
    opening.add(copies.encounters(region));
    if (region.directive().kind() != DirectiveKind.TASKLOOP) {
      boolean isOrdered = checked.orders().of(region).isPresent() && Orders.isOrdered(region);
      String order = isOrdered ? dependences.order(region) + ", " : "";
      opening.add(awaited.create(region, isOrdered ? order : ""));
      opening.add(conditions(region)).add(labels.at(region.offset()) + ", ");
      opening.add(awaited.isAwaited(region) ? order : "").add(dependences.of(region));
      opening.add("() -> { ").add(dependences.declaration(region));
      opening.add(copies.declarations(region)).add(exits.label(region));
    }
    edits.open(region.start(), region.end(), opening);
    boolean ends = !checked.endless().contains(region);
    Snippet closing = ends ? copies.contributions(region) : new Snippet();
    edits.close(region.end(), region.start(), closing.add(" });" + behind + " }"));
  }

  /** The call that begins the tasks of a {@code taskloop}, after the head of the loop. */
  Snippet opening(TaskRegion region, String handle, String counts) {
    Snippet opening = Snippet.of(library.call(Library.TASKS) + "loop(").add(conditions(region));
    opening.add(region.directive().clause(ClauseKind.NOGROUP).isPresent() + ", ");
    opening.add(number(region, ClauseKind.GRAINSIZE)).add(", ");
    opening.add(number(region, ClauseKind.NUM_TASKS)).add(", ");
    opening.add(labels.at(region.offset()) + ", " + counts + ", ");
    opening.add(handle + " -> { ").add(dependences.declaration(region));
    return opening.add(copies.declarations(region));
  }

  private Snippet number(TaskRegion region, ClauseKind kind) {
    return region
        .directive()
        .clause(kind)
        .map(clause ->
            Snippet.of(library.call(Library.TASKS) + (isStrict(clause) ? "exactly(" : "number("))
                .add(expressions.of(clause))
                .add(", " + labels.at(region.offset()) + ")"))
        .orElseGet(() -> Snippet.of("0"));
  }

  private static boolean isStrict(Clause clause) {
    return clause.kind() == ClauseKind.GRAINSIZE && clause.isStrict();
  }

  private Snippet conditions(TaskRegion region) {
    return condition(region, ClauseKind.IF, "true")
        .add(", ")
        .add(condition(region, ClauseKind.FINAL, "false"))
        .add(", ");
  }

  private Snippet condition(TaskRegion region, ClauseKind kind, String otherwise) {
    return region
        .directive()
        .clause(kind)
        .map(clause -> Snippet.of("(boolean) ").add(expressions.inParentheses(clause)))
        .orElseGet(() -> Snippet.of(otherwise));
  }
}
