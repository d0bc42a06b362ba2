package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.place.TaskScope;

/**
 * Translates {@code taskgroup await} and {@code taskwait await}. The statement of the group, or the
 * body that contains the {@code taskwait}, becomes
 *
 * <pre>
 * final TaskGroup.Awaited tasks = Tasks.awaited(…); try { … } catch (Throwable thrown) {
 * tasks.failed(thrown); throw thrown; } finally { try { Tasks.awaitEnd(…, tasks);
 * Resumed.awaited(); } finally { tasks.end(); } }</pre>
 */
final class AwaitedLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Labels labels;
  private final Edits edits;

  AwaitedLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.edits = context.edits();
  }

  /** Wraps the bodies of methods and lambdas. */
  void lower() {
    for (TaskScope scope : checked.taskScopes().functions()) {
      enclose(scope, " ", " ");
    }
  }

  /** Wraps the statement of a group or block, if its tasks are awaited. */
  void lower(Region region) {
    checked.taskScopes().of(region).ifPresent(scope -> enclose(scope, "{ ", " }"));
  }

  private void enclose(TaskScope scope, String before, String behind) {
    String handle = naming.tasks(scope.number());
    String label = labels.at(scope.label());
    boolean isGroup = scope.region() instanceof InPlaceRegion;
    String around =
        isGroup
            ? checked
                .taskScopes()
                .around(scope.region())
                .map(outer -> naming.tasks(outer.number()))
                .orElse("null")
            : "null";
    String opening =
        "%sfinal %s %s = %sawaited(%s, %s, %s); try { "
            .formatted(
                before,
                library.type("TaskGroup") + ".Awaited",
                handle,
                library.call(Library.TASKS),
                label,
                around,
                isGroup);
    String closing =
        (" } catch (java.lang.Throwable %1$s) { %2$s.failed(%1$s); throw %1$s; } finally { try { "
                + "%3$sawaitEnd(%4$s, %2$s); %5$sawaited(); } finally { %2$s.end(); } }%6$s")
            .formatted(
                naming.tasks(scope.number()) + "thrown",
                handle,
                library.call(Library.TASKS),
                label,
                library.call(Library.RESUMED),
                behind);
    edits.open(scope.start(), scope.end(), Snippet.of(opening));
    edits.close(scope.end(), scope.start(), closing);
  }

  /** The call for a {@code taskwait await}. */
  String await(SyncPoint sync) {
    int offset = sync.directive().comment().start();
    String handle = naming.tasks(checked.taskScopes().around(sync).orElseThrow().number());
    return "%sawaitTasks(%s, %s); %sawaited(); %s.rethrow(); "
        .formatted(
            library.call(Library.TASKS),
            labels.at(offset),
            handle,
            library.call(Library.RESUMED),
            handle);
  }

  boolean isAwaited(TaskRegion task) {
    return checked.taskScopes().around(task).isPresent();
  }

  /**
   * The start of the call that creates a task: in its scope, if it has one.
   *
   * @param order the first argument of a call that keeps the order with blocks; or empty
   */
  String create(TaskRegion task, String order) {
    String otherwise =
        library.call(order.isEmpty() ? Library.TASKS : Library.DEPENDS) + "create(" + order;
    return checked
        .taskScopes()
        .around(task)
        .map(scope -> naming.tasks(scope.number()) + ".create(")
        .orElse(otherwise);
  }

  /** The start of the question whether a task's group is cancelled. */
  String group(TaskRegion task) {
    return checked
        .taskScopes()
        .around(task)
        .map(scope -> naming.tasks(scope.number()) + ".")
        .orElseGet(() -> library.call(Library.TASKS));
  }
}
