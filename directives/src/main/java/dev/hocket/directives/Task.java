package dev.hocket.directives;

import dev.hocket.core.Body;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A task of a team: a piece of code that its creator need not run itself. Each thread of a team is
 * in an implicit task from the start; {@code //#omp task} creates explicit ones. A task keeps what
 * its children have thrown, until a wait in its code throws it.
 *
 * <p>A task belongs to the thread that has begun it, until its end.
 *
 * <p>A program may decide by {@code if} for each call whether to queue a task, so one that runs at
 * once allocates nothing: its object is used again for the next such task, unless another task may
 * still refer to it ({@link #isShared}).
 */
final class Task extends TaskFailures {
  private static final VarHandle CHILDREN;

  static {
    try {
      CHILDREN = MethodHandles.lookup().findVarHandle(Task.class, "children", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // The fields up to `around` change only when the object is used again.

  /** The task that has created this one; null for an implicit task. */
  Task parent;

  /** The number of tasks around this one. */
  private int depth;

  String label = "";

  /** Whether the tasks that this one creates run immediately, as part of it. */
  boolean isFinal;

  /** The innermost group around this task's creation, or null. */
  TaskGroup around;

  /**
   * The innermost group around the code that the task is running, or null; only its thread uses it.
   */
  TaskGroup group;

  /** The dependences between this task's children; null until a child lists a location. */
  private Dependences dependences;

  private boolean ordersBlocks;

  /** This task's state as one that lists locations; null if it lists none. */
  private Dependent dependent;

  /** The code; cleared at the end, because a deque may refer to the task for longer. */
  private Body body;

  /** The number of tasks that this one has created and that have not ended. */
  private volatile int children;

  /**
   * Whether objects that outlive this task may refer to it: queued tasks that it or a task inside
   * it has created, or a group. Only its thread uses it.
   */
  private boolean isShared;

  /** The next unused object. */
  Task nextUnused;

  static Task implicit() {
    return new Task();
  }

  Task child(String where, boolean lastOnes, Body code) {
    Task child = new Task();
    child.begin(this, where, lastOnes);
    child.body = code;
    return child;
  }

  /** Makes a new or unused object a child of a task. */
  void begin(Task creator, String where, boolean lastOnes) {
    parent = creator;
    depth = creator.depth + 1;
    label = where;
    isFinal = creator.isFinal || lastOnes;
    around = creator.group;
    group = around;
  }

  /**
   * Ends a task that ran at once. Tasks that refer to it refer to its creator, too.
   *
   * @return whether the object may be used again
   */
  boolean becomesUnused() {
    if (isShared) {
      parent.isShared = true;
      return false;
    }
    parent = null;
    around = null;
    group = null;
    return true;
  }

  void isShared() {
    isShared = true;
  }

  boolean isExplicit() {
    return parent != null;
  }

  /** Counts this task, which is about to be queued, in the tasks that waits wait for. */
  void queued() {
    parent.isShared = true;
    CHILDREN.getAndAdd(parent, 1);
    if (around != null) {
      around.created();
    }
  }

  /** Counts this queued task as ended; returns true if a wait may have ended by that. */
  boolean ended() {
    boolean last = (int) CHILDREN.getAndAdd(parent, -1) == 1;
    return around != null && around.ended() || last;
  }

  int children() {
    return children;
  }

  boolean hasChildren() {
    return children > 0;
  }

  /** Makes a new child wait for earlier ones that list the same locations. */
  Dependent order(Task child, Depends clauses, Team awaiting) {
    child.dependent = dependences().add(child, clauses, awaiting);
    return child.dependent;
  }

  /** Makes a new block wait for earlier children, and blocks, that list the same locations. */
  Dependent order(Depends.Turn block, Depends clauses) {
    ordersBlocks = true;
    return dependences().add(block, clauses);
  }

  private Dependences dependences() {
    if (dependences == null) {
      dependences = new Dependences();
      isShared = true;
    }
    return dependences;
  }

  /** Whether later children may depend on blocks, which no thread of the team ends. */
  boolean ordersBlocks() {
    return ordersBlocks;
  }

  /** Clears the dependences between this task's children, all of which have ended. */
  void childrenEnded() {
    if (dependences != null && !ordersBlocks) {
      dependences.clear();
    }
  }

  /** Starts the tasks that waited for this one. */
  void startLater(Member by) {
    if (dependent != null) {
      dependent.ended(by);
    }
  }

  boolean isInside(Task other) {
    Task task = this;
    while (task.depth > other.depth) {
      task = task.parent;
    }
    return task == other;
  }

  /** Takes the code of a task that was created for later. */
  Body takeBody() {
    Body code = body;
    body = null;
    return code;
  }

  /** Runs code, unless another task of the same wait has failed or cancelled this one. */
  void run(Team team, Body code) throws Throwable {
    boolean isDropped =
        parent.hasFailed()
            || around != null && (around.hasFailed() || around.isCancelled())
            || team.outcome.isEarly();
    if (!isDropped) {
      code.run();
    }
  }

  /**
   * Passes an exception of this task to the first wait that can still wait for it: of its group or
   * its parent, else of an enclosing group, else the end of the region.
   *
   * @return whether a wait has taken it; if not, the region fails
   */
  boolean failed(Throwable thrown) {
    return around != null && around.owner == parent && around.add(thrown)
        || parent.add(thrown)
        || parent.around != null && parent.around.add(thrown);
  }

  /** Takes the exceptions for which the code of this task has not waited, at its end; or null. */
  Throwable closeAtEnd() {
    return isShared ? close() : takeFailure();
  }

  /** Takes the exceptions of this task's children, which a wait in its code must throw; or null. */
  Throwable takeFailureOfChildren() {
    Throwable ofGroup = group != null && group.owner == this ? group.takeFailure() : null;
    return both(takeFailure(), ofGroup);
  }
}
