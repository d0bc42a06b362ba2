package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds code that relies on the end of a handler: it would run during the wait. That is code after
 * a call that runs the handler, tasks that are posted later, and listeners that hear of the same
 * input.
 */
final class Relying {
  /** Methods of listeners of the mouse after which other objects hear of the same input. */
  private static final Set<String> FIRST = Set.of("mouseEntered", "mouseExited", "mousePressed");

  private final Program program;
  private final Side inside;
  private final Side after;

  /**
   * @param inside what the block does
   * @param after what the handler does after the wait
   */
  Relying(Program program, Side inside, Side after) {
    this.program = program;
    this.inside = inside;
    this.after = after;
  }

  Optional<String> problem(TreePath handler) {
    return overtaken(handler).or(() -> awaited(handler)).or(() -> heard(handler));
  }

  /**
   * Looks for listeners that run when this one has returned, and have to do with what it does: they
   * would use it too early, or change it before this one does.
   */
  private Optional<String> heard(TreePath handler) {
    Set<TreePath> others =
        Handlers.isDone(program, handler)
            ? program.listeners().ofType(program.element(handler).getEnclosingElement().asType())
            : comesWithOthers(handler) ? program.handlers().ofEvents() : besides(handler);
    for (TreePath other : others) {
      if (other.getLeaf() != handler.getLeaf()) {
        Side its = new Side(program);
        its.add(other, Sources.body(other));
        Optional<Element> common = its.inTouch(after).or(() -> its.inTouch(inside));
        if (common.isPresent()) {
          return Optional.of(
              "another listener (%s) that may run next uses '%s' (%s), before this handler has ended"
                  .formatted(
                      program.place(other),
                      common.get().getSimpleName(),
                      program.place(its.useOf(common.get()))));
        }
      }
    }
    return Optional.empty();
  }

  private Set<TreePath> besides(TreePath handler) {
    Set<TreePath> all = new LinkedHashSet<>(program.listeners().besides(handler));
    all.addAll(program.listeners().around(handler));
    all.addAll(Handlers.nextOf(program, handler));
    return all;
  }

  /** Whether an input may run other handlers after this one, as the click that moves the focus. */
  private boolean comesWithOthers(TreePath handler) {
    return program.handlers().isOfEvents(handler)
        && (!program.listeners().isSettled(handler) || isFirst(handler));
  }

  private boolean isFirst(TreePath handler) {
    return handler.getLeaf() instanceof MethodTree
        && program.element(handler) instanceof ExecutableElement method
        && program
            .handlers()
            .heardBy(method)
            .anyMatch(each -> FIRST.contains(each.getSimpleName().toString()));
  }

  /**
   * Looks for code that relies on the end of a posted task: the event thread runs tasks in their
   * order, so the next ones, and code that waits for these, find what the task has done.
   */
  private Optional<String> overtaken(TreePath task) {
    List<TreePath> posts = Posted.postsOf(program, task);
    return posts.isEmpty() ? Optional.empty() : overtaken(task, posts);
  }

  private Optional<String> overtaken(TreePath task, List<TreePath> posts) {
    Following next = Following.calls(program, posts);
    if (next.isUnknown()) {
      return Optional.of(
          "it is not known what follows the task (" + program.place(posts.getFirst()) + ")");
    }
    List<Reached> codes = next.code().stream().map(each -> Reached.of(program, each)).toList();
    Collection<TreePath> tasks = Posted.givenIn(codes);
    Side relying = new Side(program);
    tasks.forEach(each -> relying.add(each, Sources.body(each)));
    if (!tasks.isEmpty()) {
      next.code().forEach(each -> relying.add(task, each));
    }
    return relying
        .inTouch(after)
        .or(() -> relying.inTouch(inside))
        .map(each ->
            "a task that is posted later ("
                + program.place(tasks.iterator().next())
                + ") would overtake this one, and has to do with '"
                + each.getSimpleName()
                + "'");
  }

  /**
   * Looks for code that relies on the end of a call that runs the handler, such as {@code
   * doClick()}, on this thread or another one.
   */
  private Optional<String> awaited(TreePath handler) {
    List<TreePath> runs = program.handlers().runsOf(handler);
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    String call = "a call that runs this handler (" + program.place(runs.getFirst()) + ")";
    Following next = Following.runs(program, handler);
    if (next.isUnknown()) {
      return Optional.of("it is not known what follows " + call);
    }
    Side relying = new Side(program);
    next.code().forEach(each -> relying.add(handler, each));
    return relies(relying)
        .map(reason ->
            "code that follows " + call + " would run before the handler has ended: " + reason)
        .or(() -> next.posts().isEmpty() ? Optional.empty() : overtaken(handler, next.posts()));
  }

  /** How other code relies on what the handler does in the block and after the wait. */
  private Optional<String> relies(Side other) {
    return other
        .inTouch(after)
        .or(() -> other.inTouch(inside))
        .map(each ->
            "it uses '%s' (%s)".formatted(each.getSimpleName(), program.place(other.useOf(each))))
        .or(() -> after.statics.dependentIn(other.statics))
        .or(() -> inside.statics.dependentIn(other.statics))
        .or(other.statics::unknown);
  }
}
