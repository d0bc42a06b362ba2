package dev.hocket.core.pool;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the threads of pools that have been idle for a while. They park without a time limit:
 * setting and cancelling a timer for each park would make waking a thread a quarter more expensive.
 *
 * <p>A pool with threads is watched: a pool adds its thread and then itself; the reaper takes a
 * pool out and then checks its threads. So at least one of the two sees the other. The same holds
 * for the start and the end of the reaper itself.
 */
public final class Reaper {
  /** The threads of a pool. */
  public interface Threads {
    /** Ends the threads that have idled for a time. */
    void retireIdle(long nanos);

    /** Returns whether any thread is left. */
    boolean areThere();
  }

  private static final long PERIOD_MILLIS = 5_000;
  private static final long KEEP_ALIVE_NANOS = 10_000_000_000L;
  private static final Set<Threads> WATCHED = ConcurrentHashMap.newKeySet();
  private static final AtomicBoolean RUNNING = new AtomicBoolean();

  private Reaper() {}

  /** Watches the threads of a pool, to which one was added. */
  public static void watch(Threads threads) {
    WATCHED.add(threads);
    if (!RUNNING.get() && RUNNING.compareAndSet(false, true)) {
      start();
    }
  }

  private static void start() {
    Thread reaper = new Thread(null, Reaper::run, "hocket-reaper", 0, false);
    reaper.setDaemon(true);
    reaper.setContextClassLoader(null);
    try {
      reaper.start();
    } catch (Throwable noThread) {
      // Idle threads stay until a later reaper is started.
      RUNNING.set(false);
    }
  }

  private static void run() {
    do {
      do {
        pause();
        lookOnceAtEach(WATCHED);
      } while (!WATCHED.isEmpty());
      RUNNING.set(false);
    } while (!WATCHED.isEmpty() && RUNNING.compareAndSet(false, true));
  }

  // It iterates over a copy: in the set itself, a pool that is removed and added again during the
  // iteration could come back behind the next pool of its bin, and so on without end.
  static void lookOnceAtEach(Set<Threads> watched) {
    for (Threads threads : watched.toArray(Threads[]::new)) {
      threads.retireIdle(KEEP_ALIVE_NANOS);
      watched.remove(threads);
      if (threads.areThere()) {
        watched.add(threads);
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PERIOD_MILLIS);
    } catch (InterruptedException ignored) {
      // No code of ours interrupts this thread; after an interrupt it only checks a little early.
    }
  }
}
