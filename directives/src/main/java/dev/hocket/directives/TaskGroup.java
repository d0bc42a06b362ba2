package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * For code that Hocket compiled: {@code //#omp taskgroup} (OpenMP 5.2, section 15.4). Its end waits
 * for the tasks that were created inside, and for all that these have created.
 */
public final class TaskGroup extends TaskFailures {
  /** The task that the group is a part of. */
  final Task owner;

  private final Member member;
  private final String label;
  private final TaskGroup outer;
  private final AtomicInteger running = new AtomicInteger();
  private Throwable ofStatement;
  private volatile boolean isCancelled;

  /** A member of null stands for code outside of every region, whose tasks run at once. */
  TaskGroup(Member member, String label) {
    this.member = member;
    this.label = label;
    this.owner = member == null ? null : member.task();
    this.outer = owner == null ? null : owner.group;
    if (owner != null) {
      owner.group = this;
    }
  }

  void cancel() {
    isCancelled = true;
  }

  /** Whether this group or one around it is cancelled. */
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

  /** True if it was the last task. */
  boolean ended() {
    return running.decrementAndGet() == 0;
  }

  boolean isOver() {
    return running.get() == 0;
  }

  /**
   * Records an exception that leaves the statement itself: tasks that have not begun are dropped.
   *
   * @param thrown the exception, which the caller throws on
   */
  public void failed(Throwable thrown) {
    ofStatement = thrown;
    if (!hasFailed()) {
      add(thrown);
    }
  }

  /**
   * Ends the group: waits for its tasks, and throws what they have thrown. If the statement itself
   * has thrown, adds that to its exception instead, as a suppressed one.
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
