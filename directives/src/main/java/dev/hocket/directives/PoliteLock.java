package dev.hocket.directives;

import dev.hocket.core.Blocking;
import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.core.Wait;
import dev.hocket.core.Worker;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock whose waits are polite ones of {@link Blocking}: a thread of a worker hands its permit on,
 * and the thread of an event loop runs the blocks of its own loop meanwhile.
 *
 * <p>As {@code synchronized}: the owner may enter again, what a thread did inside happens-before
 * the next thread's entry, an interrupt does not end the wait and stays set, and nothing is
 * promised about the order of the waiters.
 */
final class PoliteLock {
  /**
   * The number of polls before a thread waits: at most as long as a thread needs to enter after a
   * short critical section; none on a single processor.
   */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;

  private final String name;
  private final AtomicReference<Thread> owner = new AtomicReference<>();

  /** The number of times that the owner has entered again; only the owner uses it. */
  private int reentries;

  /** The team member whose thread has entered, with its task; only the owner uses it. */
  private Member holder;

  private Task task;

  private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  /** Creates a lock; reports call it by its name. */
  PoliteLock(String name) {
    this.name = name;
  }

  // How a waiter is woken, and none is forgotten:
  //
  //   1. a waiter joins the queue, and then looks at the owner before it parks;
  //   2. the owner leaves, and then looks at the queue.
  //
  // Both write before they read, in the one order of all volatile accesses: so the waiter sees that
  // the owner has left, or the owner sees the waiter and unparks it.
  //
  // One waiter is woken, since one can enter. But two sorts of waiters may not enter soon: the
  // thread of an event loop may be in the middle of another wait, on top of this one, and looks
  // only when that is over; so the waiter behind it is woken as well. And a worker's thread needs a
  // permit first; so it does not enter when it finds the lock free, which would keep the others out
  // meanwhile, but wakes the waiter behind it and tries when it has the permit.

  void lock(String label) {
    Thread me = Thread.currentThread();
    if (owner.getPlain() == me) {
      // Only this thread writes itself here, so even a stale value gives the right answer.
      enterAgain(label);
      return;
    }
    if (!owner.compareAndSet(null, me) && !spins(me)) {
      Blocking.checkRoom();
      Waiter waiter = new Waiter(me, label);
      waiters.add(waiter);
      do {
        waiter.away = false;
        Blocking.awaitUninterruptibly(waiter);
      } while (!owner.compareAndSet(null, me));
      waiters.remove(waiter);
    }
    entered();
  }

  private void entered() {
    Member member = Member.current();
    if (member != null) {
      member.locks++;
      holder = member;
      task = member.taskIfAny();
    }
  }

  /**
   * Enters again: the thread has the lock. The task that it runs now may be another one, which is
   * refused.
   */
  private void enterAgain(String label) {
    if (belongsToAnotherTask()) {
      throw new IllegalStateException(
          "the task at "
              + Member.current().taskIfAny().label
              + " would wait for ever for "
              + this
              + " at "
              + label
              + ": the code that has entered it waits for this task; let that leave it first");
    }
    reentries++;
  }

  private boolean belongsToAnotherTask() {
    Member member = Member.current();
    Task current = member == null ? null : member.taskIfAny();
    return current != null && current.isExplicit() && current != task;
  }

  /** Enters if no wait is necessary. */
  boolean tryLock() {
    Thread me = Thread.currentThread();
    if (owner.getPlain() == me) {
      reentries += belongsToAnotherTask() ? 0 : 1;
      return !belongsToAnotherTask();
    }
    boolean enters = owner.compareAndSet(null, me);
    if (enters) {
      entered();
    }
    return enters;
  }

  boolean isHeld() {
    return owner.getPlain() == Thread.currentThread();
  }

  /** The number of times that the calling thread, which is inside, has entered. */
  int entries() {
    return reentries + 1;
  }

  private boolean spins(Thread me) {
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
      if (owner.get() == null && owner.compareAndSet(null, me)) {
        return true;
      }
    }
    return false;
  }

  void unlock() {
    if (owner.getPlain() != Thread.currentThread()) {
      throw new IllegalMonitorStateException(this + " has not been entered by this thread");
    }
    if (reentries > 0) {
      reentries--;
    } else {
      if (holder != null) {
        holder.locks--;
        holder = null;
        task = null;
      }
      owner.set(null);
      if (!waiters.isEmpty()) {
        wake(waiters.iterator());
      }
    }
  }

  private static void wake(Iterator<Waiter> next) {
    boolean more = true;
    while (more && next.hasNext()) {
      Waiter waiter = next.next();
      LockSupport.unpark(waiter.thread);
      more = waiter.away || waiter.target instanceof EventLoop;
    }
  }

  private void wakeBehind(Waiter waiter) {
    Iterator<Waiter> all = waiters.iterator();
    while (all.hasNext()) {
      if (all.next() == waiter) {
        wake(all);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }

  /** A thread that is waiting to enter. */
  private final class Waiter implements Wait {
    private final Thread thread;
    private final String label;
    private final Target target = Targets.current().orElse(null);

    /** Whether the thread has found the lock free and is waiting for a permit. */
    private volatile boolean away;

    Waiter(Thread thread, String label) {
      this.thread = thread;
      this.label = label;
    }

    @Override
    public boolean isOver() {
      boolean free = owner.get() == null;
      if (free && target instanceof Worker) {
        away = true;
        wakeBehind(this);
      }
      return free;
    }

    @Override
    public String what() {
      return PoliteLock.this + " at " + label;
    }
  }
}
