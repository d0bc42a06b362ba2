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
  /** How many tasks a taskloop makes for each thread, if the program gives no number. */
  private static final long PARTS = 8;

  private static final long MOST_PARTS = 1 << 24;

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
    create(deferred, isFinal, label, null, body);
  }

  /**
   * {@code task} with {@code depend}: the task begins when the tasks that it depends on have ended.
   * Where it runs at once, the caller waits for these first, and runs tasks meanwhile.
   *
   * @param deferred the clause {@code if}
   * @param isFinal the clause {@code final}
   * @param label position of the directive
   * @param clauses what the task depends on; null for nothing
   * @param body the code
   */
  public static void create(
      boolean deferred, boolean isFinal, String label, Depends clauses, Body body) {
    Member member = Member.current();
    if (member != null) {
      member.create(deferred, isFinal, label, clauses, body);
      return;
    }
    try {
      body.run();
    } catch (Throwable thrown) {
      throw Member.<Error>sneak(thrown);
    }
  }

  /** The code of a {@code taskloop}, which each of its tasks runs for some of the iterations. */
  @FunctionalInterface
  public interface LoopBody {
    /**
     * Runs the iterations of a task.
     *
     * @param part which ones
     * @throws Throwable whatever the code throws
     */
    void run(TaskPart part) throws Throwable;
  }

  /**
   * {@code taskloop}: creates tasks that run the iterations of a loop, and waits for them and for
   * all that they create.
   *
   * @param deferred the clause {@code if}
   * @param isFinal the clause {@code final}
   * @param nogroup whether not to wait
   * @param grainsize the least number of iterations of a task; 0 if the program gives none
   * @param tasks the number of tasks; 0 if the program gives none
   * @param label position of the directive
   * @param trips how often each of the loops runs, the outermost first
   * @param body the code
   */
  public static void loop(
      boolean deferred,
      boolean isFinal,
      boolean nogroup,
      long grainsize,
      long tasks,
      String label,
      long[] trips,
      LoopBody body) {
    Member member = Member.current();
    long total = Loop.product(trips, label);
    int parts = parts(member, total, grainsize, tasks);
    TaskGroup group = nogroup ? null : group(label);
    try {
      Contributions all = new Contributions(parts);
      for (int i = 0; i < parts; i++) {
        long from = start(i, total, parts);
        long to = start(i + 1, total, parts);
        TaskPart part = new TaskPart(trips, i, all, i == parts - 1, from, to);
        create(deferred, isFinal, label, () -> body.run(part));
      }
    } catch (Throwable thrown) {
      if (group != null) {
        group.failed(thrown);
      }
      throw thrown;
    } finally {
      if (group != null) {
        group.end();
      }
    }
  }

  /**
   * Checks the number of a clause {@code grainsize} or {@code num_tasks}.
   *
   * @param number the number
   * @return the same
   * @throws IllegalArgumentException if it is less than 1
   */
  public static long number(long number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          "grainsize or num_tasks of a taskloop is " + number + "; it must be 1 or more");
    }
    return number;
  }

  /** Where a part begins, if the parts are of almost equal size. */
  private static long start(long part, long total, int parts) {
    return part * (total / parts) + Math.min(part, total % parts);
  }

  private static int parts(Member member, long total, long grainsize, long tasks) {
    if (total == 0) {
      return 0;
    }
    int threads = member == null ? 1 : member.team.size();
    long most = threads == 1 ? 1 : threads * PARTS;
    long wanted = tasks > 0 ? tasks : grainsize > 0 ? Math.max(1, total / grainsize) : most;
    return (int) Math.min(Math.min(wanted, total), MOST_PARTS);
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
   * {@code cancel taskgroup}: the tasks of the group that have not begun are dropped, and those of
   * groups inside it.
   *
   * @param label position of the directive
   * @return whether the calling task ends; false if {@code OMP_CANCELLATION} is false
   * @throws IllegalStateException if the task was created in no group
   */
  public static boolean cancel(String label) {
    TaskGroup group = groupOf(label);
    if (group != null && Settings.isCancellation()) {
      group.cancel();
    }
    return group == null ? Settings.isCancellation() : group.isCancelled();
  }

  /**
   * {@code cancellation point taskgroup}: whether the group is cancelled.
   *
   * @param label position of the directive
   * @return whether the calling task ends
   */
  public static boolean isCancelled(String label) {
    TaskGroup group = groupOf(label);
    return group != null && group.isCancelled();
  }

  /** The group of the calling task; null outside of regions, where tasks run at once. */
  private static TaskGroup groupOf(String label) {
    Member member = Member.current();
    if (member == null) {
      return null;
    }
    TaskGroup around = member.task().around;
    if (around == null) {
      throw new IllegalStateException(
          "the task with the cancel or cancellation point at "
              + label
              + " was created in no taskgroup; put //#omp taskgroup before a statement around it");
    }
    return around;
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
