package dev.hocket.events.choice;

import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.Envelope;
import dev.hocket.events.steps.Origin;
import dev.hocket.events.steps.PostConsumption;
import dev.hocket.events.waiting.FurtherBranch;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/**
 * The synchronisation of several branches at once: the protocol that commits to exactly one.
 *
 * <ol>
 *   <li>The guards have run; the branches are known.
 *   <li>A quick attempt, only if no branch has precedence: one of the branches that seem ready,
 *       read without locks, is tried under its own port's lock. If it is ready, that is the commit.
 *   <li>If partners come soon, the thread spins for a moment until a branch seems ready, and tries
 *       that.
 *   <li>All ports are locked, in the order of their ids.
 *   <li>The branches that are ready are tried, at random, or in the order that {@code prefer}
 *       requires. Under its lock, a branch that does not seem ready is not ready. To try a branch
 *       means to claim a partner from the port's queue: one compare-and-set of the partner's state
 *       word, from WAITING to the branch that it waits with. If that succeeds, that is the commit,
 *       of both. The trying thread needs no claim on itself: it is in no queue, so no other thread
 *       can claim it.
 *   <li>If none is ready, a waiter is put into the queue of every branch.
 *   <li>All locks are released. From now on any partner may claim this choice, by the same
 *       compare-and-set; if several try, one succeeds.
 *   <li>Branches without a port (timers) are started, unless a partner has committed since step 7.
 *   <li>After the commit the other branches are removed from their queues, each in O(1) under its
 *       port's lock. A partner that finds one earlier fails to claim it, and removes it itself.
 * </ol>
 *
 * <p>Why it is linearizable: steps 4 to 7 are one atomic step, because every other thread that
 * takes from one of these queues does so under its lock. Either a partner was there, or the choice
 * is in all queues at once; so no partner is missed, and a choice with an {@code alwaysEvt} finds
 * another branch ready if any was. A wait ends by one compare-and-set, at which the waiter leaves
 * all queues at once, because no later claim can succeed.
 *
 * <p>Why branches of one choice never match each other: when they are tried, none is in a queue.
 * Why two choices cannot deadlock: locks are taken in one order, and no thread waits while it holds
 * one. There is no state between WAITING and the commit, so no thread ever waits for a third
 * party's decision or has to undo a claim.
 *
 * <p>Memory: a value given to a receiver is written to its waiter before the compare-and-set and
 * read after the state word, which is volatile. A value offered by a sender is written before the
 * waiter is queued, under the lock under which it is read. Steps 2 and 3 read plain fields without
 * a lock: they may see old values, which only decide whether to try. These steps are bounded, so it
 * does no harm either if they see no new value at all.
 */
public final class Choice extends Synchronization {
  private final Branches branches;

  /**
   * The waiter of each branch, of which the first is the choice itself; null before step 6. Written
   * under the locks of all ports.
   */
  private Waiter[] waiters;

  /** The branch of the commit, from steps 2 to 5 or as step 9 has found it; otherwise -1. */
  private int chosen = -1;

  /** The place where the choice was created, if neither a thread nor a handler waits for it. */
  private final String creator;

  /**
   * @param thread the waiting thread, or null if none waits
   */
  Choice(Branches branches, Thread thread) {
    super(thread, null);
    this.branches = branches;
    this.creator = thread == null ? Origin.creatorHere() : null;
  }

  /**
   * @param wake resumes the suspended handler that waits
   */
  Choice(Branches branches, Runnable wake) {
    super(wake, null);
    this.branches = branches;
    this.creator = null;
  }

  /**
   * Steps 2 to 8.
   *
   * @param granted the operation for which room is reserved for this choice; or null
   * @return whether there has been a commit in steps 2 to 5
   */
  boolean commitOrPublish(Operation granted, Wakes wakes) {
    if (granted == null && branches.isFair() && commitSoon()) {
      return true;
    }
    Port.lockAll(branches.ports);
    try {
      if (branches.isFair() ? commitAny(wakes) : commitFirst(wakes)) {
        return true;
      }
      if (!isAwaited() && !branches.haveRoom(granted, wakes)) {
        return false;
      }
      publish();
    } catch (Throwable thrown) {
      // On an OutOfMemoryError, waiters that are already in a queue must not be claimed.
      cancel();
      throw thrown;
    } finally {
      try {
        if (granted != null) {
          granted.room().endReservation(wakes);
        }
      } finally {
        Port.unlockAll(branches.ports);
      }
    }
    if (!branches.isOfDistinctPorts()) {
      startTimers();
    }
    return false;
  }

  /** Does steps 2 and 3. */
  private boolean commitSoon() {
    return commitUnderOneLock(branches.anyReady())
        || (branches.maySpin() && commitUnderOneLock(branches.spinForReady()));
  }

  /** Tries a branch that seemed ready; none if it is -1. */
  private boolean commitUnderOneLock(int branch) {
    return branch >= 0
        && commit(
            branch, operation(branch).communicate(operation(branch).offered(), Otherwise.NOTHING));
  }

  /**
   * Tries the branches. Often the first that seems ready is ready. If not, its partner was taken
   * elsewhere, and may be in the queues of other branches too: so each of these is tried once,
   * without checking all again.
   */
  private boolean commitAny(Wakes wakes) {
    int branch = branches.anyReady();
    return branch >= 0 && (commit(branch, wakes) || commitFirst(wakes));
  }

  private boolean commitFirst(Wakes wakes) {
    for (int branch : branches.tries()) {
      if (operation(branch).seemsReady() && commit(branch, wakes)) {
        return true;
      }
    }
    return false;
  }

  /** Tries a branch under its port's lock, which is held. */
  private boolean commit(int branch, Wakes wakes) {
    Operation operation = operation(branch);
    return commit(branch, operation.attempt(operation.offered(), wakes));
  }

  /** Notes the result of an attempt; false if there was no partner. */
  private boolean commit(int branch, Object result) {
    if (result == Operation.NOT_YET) {
      return false;
    }
    // The choice is in no queue, so no other thread writes these fields.
    setValue(result);
    chosen = branch;
    return true;
  }

  int size() {
    return branches.operations.length;
  }

  /**
   * Returns whether step 6 has been reached. If not, and there was no commit, a branch has no room.
   */
  boolean isPublished() {
    return waiters != null;
  }

  /** The chosen branch's operation; called after {@link #settle}. */
  Operation operation() {
    return operation(chosen);
  }

  private void publish() {
    Waiter[] all = new Waiter[size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i == 0 ? this : new FurtherBranch(this, i);
    }
    waiters = all;
    if (branches.isOfDistinctPorts()) {
      for (int i = 0; i < all.length; i++) {
        enqueue(i);
      }
    } else {
      for (int i : branches.tries()) {
        enqueue(i);
      }
    }
  }

  private void enqueue(int branch) {
    Operation operation = operation(branch);
    if (operation.port() != null) {
      waiters[branch].setValue(operation.offered());
      operation.enqueue(waiters[branch]);
    }
  }

  /**
   * Returns the branch that has precedence among those that wait at a port, when all of them become
   * possible at once; called under the port's lock.
   *
   * @param waiter one of them, returned if none has precedence over it
   */
  public Waiter firstAt(Port port, Waiter waiter) {
    if (branches.isFair()) {
      return waiter;
    }
    for (int branch : branches.tries()) {
      if (operation(branch).port() == port) {
        return waiters[branch];
      }
    }
    throw new IllegalStateException(waiter + " does not wait at " + port);
  }

  private void startTimers() {
    try {
      for (int i = 0; i < waiters.length && isWaiting(); i++) {
        if (operation(i).port() == null) {
          startTimer(operation(i), waiters[i]);
        }
      }
    } catch (Throwable noTimer) {
      if (cancel()) {
        throw noTimer;
      }
      // A partner has committed in the meantime; then no timer is needed.
    }
  }

  private void startTimer(Operation operation, Waiter waiter) {
    operation.enqueue(waiter);
    if (!isWaiting()) {
      // The committing thread may have searched for this waiter before it was there.
      operation.withdraw(waiter, new Wakes());
    }
  }

  /**
   * Does step 9 and fires the nacks of branches that were not chosen; called after a commit, by the
   * thread that finishes the choice.
   *
   * @return the value, or a {@code Failure}
   */
  Object settle(Wakes wakes) {
    Object result = value();
    if (!isWaiting()) {
      chosen = committed();
      Waiter won = waiters == null ? this : waiters[chosen];
      result = operation(chosen).result(won.value());
    }
    if (waiters != null) {
      withdraw(chosen, wakes);
    }
    branches.lose(chosen, wakes);
    return operation(chosen).at(result, chosen, size());
  }

  /** Does step 9 without a commit, after {@link #cancel}. */
  void abandon() {
    if (waiters == null) {
      return;
    }
    Wakes wakes = new Wakes();
    withdraw(-1, wakes);
    wakes.wakeAll();
  }

  private void withdraw(int but, Wakes wakes) {
    for (int i = 0; i < waiters.length; i++) {
      if (i != but) {
        withdraw(operation(i), waiters[i], wakes);
      }
    }
  }

  /** Takes one waiter out of its queue. */
  static void withdraw(Operation operation, Waiter waiter, Wakes wakes) {
    Port port = operation.port();
    if (port == null) {
      operation.withdraw(waiter, wakes);
      return;
    }
    port.lock();
    try {
      operation.withdraw(waiter, wakes);
    } finally {
      port.unlock();
    }
  }

  private Operation operation(int branch) {
    return branches.operations[branch];
  }

  /** Returns the steps of the chosen branch; called after {@link #settle}. */
  Continuation then() {
    return branches.then(chosen);
  }

  @Override
  protected String describe(int branch) {
    return super.describe(branch) + ", branch " + (branch + 1) + " of " + size();
  }

  @Override
  protected boolean isChoice() {
    return true;
  }

  @Override
  protected void complete(Wakes wakes) {
    Object result = settle(wakes);
    Waiter won = waiters == null ? this : waiters[chosen];
    PostConsumption.start(
        then(), result, Envelope.sender(won.value()), Origin.of(operation(chosen), creator, this));
  }
}
