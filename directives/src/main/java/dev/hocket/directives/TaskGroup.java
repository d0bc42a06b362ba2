package dev.hocket.directives;

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
}
