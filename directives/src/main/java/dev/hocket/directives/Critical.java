package dev.hocket.directives;

import dev.hocket.core.Blocking;
import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.core.Wait;
import dev.hocket.core.Worker;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * For code that Hocket compiled: {@code //#omp critical[(name)]} (OpenMP 5.2, section 15.2). One
 * thread at a time is inside all the critical statements of a name in the program; the statements
 * without a name share one lock.
 *
 * <p>As {@code synchronized}: a thread that is inside enters again, what a thread did inside
 * happens-before the next thread's entry, an interrupt does not end the wait and stays set, and
 * nothing is promised about who comes next. Other than there, the wait is one of {@link Blocking}:
 * a thread of a worker hands its permit on, and the thread of an event loop runs the blocks of its
 * own loop meanwhile.
 *
 * <p>The lock belongs to the thread. A block that an event loop's thread runs while it waits to
 * enter is outside, and may enter before it. A block that the thread runs while it is inside, and
 * there waits for something else, is inside as well and enters at once, as with {@code
 * synchronized}: to keep it out would stop it for ever, as what is below it on the stack cannot go
 * on before it has ended.
 */
public final class Critical {
  private static final ConcurrentMap<String, Critical> NAMED = new ConcurrentHashMap<>();

  /** What an entry after a short exit takes at most; waiting on one processor is in vain. */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;

  private final String name;
  private final AtomicReference<Thread> owner = new AtomicReference<>();

  /** How often the owner has entered again; touched by the owner alone. */
  private int reentries;

  private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  private Critical(String name) {
    this.name = name;
  }

  /**
   * Waits until no other thread is inside, and enters.
   *
   * @param name the name; empty for the statements without one
   * @param label position of the directive
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already; the
   *     thread has not entered
   */
  public static void enter(String name, String label) {
    of(name).lock(label);
  }

  /**
   * Leaves what the calling thread has entered last.
   *
   * @param name the name; empty for the statements without one
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  public static void exit(String name) {
    of(name).unlock();
  }

  private static Critical of(String name) {
    Critical known = NAMED.get(name);
    return known != null ? known : NAMED.computeIfAbsent(name, Critical::new);
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

  private void lock(String label) {
    Thread me = Thread.currentThread();
    if (owner.getPlain() == me) {
      // Nobody else writes this thread here, so even a stale look tells.
      reentries++;
    } else if (!owner.compareAndSet(null, me) && !spins(me)) {
      Blocking.checkRoom();
      Waiter waiter = new Waiter(me, label);
      waiters.add(waiter);
      do {
        waiter.away = false;
        Blocking.awaitUninterruptibly(waiter);
      } while (!owner.compareAndSet(null, me));
      waiters.remove(waiter);
    }
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

  private void unlock() {
    if (owner.getPlain() != Thread.currentThread()) {
      throw new IllegalMonitorStateException(this + " has not been entered by this thread");
    }
    if (reentries > 0) {
      reentries--;
    } else {
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
    return name.isEmpty() ? "critical" : "critical(" + name + ")";
  }

  /** A thread that waits to enter. */
  private final class Waiter implements Wait {
    private final Thread thread;
    private final String label;
    private final Target target = Targets.current().orElse(null);

    /** Whether it has found the lock free, and waits for a permit. */
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
      return Critical.this + " at " + label;
    }
  }
}
