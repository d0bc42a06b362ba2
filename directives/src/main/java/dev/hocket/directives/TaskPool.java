package dev.hocket.directives;

/** The queued tasks of a team: one deque for each thread. */
// When all tasks have ended: each thread counts the tasks that it queues, and those that it ends. A
// reader (1) adds up what has ended, then (2) what has been queued. A task is counted as queued
// before it can be counted as ended, so the second sum includes every task of the first. If both
// sums are the same, all tasks that were queued before (2) had ended at (1): only code outside of
// these can queue more.
final class TaskPool {
  private final TaskDeque[] deques;

  TaskPool(int threads) {
    deques = new TaskDeque[threads];
    for (int i = 0; i < threads; i++) {
      deques[i] = new TaskDeque();
    }
  }

  TaskDeque of(int thread) {
    return deques[thread];
  }

  boolean isQuiet() {
    long ended = 0;
    for (TaskDeque deque : deques) {
      ended += deque.ended();
    }
    long queued = 0;
    for (TaskDeque deque : deques) {
      queued += deque.queued();
    }
    return ended == queued;
  }

  /**
   * Takes a task for a thread: the newest of its own, or the oldest of another thread.
   *
   * @param least the smallest acceptable number of an own task
   * @param ancestor the task that it must be inside of; null for any task
   */
  Task take(int thread, long least, Task ancestor) {
    Task own = deques[thread].pop(least);
    for (int i = 1; own == null && i < deques.length; i++) {
      own = deques[(thread + i) % deques.length].steal(ancestor);
    }
    return own;
  }

  /** Whether {@link #take} would find a task, if no other thread takes it. */
  boolean hasTask(int thread, long least, Task ancestor) {
    if (!deques[thread].isEmpty() && deques[thread].next() > least) {
      return true;
    }
    for (int i = 1; i < deques.length; i++) {
      Task oldest = deques[(thread + i) % deques.length].oldest();
      if (oldest != null && (ancestor == null || oldest.isInside(ancestor))) {
        return true;
      }
    }
    return false;
  }
}
