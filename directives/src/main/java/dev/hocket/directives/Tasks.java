package dev.hocket.directives;

import dev.hocket.core.Body;

/**
 * For code that Hocket compiled: {@code task}, {@code taskwait}, {@code taskyield} and {@code
 * taskgroup} (OpenMP 5.2, chapters 12 and 15). A task belongs to the innermost region that its
 * creator is in, and any thread of the team may run it. Outside of all regions it runs at once, as
 * part of the code around it.
 *
 * <p>An exception of a task is thrown by the {@code taskwait} or the end of the {@code taskgroup}
 * that waits for the task, and otherwise at the end of the region. From then on no other task of
 * the same wait is begun.
 *
 * <p>Memory: actions before the creation of a task happen-before the task, and the task
 * happens-before the end of every wait for it.
 */
public final class Tasks {
  private Tasks() {}

  /**
   * {@code task}: creates a task. It runs at once if {@code deferred} is false, if the calling task
   * is final, if the team has one thread, or if many tasks are queued already.
   *
   * @param deferred the clause {@code if}
   * @param isFinal the clause {@code final}: whether the tasks inside run at once
   * @param label position of the directive
   * @param body the code
   */
  public static void create(boolean deferred, boolean isFinal, String label, Body body) {
    Member member = Member.current();
    if (member != null) {
      member.create(deferred, isFinal, label, body);
      return;
    }
    try {
      body.run();
    } catch (Throwable thrown) {
      throw Member.<Error>sneak(thrown);
    }
  }

  /**
   * {@code taskwait}: waits for the tasks that the calling task has created, and runs some of them
   * meanwhile. Throws what they have thrown.
   *
   * @param label position of the directive
   */
  public static void await(String label) {
    Member member = Member.current();
    if (member != null) {
      member.awaitChildren(label);
    }
  }

  /**
   * {@code taskyield}: may run another task meanwhile.
   *
   * @param label position of the directive
   */
  public static void yield(String label) {
    Member member = Member.current();
    if (member != null) {
      member.yieldTask();
    }
  }

  /**
   * {@code taskgroup}: begins a group of tasks.
   *
   * @param label position of the directive
   * @return the group, which the caller ends
   */
  public static TaskGroup group(String label) {
    return new TaskGroup(Member.current(), label);
  }
}
