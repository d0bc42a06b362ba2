package dev.hocket.directives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The queued tasks of one thread of a team. That thread pushes and pops at the bottom, the newest
 * task first; other threads steal from the top, the oldest first (Chase and Lev, "Dynamic circular
 * work-stealing deque").
 */
// Tasks have the numbers top to bottom - 1. A pop first (1) claims the last number by writing
// bottom, then (2) reads top; a thief (3) reads top, then (4) bottom. All are volatile: if (4) does
// not see the claim, (2) sees that top is at least what was read at (3). So only the last task can
// be wanted by both, and a compare-and-set of top decides.
//
// The array is replaced by one of twice the size, never by a smaller one, and its old slots are not
// changed; so a thief that reads a task from an old array reads the right one, or its
// compare-and-set fails.
final class TaskDeque {
  private static final VarHandle TOP;
  private static final VarHandle QUEUED;

  static {
    try {
      TOP = MethodHandles.lookup().findVarHandle(TaskDeque.class, "top", long.class);
      QUEUED = MethodHandles.lookup().findVarHandle(TaskDeque.class, "queued", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int FIRST_SIZE = 64;

  private volatile long top;
  private volatile long bottom;
  private volatile AtomicReferenceArray<Task> slots = new AtomicReferenceArray<>(FIRST_SIZE);

  /**
   * The numbers of tasks that the thread has queued here, and of queued tasks that it has ended.
   */
  private long queued;

  private volatile long ended;

  /** The number of the next task; only for the thread itself. */
  long next() {
    return bottom;
  }

  int size() {
    return (int) Math.max(0, bottom - top);
  }

  boolean isEmpty() {
    return bottom <= top;
  }

  long queued() {
    return (long) QUEUED.getAcquire(this);
  }

  long ended() {
    return ended;
  }

  void countEnded() {
    ended++;
  }

  void push(Task task) {
    countQueued();
    putBack(task);
  }

  /** Counts a task that this thread or another one will push. */
  void countQueued() {
    // A later write of bottom, or the publication of the task, publishes the count.
    QUEUED.setRelease(this, queued + 1);
  }

  /** Pushes a task that has been counted already. */
  void putBack(Task task) {
    long at = bottom;
    if (at - top >= slots.length()) {
      grow(at);
    }
    slots.setRelease(slot(at, slots.length()), task);
    bottom = at + 1;
  }

  private void grow(long end) {
    AtomicReferenceArray<Task> old = slots;
    AtomicReferenceArray<Task> larger = new AtomicReferenceArray<>(2 * old.length());
    for (long at = top; at < end; at++) {
      larger.setPlain(slot(at, larger.length()), old.getPlain(slot(at, old.length())));
    }
    slots = larger;
  }

  /** Takes the newest task if its number is at least {@code least}; else returns null. */
  Task pop(long least) {
    long at = bottom - 1;
    if (at < least) {
      return null;
    }
    bottom = at;
    long first = top;
    if (at < first) {
      bottom = first;
      return null;
    }
    int slot = slot(at, slots.length());
    Task task = slots.getPlain(slot);
    if (at == first) {
      boolean mine = TOP.compareAndSet(this, first, first + 1);
      bottom = first + 1;
      return mine ? task : null;
    }
    slots.setPlain(slot, null);
    return task;
  }

  /**
   * Takes the oldest task, for another thread.
   *
   * @param ancestor the task that it must be inside of; null for any task
   * @return null if there is no task, it is not inside, or another thread has taken it
   */
  Task steal(Task ancestor) {
    Task task = oldest();
    if (task == null || ancestor != null && !task.isInside(ancestor)) {
      return null;
    }
    long first = top;
    return first < bottom
            && slots.getAcquire(slot(first, slots.length())) == task
            && TOP.compareAndSet(this, first, first + 1)
        ? task
        : null;
  }

  /** The task that a thief would take next; another thread may have taken it already. */
  Task oldest() {
    long first = top;
    if (first >= bottom) {
      return null;
    }
    AtomicReferenceArray<Task> all = slots;
    return all.getAcquire(slot(first, all.length()));
  }

  private static int slot(long number, int length) {
    return (int) number & length - 1;
  }
}
