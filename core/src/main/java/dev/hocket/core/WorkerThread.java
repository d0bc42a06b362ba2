package dev.hocket.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A thread of a {@link Worker}. */
final class WorkerThread extends Thread {
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(WorkerThread.class, "taken", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Context context;

  /** The number of blocks taken from a queue without a limit; only the thread itself writes. */
  private long taken;

  /** True from the moment a permit is passed to this idle thread until the thread notices it. */
  volatile boolean permitted;

  /**
   * The time at which the thread became idle; written before the thread is added to the idle ones.
   */
  long idleSince;

  /** True once the thread has been taken out of the idle to end. */
  volatile boolean retired;

  /** Whether the thread has passed its permit on, in a wait; only the thread itself reads it. */
  boolean waits;

  /** The run of its block, or null if that is not measured; only the thread itself reads it. */
  RunTimes.Begun measured;

  private final Worker worker;

  WorkerThread(Worker worker, String name) {
    super(null, null, name, 0, false);
    this.worker = worker;
    this.context = new Context(this, worker);
    // This thread is a daemon: the Keeper keeps the JVM alive while there is work.
    setDaemon(true);
  }

  /** The calling thread, which is a worker's. */
  static WorkerThread current() {
    return (WorkerThread) Thread.currentThread();
  }

  void endWait() {
    waits = false;
    if (measured != null) {
      measured.goesOn();
    }
  }

  /** Counts a block; opaque, because a fence for each block would cost a tenth of a hand-over. */
  void countTaken() {
    TAKEN.setOpaque(this, taken + 1);
  }

  /** The number of blocks taken; may be stale. */
  long taken() {
    return (long) TAKEN.getOpaque(this);
  }

  @Override
  public void run() {
    worker.serve(this);
  }
}
