package dev.hocket.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's wait for all of some blocks; the one place where Hocket blocks a thread.
 *
 * <p>Waiting never starves. What the waiting thread is to its target decides how:
 *
 * <ol>
 *   <li>a thread of a {@link Worker} gives its permit back, so that another thread takes its place
 *       among the n, and takes a permit again when the wait is over;
 *   <li>an event loop's thread runs the blocks queued for its own loop, and nothing of the
 *       toolkit's;
 *   <li>any other thread parks.
 * </ol>
 *
 * <p>So a queued block is always going to run, and only running blocks can make a wait endless. The
 * threads form a graph: a thread that waits points to the threads that run what it waits for. As a
 * thread waits for <em>all</em> its blocks, a cycle in that graph is a deadlock and every deadlock
 * of waits is a cycle. A wait is entered into the graph and checked in one step under one lock, so
 * of the threads that close a cycle exactly one finds it. A block's runner may be seen too late by
 * this check only if that runner has not entered a wait since, and it will make the check itself
 * when it does.
 *
 * <p>One wait of the cycle gets a {@link DeadlockException}: never a structured one, which must not
 * end before its block. There is always another, because a structured wait is for a block younger
 * than everything on its thread, so a cycle cannot be made of those alone.
 */
final class Waits implements Runnable {
  private static final Object LOCK = new Object();

  private final String what;
  private final Context context;
  private final List<Block> blocks;
  private final boolean structured;

  /** Says why this wait cannot end, once that is known. */
  private volatile String deadlock;

  private Waits(String what, List<Block> blocks, boolean structured) {
    this.what = what;
    this.context = Context.current();
    this.blocks = blocks;
    this.structured = structured;
  }

  /** Waits for all blocks; an interrupt ends the wait and leaves the blocks alone. */
  static void await(String what, List<Block> blocks) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException(what);
    }
    Waits wait = new Waits(what, blocks, false);
    if (!wait.isOver() && !wait.untilOver(true)) {
      throw new InterruptedException(what);
    }
  }

  /**
   * Waits for a block that shares the caller's locals, so that it must have ended when this
   * returns. An interrupt cancels the block if it has not begun and is passed on to it if it has.
   */
  static void awaitStructured(Block block) {
    Waits wait = new Waits("block " + block.label(), List.of(block), true);
    if (wait.isOver() || wait.untilOver(true)) {
      return;
    }
    boolean neverRuns = block.cancel();
    try {
      if (neverRuns) {
        throw new CancellationException(
            "interrupted before block " + block.label() + " began; it will not run");
      }
      wait.untilOver(false);
    } finally {
      Thread.currentThread().interrupt();
    }
  }

  /** Wakes the waiting thread: a block has ended, or one was queued for its loop. */
  @Override
  public void run() {
    LockSupport.unpark(context.thread);
  }

  private boolean isOver() {
    for (Block block : blocks) {
      if (!block.isDone()) {
        return false;
      }
    }
    return true;
  }

  /** False if the wait ended by an interrupt, which is then cleared. */
  private boolean untilOver(boolean interruptible) {
    Target own = Targets.currentOrNull();
    enter();
    try {
      blocks.forEach(block -> block.listen(this));
      return switch (own) {
        case Worker worker -> replaced(worker, interruptible);
        case EventLoop loop -> pumping(loop, interruptible);
        case null, default -> parked(null, interruptible);
      };
    } finally {
      leave();
      blocks.forEach(block -> block.unlisten(this));
    }
  }

  private boolean replaced(Worker worker, boolean interruptible) {
    worker.beginWait();
    try {
      return parked(null, interruptible);
    } finally {
      worker.endWait();
    }
  }

  private boolean pumping(EventLoop loop, boolean interruptible) {
    Thread outer = loop.beginPump(context.thread);
    try {
      return parked(loop, interruptible);
    } finally {
      loop.endPump(outer);
    }
  }

  /** Parks until it is over; a loop's thread runs what is queued for its loop in between. */
  private boolean parked(EventLoop loop, boolean interruptible) {
    boolean interrupted = false;
    boolean over;
    while (!(over = isOver()) && !(interrupted && interruptible)) {
      if (deadlock != null) {
        throw new DeadlockException(deadlock);
      }
      if (loop == null || loop.isEmpty()) {
        LockSupport.park(this);
      } else {
        // The block may wait in turn: this wait is left meanwhile and entered, and checked, anew.
        leave();
        loop.runNext();
        enter();
      }
      interrupted |= Thread.interrupted();
    }
    if (interrupted && over) {
      // The end came first: the interrupt stays for the next waiting point.
      Thread.currentThread().interrupt();
    }
    return over;
  }

  private void enter() {
    synchronized (LOCK) {
      StringBuilder path = new StringBuilder();
      Waits victim = unstructuredOnCycle(context, new HashSet<>(), path);
      context.waiting = this;
      if (victim != null) {
        victim.deadlock =
            "this wait would never end: thread \"" + context.thread.getName() + "\"" + path;
        victim.run();
      }
    }
  }

  private void leave() {
    synchronized (LOCK) {
      context.waiting = null;
    }
  }

  /**
   * Follows the waits from here; if they lead back to a thread, tells the path and returns an
   * unstructured wait on it, this one rather than one farther on.
   */
  private Waits unstructuredOnCycle(Context origin, Set<Context> seen, StringBuilder path) {
    int length = path.length();
    path.append(" waits (").append(what).append(')');
    for (Block block : blocks) {
      Context runner = block.isDone() ? null : block.runner();
      if (runner == null) {
        continue;
      }
      int here = path.length();
      path.append(" for block ")
          .append(block.label())
          .append(", which runs on thread \"")
          .append(runner.thread.getName())
          .append('"');
      if (runner == origin) {
        return this;
      }
      if (seen.add(runner) && runner.waiting != null) {
        Waits farther = runner.waiting.unstructuredOnCycle(origin, seen, path.append(", which"));
        if (farther != null) {
          return structured ? farther : this;
        }
      }
      path.setLength(here);
    }
    path.setLength(length);
    return null;
  }
}
