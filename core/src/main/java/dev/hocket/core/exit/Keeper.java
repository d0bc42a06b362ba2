package dev.hocket.core.exit;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Keeps the JVM alive while blocks are queued, running or suspended: a thread that is no daemon and
 * checks at intervals whether there is work. When there is none it ends, so an idle program exits
 * by itself; the next block starts it again.
 *
 * <p>Between two checks the keeper <em>naps</em> for {@value #NAP_MILLIS} ms, without being woken,
 * and then <em>rests</em> for at most {@value #REST_MILLIS} ms: the target that ends the last work
 * of the program wakes it. So a program exits some {@value #NAP_MILLIS} ms after its last block,
 * the keeper wakes four times a second while only long blocks run, and targets that repeatedly
 * become idle wake it once per nap.
 */
// No block is missed: a submitter queues its block and then reads `running`; a keeper that ends
// clears `running` and then checks for blocks again. Both are volatile accesses, so at least one of
// the two sees the other. The end of the last block is not missed either, by the same argument: a
// keeper publishes itself in `resting` and then checks for work; a target finishes its work and
// then reads `resting`. If a target misses the end of a block, as after the cancel of a queued one,
// the program exits only after the keeper's rest.
public final class Keeper {
  static final long NAP_MILLIS = 20;
  static final long REST_MILLIS = 480;

  private final BooleanSupplier hasWork;
  private final BooleanSupplier look;
  private final Pauses pauses;
  private final AtomicBoolean running = new AtomicBoolean();
  final AtomicReference<Thread> resting = new AtomicReference<>();

  /**
   * Makes a keeper that does not run yet.
   *
   * @param hasWork whether the JVM must stay alive
   * @param look runs at each check; if it returns false, the next check comes soon
   */
  public Keeper(BooleanSupplier hasWork, BooleanSupplier look) {
    this(hasWork, look, new Pauses());
  }

  Keeper(BooleanSupplier hasWork, BooleanSupplier look, Pauses pauses) {
    this.hasWork = hasWork;
    this.look = look;
    this.pauses = pauses;
  }

  /** The keeper's two sleeps, which a test replaces. */
  static class Pauses {
    void nap() {
      try {
        Thread.sleep(NAP_MILLIS);
      } catch (InterruptedException ignored) {
        // No code of ours interrupts this thread; it continues.
      }
    }

    /** Sleeps until the rest is over; may end early. */
    void rest() {
      LockSupport.parkNanos(this, REST_MILLIS * 1_000_000);
    }
  }

  /** Keeps the JVM alive from now on, because there is work. */
  public void keepAlive() {
    if (running.get() || !running.compareAndSet(false, true)) {
      return;
    }
    try {
      Thread keeper = new Thread(null, this::watch, "hocket-keeper", 0, false);
      keeper.setDaemon(false);
      keeper.start();
    } catch (Throwable noThread) {
      // The block has been taken and will run; the next hand-over tries again.
      running.set(false);
    }
  }

  /** The life of the keeper's thread. */
  void watch() {
    do {
      pauses.nap();
      while (hasWork.getAsBoolean()) {
        if (look.getAsBoolean()) {
          rest();
        }
        pauses.nap();
      }
      look.getAsBoolean();
      running.set(false);
    } while (hasWork.getAsBoolean() && running.compareAndSet(false, true));
  }

  private void rest() {
    Thread self = Thread.currentThread();
    resting.compareAndSet(null, self);
    if (hasWork.getAsBoolean()) {
      pauses.rest();
    }
    resting.compareAndSet(self, null);
  }

  /** Wakes a keeper that rests, once, unless there is still work. */
  public void wakeIfDone() {
    Thread keeper = resting.get();
    if (keeper != null && !hasWork.getAsBoolean() && resting.compareAndSet(keeper, null)) {
      LockSupport.unpark(keeper);
    }
  }
}
