package dev.hocket.events.io;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The turns of polling. There is a platform thread, the <em>sleeper</em>, which can wait in the
 * selector, and a virtual thread, the <em>looker</em>, which polls at intervals without waiting. A
 * waiter that the looker notifies runs next on the same carrier. That saves a switch of threads,
 * which costs more than the rest of a read. So the looker polls while there is much input, and the
 * sleeper while there is little.
 *
 * <ol>
 *   <li>{@code SLEEPER}: the sleeper polls. If its wait was short, it offers the turn and parks.
 *   <li>{@code OFFERED}: no thread polls. The looker takes the turn when it has a carrier.
 *   <li>{@code LOOKER}: the looker polls once, then offers the turn again and yields: back to 2. If
 *       there was nothing several times in a row, it passes the turn to the sleeper: back to 1.
 *   <li>Carriers may be busy with other threads for long. So the sleeper wakes at intervals; if the
 *       looker has not polled meanwhile, the sleeper takes the turn back from 2 to 1.
 * </ol>
 *
 * <p>Only the thread that has the turn polls. All transitions from 2 are compare-and-sets, of which
 * one succeeds.
 */
final class PollerTurns {
  /** A way to poll. */
  interface Poll {
    /**
     * Wakes the waiters whose sockets are ready; throws nothing.
     *
     * @param wait whether to wait until a socket is ready
     * @return the number of ready sockets
     */
    int poll(boolean wait);
  }

  private enum Turn {
    SLEEPER,
    OFFERED,
    LOOKER
  }

  /** Below this time a wait of the sleeper was hardly worth parking. */
  private static final long SHORT_NANOS = Duration.ofMillis(1).toNanos();

  /** The time between two checks of the looker. */
  private static final long PATIENCE_NANOS = Duration.ofMillis(1).toNanos();

  /**
   * The number of polls without input after which the looker stops; together they take about as
   * long as a switch of threads.
   */
  private static final int LOOKS_IN_VAIN = 10;

  private final Poll poll;
  private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.SLEEPER);
  private final Thread sleeper;
  private final Thread looker;

  /** The polls of the looker, which alone writes this. */
  private volatile long looks;

  PollerTurns(Poll poll) {
    this.poll = poll;
    sleeper = new Thread(null, this::sleep, "hocket-events-io", 0, false);
    sleeper.setDaemon(true);
    looker =
        Thread.ofVirtual()
            .name("hocket-events-io-looker")
            .inheritInheritableThreadLocals(false)
            .unstarted(this::look);
  }

  void start() {
    sleeper.start();
    looker.start();
  }

  private void sleep() {
    while (true) {
      long before = System.nanoTime();
      poll.poll(true);
      if (System.nanoTime() - before < SHORT_NANOS) {
        lendTurn();
      }
    }
  }

  private void lendTurn() {
    turn.set(Turn.OFFERED);
    LockSupport.unpark(looker);
    long before;
    do {
      before = looks;
      LockSupport.parkNanos(this, PATIENCE_NANOS);
      // No code of ours interrupts this thread. The interrupt is dropped: with it set, the thread
      // would never wait again.
      Thread.interrupted();
    } while (turn.get() != Turn.SLEEPER
        && !(looks == before && turn.compareAndSet(Turn.OFFERED, Turn.SLEEPER)));
  }

  private void look() {
    while (true) {
      int inVain = 0;
      while (turn.compareAndSet(Turn.OFFERED, Turn.LOOKER)) {
        looks++;
        inVain = poll.poll(false) > 0 ? 0 : inVain + 1;
        if (inVain == LOOKS_IN_VAIN) {
          turn.set(Turn.SLEEPER);
          LockSupport.unpark(sleeper);
        } else {
          turn.set(Turn.OFFERED);
          Thread.yield();
        }
      }
      LockSupport.park(this);
    }
  }
}
