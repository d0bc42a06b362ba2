package dev.hocket.directives;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that waits for earlier tasks of its creator before it begins. */
// How a task becomes ready, once. Its count of missing steps begins at 1, for its creation.
// (1) The creator adds 1 for each earlier task that has not ended, and puts the new task into the
//     list of that task, both under the lock of that task.
// (2) The creator subtracts the first 1.
// (3) A task that ends closes its list under its lock.
// (4) It subtracts 1 from each task in the list.
// The count cannot reach 0 before (2), and each earlier task either is seen as ended at (1) or has
// the new one in its list at (3). The thread that reaches 0 takes the exclusions, if there are any,
// and starts the task.
//
// What an ended task has done happens-before the task after it, by the lock or the count.
final class Dependent {
  /** The task; null for a block. */
  final Task task;

  /** The turn of a block; null for a task. */
  private final Depends.Turn turn;

  final List<Dependences.Exclusion> exclusions = new ArrayList<>(0);
  private final Dependences all;
  private final AtomicInteger missing = new AtomicInteger(1);

  /** The team whose creating thread waits until the task is ready, and runs it then; or null. */
  private final Team awaiting;

  private volatile boolean isReady;

  /** The tasks that wait for this one; guarded by this. */
  private List<Dependent> later = new ArrayList<>(2);

  private volatile boolean hasEnded;

  Dependent(Task task, Depends.Turn turn, Dependences all, Team awaiting) {
    this.task = task;
    this.turn = turn;
    this.all = all;
    this.awaiting = awaiting;
  }

  void waitsFor(Dependent earlier) {
    synchronized (earlier) {
      if (!earlier.hasEnded) {
        missing.incrementAndGet();
        earlier.later.add(this);
      }
    }
  }

  boolean isReady() {
    return isReady;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** Counts a step: the task's creation is complete, or a task that it waits for has ended. */
  void stepDone(Member by) {
    if (missing.decrementAndGet() == 0 && (exclusions.isEmpty() || all.takesExclusions(this))) {
      start(by);
    }
  }

  private void start(Member by) {
    isReady = true;
    if (turn != null) {
      turn.begin();
    } else if (awaiting != null) {
      awaiting.wake();
    } else {
      by.becameReady(task);
    }
  }

  /** Starts the tasks that wait only for this one, which has ended. */
  void ended(Member by) {
    List<Dependent> waiting;
    synchronized (this) {
      hasEnded = true;
      waiting = later;
      later = List.of();
    }
    if (!exclusions.isEmpty()) {
      all.giveUpExclusions(this).forEach(next -> next.start(by));
    }
    waiting.forEach(next -> next.stepDone(by));
  }
}
