package dev.hocket.events.model;

import dev.hocket.events.timers.VirtualTime;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadFactory;

/**
 * Decides when a virtual thread continues, and detects the end of the run: when no thread can
 * continue. ({@link Thread#getState} proves nothing: a thread that was woken while it was about to
 * wait seems to wait for a moment.)
 *
 * <p>Needs {@link #OPTION}: the JDK has no public way to choose the scheduler of a virtual thread.
 */
interface Turns extends Executor {
  String OPTION = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  /** Lets threads continue until none can. */
  void run();

  /** Makes threads that take turns. */
  default ThreadFactory factory() {
    try {
      Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
      Constructor<?> constructor = builder.getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return ((Thread.Builder) constructor.newInstance(this)).factory();
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new IllegalStateException(
          "no virtual threads with a scheduler of our own; give the JVM " + OPTION, e);
    }
  }

  /**
   * Runs one thread at a time, on the caller of {@link #run}, until it waits or yields. Then a
   * schedule chooses the next thread, or that time passes. Nothing else decides the order.
   */
  final class OneByOne implements Turns, SwitchPoints.Points {
    /** One of this many field accesses first runs other threads. */
    private static final int ACCESSES = 32;

    private final List<Runnable> ready = new ArrayList<>();
    private final Schedule schedule;
    private final VirtualTime time;

    /**
     * The spinning thread that would see the same as before, because no other thread has run
     * meanwhile.
     */
    private Thread looking;

    OneByOne(Schedule schedule, VirtualTime time) {
      this.schedule = schedule;
      this.time = time;
    }

    @Override
    public void execute(Runnable turn) {
      ready.add(turn);
    }

    @Override
    public void run() {
      for (int ways; (ways = ready.size() + (time.isAwaited() ? 1 : 0)) > 0; ) {
        int way = ways == 1 ? 0 : schedule.next(ways);
        if (way < ready.size()) {
          ready.remove(way).run();
        } else {
          // This runs on a thread that can wait for others, because it may need their locks.
          factory().newThread(time::passToNext).start();
          ready.removeLast().run();
        }
      }
    }

    @Override
    public void read() {
      if (schedule.interrupts(ACCESSES)) {
        Thread.yield();
      }
    }

    @Override
    public void write() {
      looking = null;
      read();
    }

    @Override
    public void look() {
      if (looking != Thread.currentThread()) {
        looking = Thread.currentThread();
        Thread.yield();
      }
    }
  }

  /** Runs as many tasks at a time as a pool has threads. */
  final class Together implements Turns {
    private final ExecutorService pool;

    /** The phaser's parties are the turns that have not ended, and one for {@link #run}. */
    private final Phaser turns = new Phaser(1);

    Together(ExecutorService pool) {
      this.pool = pool;
    }

    @Override
    public void execute(Runnable turn) {
      turns.register();
      pool.execute(() -> {
        try {
          turn.run();
        } finally {
          turns.arriveAndDeregister();
        }
      });
    }

    @Override
    public void run() {
      turns.arriveAndAwaitAdvance();
    }
  }
}
