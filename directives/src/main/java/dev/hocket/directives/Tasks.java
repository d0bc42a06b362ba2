package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.Coroutine;
import dev.hocket.core.TagScope;

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
  /** The number of tasks per thread that a taskloop creates if the program gives no number. */
  private static final long PARTS = 8;

  private static final long MOST_PARTS = 1 << 24;

  private Tasks() {}

  /**
   * Creates a task, for {@code task}. It runs immediately if {@code deferred} is false, if the
   * calling task is final, if the team has one thread, or if many tasks are queued already.
   *
   * @param deferred the value of the clause {@code if}
   * @param isFinal the value of the clause {@code final}: whether the tasks inside run immediately
   * @param label the position of the directive
   * @param body the code of the task
   */
  public static void create(boolean deferred, boolean isFinal, String label, Body body) {
    create(deferred, isFinal, label, null, body);
  }

  /**
   * Creates a task with {@code depend}: it begins when the tasks that it depends on have ended. If
   * it must run immediately, the caller waits for these first, and runs tasks meanwhile.
   *
   * @param deferred the value of the clause {@code if}
   * @param isFinal the value of the clause {@code final}
   * @param label the position of the directive
   * @param clauses the locations that the task depends on; null for none
   * @param body the code of the task
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
     * @param part the iterations
     * @throws Throwable an exception of the code
     */
    void run(TaskPart part) throws Throwable;
  }

  /**
   * Creates tasks that run the iterations of a {@code taskloop}, and waits for them and for all
   * tasks that they create.
   *
   * @param deferred the value of the clause {@code if}
   * @param isFinal the value of the clause {@code final}
   * @param nogroup whether the call returns without waiting
   * @param grainsize the smallest number of iterations of a task; 0 if the program gives none
   * @param tasks the number of tasks; 0 if the program gives none
   * @param label the position of the directive
   * @param trips the number of iterations of each loop, outermost first
   * @param body the code of the loop
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
    long total = Loop.product(trips, label);
    loop(deferred, isFinal, nogroup, grainsize, tasks, label, trips, null, total, body);
  }

  /**
   * {@code taskloop} with {@code collapse}, for loops whose heads use the indices around them.
   *
   * @param deferred the clause {@code if}
   * @param isFinal the clause {@code final}
   * @param nogroup whether not to wait
   * @param grainsize the least number of iterations of a task; 0 if the program gives none; from
   *     {@link #exactly} for exactly a number
   * @param tasks the number of tasks; 0 if the program gives none
   * @param label position of the directive
   * @param rows the rows of the loops
   * @param body the code
   */
  public static void loop(
      boolean deferred,
      boolean isFinal,
      boolean nogroup,
      long grainsize,
      long tasks,
      String label,
      Rows rows,
      LoopBody body) {
    long total = rows.total();
    loop(deferred, isFinal, nogroup, grainsize, tasks, label, null, rows, total, body);
  }

  private static void loop(
      boolean deferred,
      boolean isFinal,
      boolean nogroup,
      long grainsize,
      long tasks,
      String label,
      long[] trips,
      Rows rows,
      long total,
      LoopBody body) {
    Member member = Member.current();
    int parts = parts(member, total, grainsize, tasks);
    TaskGroup group = nogroup ? null : group(label);
    try {
      Contributions all = new Contributions(parts);
      for (int i = 0; i < parts; i++) {
        long from = start(i, total, parts, grainsize);
        long to = start(i + 1, total, parts, grainsize);
        TaskPart part = new TaskPart(trips, rows, i, all, i == parts - 1, from, to);
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
   * @return the same number
   * @throws IllegalArgumentException if it is less than 1
   */
  public static long number(long number) {
    return number(number, "");
  }

  /**
   * Does the same as {@link #number(long)} for a directive, which the message of an exception
   * names.
   *
   * @param number the number
   * @param label the position of the directive
   * @return the same number
   * @throws IllegalArgumentException if it is less than 1
   */
  public static long number(long number, String label) {
    if (number < 1) {
      String loop = label.isEmpty() ? "a taskloop" : "the taskloop at " + label;
      throw new IllegalArgumentException(
          "grainsize or num_tasks of " + loop + " is " + number + "; it must be 1 or more");
    }
    return number;
  }

  /**
   * Checks the number of {@code grainsize(strict: …)}.
   *
   * @param number the number of iterations of all tasks but the last
   * @param label the position of the directive
   * @return the argument of {@code loop} that means this
   * @throws IllegalArgumentException if it is less than 1
   */
  public static long exactly(long number, String label) {
    return -number(number, label);
  }

  /** The first iteration of a part. Without an exact size the parts are of almost equal size. */
  private static long start(long part, long total, int parts, long grainsize) {
    return grainsize < 0
        ? Math.min(total, part * -grainsize)
        : part * (total / parts) + Math.min(part, total % parts);
  }

  private static int parts(Member member, long total, long grainsize, long tasks) {
    if (total == 0) {
      return 0;
    }
    if (grainsize < 0) {
      long exact = (total - 1) / -grainsize + 1;
      if (exact > MOST_PARTS) {
        throw new IllegalArgumentException(
            "grainsize(strict: %d) of a taskloop of %d iterations makes more than %d tasks"
                .formatted(-grainsize, total, MOST_PARTS));
      }
      return (int) exact;
    }
    int threads = member == null ? 1 : member.team.size();
    long most = threads == 1 ? 1 : threads * PARTS;
    long wanted = tasks > 0 ? tasks : grainsize > 0 ? Math.max(1, total / grainsize) : most;
    return (int) Math.min(Math.min(wanted, total), MOST_PARTS);
  }

  /**
   * Waits, for {@code taskwait}, for the tasks that the calling task has created, and runs some of
   * them meanwhile. Throws their exceptions.
   *
   * @param label the position of the directive
   */
  public static void await(String label) {
    Member member = Member.current();
    if (member != null) {
      member.awaitChildren(label);
    }
  }

  /**
   * May run another task meanwhile, for {@code taskyield}.
   *
   * @param label the position of the directive
   */
  public static void yield(String label) {
    Member member = Member.current();
    if (member != null) {
      member.yieldTask();
    }
  }

  /**
   * Cancels the task group, for {@code cancel taskgroup}: tasks of the group, and of groups inside
   * it, that have not begun are dropped.
   *
   * @param label the position of the directive
   * @return whether the calling task ends; false if {@code OMP_CANCELLATION} is false
   * @throws IllegalStateException if the task was not created in a group
   */
  public static boolean cancel(String label) {
    TaskGroup group = groupOf(label);
    if (group != null && Settings.isCancellation()) {
      group.cancel();
    }
    return group == null ? Settings.isCancellation() : group.isCancelled();
  }

  /**
   * Whether the task group is cancelled, for {@code cancellation point taskgroup}.
   *
   * @param label the position of the directive
   * @return whether the calling task ends
   */
  public static boolean isCancelled(String label) {
    TaskGroup group = groupOf(label);
    return group != null && group.isCancelled();
  }

  /** The group of the calling task; null outside all regions, where tasks run immediately. */
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
   * Begins a group of tasks, for {@code taskgroup}.
   *
   * @param label the position of the directive
   * @return the group, which the caller must end
   */
  public static TaskGroup group(String label) {
    return new TaskGroup(Member.current(), label);
  }

  /**
   * Begins code whose tasks the handler awaits.
   *
   * @param label the position of the directive that awaits them
   * @param around the tasks of the code around it in the same handler; null for none
   * @param isGroup whether the code is the statement of {@code taskgroup await}
   * @return the tasks, which the caller must end
   */
  public static TaskGroup.Awaited awaited(String label, TaskGroup.Awaited around, boolean isGroup) {
    return new TaskGroup.Awaited(label, around, isGroup);
  }

  /**
   * Waits for tasks, for {@code taskwait await}: a handler that the compiler has made resumable is
   * suspended; any other handler waits. {@link TaskGroup.Awaited#rethrow} follows.
   *
   * @param label the position of the directive
   * @param tasks the tasks
   */
  public static void awaitTasks(String label, TaskGroup.Awaited tasks) {
    await(label);
    TagScope.await(label, tasks.scopes());
  }

  /**
   * Does the same as {@link #awaitTasks(String, TaskGroup.Awaited)} in a resumable handler.
   *
   * @param label the position of the directive
   * @param tasks the tasks
   * @param coroutine the coroutine of the handler
   */
  public static void awaitTasks(String label, TaskGroup.Awaited tasks, Coroutine coroutine) {
    await(label);
    TagScope.await(label, tasks.scopes(), coroutine);
  }

  /**
   * Waits for tasks at the end of the code that creates them. {@link TaskGroup.Awaited#end}
   * follows.
   *
   * @param label the position of the directive
   * @param tasks the tasks
   */
  public static void awaitEnd(String label, TaskGroup.Awaited tasks) {
    TagScope.await(label, tasks.scope());
  }

  /**
   * Does the same as {@link #awaitEnd(String, TaskGroup.Awaited)} in a resumable handler.
   *
   * @param label the position of the directive
   * @param tasks the tasks
   * @param coroutine the coroutine of the handler
   */
  public static void awaitEnd(String label, TaskGroup.Awaited tasks, Coroutine coroutine) {
    TagScope.await(label, new TagScope[] {tasks.scope()}, coroutine);
  }
}
