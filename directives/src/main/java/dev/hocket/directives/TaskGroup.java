package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.Place;
import dev.hocket.core.Tag;
import dev.hocket.core.TagScope;
import dev.hocket.core.Targets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * For code that Hocket compiled: {@code //#omp taskgroup} (OpenMP 5.2, section 15.4). Its end waits
 * for the tasks that were created inside, and for all that these have created.
 */
public final class TaskGroup extends TaskFailures {
  /** The task whose code contains the group. */
  final Task owner;

  private final Member member;
  private final String label;
  private final TaskGroup outer;
  private final AtomicInteger running = new AtomicInteger();
  private Throwable ofStatement;
  private volatile boolean isCancelled;

  /**
   * Creates a group. Without a member the code is outside all regions, where tasks run immediately.
   */
  TaskGroup(Member member, String label) {
    this.member = member;
    this.label = label;
    this.owner = member == null ? null : member.task();
    this.outer = owner == null ? null : owner.group;
    if (owner != null) {
      owner.group = this;
      owner.isShared();
    }
  }

  void cancel() {
    isCancelled = true;
  }

  /** Whether this group or an enclosing one is cancelled. */
  boolean isCancelled() {
    TaskGroup group = this;
    while (group != null && !group.isCancelled) {
      group = group.outer;
    }
    return group != null;
  }

  void created() {
    running.getAndIncrement();
  }

  /** Counts a task as ended; returns true if it was the last one. */
  boolean ended() {
    return running.decrementAndGet() == 0;
  }

  boolean isOver() {
    return running.get() == 0;
  }

  /**
   * Records an exception that leaves the statement itself; tasks that have not begun are dropped.
   *
   * @param thrown the exception, which the caller re-throws
   */
  public void failed(Throwable thrown) {
    ofStatement = thrown;
    if (!hasFailed()) {
      add(thrown);
    }
  }

  /**
   * Ends the group: waits for its tasks, and throws their exceptions. If the statement itself has
   * thrown an exception, adds theirs to it as suppressed ones.
   */
  public void end() {
    if (member == null) {
      return;
    }
    if (!isOver()) {
      member.runTasks(owner, this, "the taskgroup at " + label, this::isOver);
    }
    owner.group = outer;
    Throwable thrown = close();
    if (ofStatement == null) {
      member.checkTeam();
      if (thrown != null) {
        throw Member.<Error>sneak(thrown);
      }
    } else {
      both(ofStatement, thrown);
    }
  }

  /**
   * For code that Hocket compiled: the tasks that a handler awaits, by {@code taskgroup await} or
   * {@code taskwait await}. Outside of all regions the target {@code worker} runs them, and the
   * handler is suspended while it waits for them. Inside a region they are tasks of the team.
   *
   * <p>An exception of a task is kept until a wait throws it; meanwhile tasks that have not begun
   * are dropped.
   *
   * <p>Memory: as for {@link Tasks}.
   */
  // Blocks of the worker run the tasks. They catch the tasks' exceptions themselves, so the scope
  // only says when all have ended.
  public static final class Awaited extends TaskFailures {
    private static final Tag TAG = Tag.of("tasks of a handler");

    /** The tasks that the next wait waits for; an exception of one of them drops the others. */
    private static final class Wave {
      private volatile boolean isDropped;
    }

    private final Awaited around;
    private final boolean isGroup;

    /** The group of the team, in a region. */
    private final TaskGroup inTeam;

    private final TagScope scope = TAG.program().open();
    private volatile Wave wave = new Wave();
    private volatile boolean isCancelled;
    private volatile boolean isOver;
    private Throwable ofStatement;

    Awaited(String label, Awaited around, boolean isGroup) {
      this.around = around;
      this.isGroup = isGroup;
      this.inTeam = isGroup && Member.current() != null ? Tasks.group(label) : null;
    }

    /**
     * Creates a task.
     *
     * @param deferred the value of the clause {@code if}
     * @param isFinal the value of the clause {@code final}
     * @param label the position of the directive
     * @param body the code of the task
     */
    public void create(boolean deferred, boolean isFinal, String label, Body body) {
      if (Member.current() != null || isOver) {
        Tasks.create(deferred, isFinal, label, body);
        return;
      }
      Wave mine = wave;
      Targets.of(Targets.DEFAULT_WORKER)
          .submit(Place.onTargetIf(deferred), scope, label, () -> run(mine, body));
    }

    /**
     * Creates a task with {@code depend}.
     *
     * @param deferred the value of the clause {@code if}
     * @param isFinal the value of the clause {@code final}
     * @param label the position of the directive
     * @param order the order of the run that creates the task
     * @param clauses the locations that the task depends on
     * @param body the code of the task
     */
    public void create(
        boolean deferred,
        boolean isFinal,
        String label,
        Depends.Order order,
        Depends clauses,
        Body body) {
      if (Member.current() != null || isOver) {
        Depends.create(order, deferred, isFinal, label, clauses, body);
        return;
      }
      Wave mine = wave;
      Depends.Turn turn = Depends.next(order, label, clauses);
      Body inTurn = turn.over(() -> run(mine, body));
      TargetBlocks.endWith(
          turn,
          () ->
              Targets.of(Targets.DEFAULT_WORKER)
                  .submit(Place.onTargetIf(deferred), scope, label, inTurn));
    }

    private void run(Wave mine, Body body) throws Throwable {
      if (mine.isDropped || isCancelledHere()) {
        return;
      }
      try {
        body.run();
      } catch (Throwable thrown) {
        mine.isDropped = true;
        if (!add(thrown)) {
          throw thrown;
        }
      }
    }

    /**
     * Cancels the group, for {@code cancel taskgroup}: its tasks that have not begun are dropped.
     *
     * @param label the position of the directive
     * @return whether the calling task ends
     */
    public boolean cancel(String label) {
      if (Member.current() != null) {
        return Tasks.cancel(label);
      }
      if (isGroup && Settings.isCancellation()) {
        isCancelled = true;
      }
      return Settings.isCancellation();
    }

    /**
     * Whether the group is cancelled, for {@code cancellation point taskgroup}.
     *
     * @param label the position of the directive
     * @return whether the calling task ends
     */
    public boolean isCancelled(String label) {
      return Member.current() != null ? Tasks.isCancelled(label) : isCancelledHere();
    }

    private boolean isCancelledHere() {
      return isCancelled || around != null && around.isCancelledHere();
    }

    /** The scopes of these tasks and of those around them. */
    TagScope[] scopes() {
      int depth = 0;
      for (Awaited tasks = this; tasks != null; tasks = tasks.around) {
        depth++;
      }
      TagScope[] scopes = new TagScope[depth];
      Awaited tasks = this;
      for (int i = 0; i < depth; i++) {
        scopes[i] = tasks.scope;
        tasks = tasks.around;
      }
      return scopes;
    }

    TagScope scope() {
      return scope;
    }

    /** Throws the exceptions of the tasks that a {@code taskwait await} has waited for. */
    public void rethrow() {
      Throwable thrown = null;
      for (Awaited tasks = this; tasks != null; tasks = tasks.around) {
        thrown = both(thrown, tasks.takeFailure());
        tasks.wave = new Wave();
      }
      if (thrown != null) {
        throw Member.<Error>sneak(thrown);
      }
    }

    /**
     * Records an exception that leaves the statement itself; tasks that have not begun are dropped.
     *
     * @param thrown the exception, which the caller re-throws
     */
    public void failed(Throwable thrown) {
      ofStatement = thrown;
      wave.isDropped = true;
      if (inTeam != null) {
        inTeam.failed(thrown);
      }
    }

    /**
     * Ends the statement, after its tasks have ended: throws their exceptions. If the statement
     * itself has thrown an exception, adds theirs to it as suppressed ones.
     */
    public void end() {
      isOver = true;
      scope.end();
      Throwable thrown = close();
      if (ofStatement != null) {
        both(ofStatement, thrown);
      }
      if (inTeam != null) {
        inTeam.end();
      }
      if (ofStatement == null && thrown != null) {
        throw Member.<Error>sneak(thrown);
      }
    }
  }
}
