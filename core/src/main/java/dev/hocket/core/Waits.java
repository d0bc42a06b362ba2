package dev.hocket.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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
final class Waits implements Waiter, Runnable {
  private static final Object LOCK = new Object();
  private static final int MOST_STEPS_TOLD = 20;

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
    checkRoom();
    Waits wait = new Waits(what, blocks, false);
    if (!wait.isOver() && !wait.untilOver(true)) {
      throw new InterruptedException(what);
    }
  }

  /** Refuses a wait, before anything is begun, if too many threads of the caller's pool wait. */
  static void checkRoom() {
    if (Context.current().pool instanceof Worker worker) {
      worker.checkRoomToWait();
    }
  }

  /** Waits, as politely as for a block, for what nobody tells of; not beyond the deadline. */
  static void until(BooleanSupplier over, long deadlineNanos) throws InterruptedException {
    Target own = Targets.currentOrNull();
    if (own instanceof Worker worker) {
      worker.beginWait();
      try {
        poll(null, over, deadlineNanos);
      } finally {
        worker.endWait();
      }
    } else {
      poll(own instanceof EventLoop loop ? loop : null, over, deadlineNanos);
    }
  }

  /** {@link #until} without a deadline; an interrupt is left for the next waiting point. */
  static void untilTrue(BooleanSupplier over) {
    boolean interrupted = Thread.interrupted();
    while (!over.getAsBoolean()) {
      try {
        until(over, System.nanoTime() + Long.MAX_VALUE / 2);
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void poll(EventLoop loop, BooleanSupplier over, long deadlineNanos)
      throws InterruptedException {
    while (!over.getAsBoolean() && deadlineNanos - System.nanoTime() > 0) {
      if (loop == null || loop.isEmpty()) {
        Thread.sleep(1);
      } else {
        loop.runNext();
      }
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

  @Override
  public String what() {
    return what;
  }

  @Override
  public List<Block> blocks() {
    return blocks;
  }

  @Override
  public boolean isStructured() {
    return structured;
  }

  @Override
  public boolean isOf(Context thread, Coroutine coroutine) {
    return thread == context;
  }

  @Override
  public String who() {
    return "thread " + context;
  }

  @Override
  public void fail(String cycle) {
    deadlock = cycle;
    run();
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
    while (!(over = isOver())) {
      // Taken note of first: the interrupt is for this wait, not for the block that runs next.
      interrupted |= Thread.interrupted();
      if (interrupted && interruptible) {
        break;
      }
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
    }
    if (interrupted && over) {
      // The end came first: the interrupt stays for the next waiting point.
      Thread.currentThread().interrupt();
    }
    return over;
  }

  private void enter() {
    synchronized (LOCK) {
      context.waiting = this;
      breakCycle(this);
    }
  }

  /** Checks a coroutine's wait before it suspends; a structured one needs none, see above. */
  static void check(Awaited awaited) {
    synchronized (LOCK) {
      breakCycle(awaited);
      DeadlockException deadlock = awaited.deadlock();
      if (deadlock != null) {
        throw deadlock;
      }
    }
  }

  private static void breakCycle(Waiter start) {
    List<Step> cycle = cycle(start);
    if (!cycle.isEmpty()) {
      Waiter victim =
          cycle.stream()
              .map(Step::waiter)
              .filter(waiter -> !waiter.isStructured())
              .findFirst()
              .orElseThrow();
      victim.fail("this wait would never end: " + told(cycle));
    }
  }

  private void leave() {
    synchronized (LOCK) {
      context.waiting = null;
    }
  }

  /** One wait and the block it waits for, which leads on. */
  private record Step(Waiter waiter, Block block) {}

  /** The steps from a wait back to whoever waits; empty if there is no way. */
  private static List<Step> cycle(Waiter start) {
    Map<Waiter, Step> reachedBy = new IdentityHashMap<>();
    Deque<Waiter> ahead = new ArrayDeque<>(List.of(start));
    for (Waiter wait; (wait = ahead.poll()) != null; ) {
      for (Block block : wait.blocks()) {
        if (block.isDone()) {
          continue;
        }
        Step step = new Step(wait, block);
        Context runner = block.runner();
        if (start.isOf(runner, block.coroutine())) {
          return pathTo(step, reachedBy);
        }
        for (Waiter next : waiters(runner, block.coroutine())) {
          if (reachedBy.putIfAbsent(next, step) == null) {
            ahead.add(next);
          }
        }
      }
    }
    return List.of();
  }

  /** What a block waits for: its thread, and the coroutine, which may be on its way to suspend. */
  private static List<Waiter> waiters(Context runner, Coroutine coroutine) {
    List<Waiter> waiters = new ArrayList<>(2);
    if (runner != null && runner.waiting != null) {
      waiters.add(runner.waiting);
    }
    Awaited awaited = coroutine == null ? null : coroutine.awaiting();
    if (awaited != null) {
      waiters.add(awaited);
    }
    return waiters;
  }

  private static List<Step> pathTo(Step last, Map<Waiter, Step> reachedBy) {
    LinkedList<Step> path = new LinkedList<>();
    for (Step step = last; step != null; step = reachedBy.get(step.waiter())) {
      path.addFirst(step);
    }
    return path;
  }

  private static String told(List<Step> cycle) {
    StringBuilder text = new StringBuilder(cycle.getFirst().waiter().who());
    String then = "";
    for (Step step : cycle.subList(0, Math.min(MOST_STEPS_TOLD, cycle.size()))) {
      Context runner = step.block().runner();
      text.append(then)
          .append(" waits (")
          .append(step.waiter().what())
          .append(") for block ")
          .append(step.block().label())
          .append(", which ")
          .append(runner == null ? "is suspended" : "runs on thread " + runner);
      then = ", which";
    }
    if (cycle.size() > MOST_STEPS_TOLD) {
      text.append(", and so on over ").append(cycle.size()).append(" waits back to the first");
    }
    return text.toString();
  }
}
