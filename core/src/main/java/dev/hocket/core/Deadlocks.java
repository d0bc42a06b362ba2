package dev.hocket.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/**
 * Finds the waits that would never end.
 *
 * <p>The threads form a graph: a thread that waits points to the threads that run its awaited
 * blocks, and to those whose ends it awaits. Because it waits for <em>all</em> of them, a cycle in
 * that graph is a deadlock and every deadlock of waits is a cycle. A wait is entered into the graph
 * and checked in one step under one lock, so exactly one of the threads that close a cycle finds
 * it. This check may miss a block's runner only if that runner has not entered a wait since, and
 * then the runner makes the check itself when it does.
 *
 * <p>One wait of the cycle gets a {@link DeadlockException}: never a structured one, which must not
 * end before its block. There is always another, because a structured wait is for a block younger
 * than everything on its thread, so structured waits alone cannot form a cycle.
 */
final class Deadlocks {
  private static final Object LOCK = new Object();
  private static final int MOST_STEPS_TOLD = 20;

  /** The waits by their threads; guarded by the lock. */
  private static final Map<Thread, Waiter> OF_THREADS = new IdentityHashMap<>();

  private Deadlocks() {}

  /** Enters a wait when a thread begins it, and again after the thread has run a block. */
  static void enter(Context thread, Waiter wait) {
    synchronized (LOCK) {
      thread.waiting = wait;
      try {
        OF_THREADS.put(thread.thread, wait);
        breakCycle(wait);
      } catch (OutOfMemoryError noMemory) {
        // There is no memory for the check. The wait must not fail because of that, or it would end
        // before its block. Without the check a deadlock is not detected.
      }
    }
  }

  static void leave(Context thread) {
    synchronized (LOCK) {
      thread.waiting = null;
      OF_THREADS.remove(thread.thread);
    }
  }

  /** Checks a coroutine's wait before it suspends; a structured wait needs no check, see above. */
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

  /** One wait, and one of the blocks or threads it waits for: an edge of the path. */
  private record Step(Waiter waiter, Block block, Thread thread) {
    boolean leadsTo(Waiter start) {
      return thread == null ? start.isOf(block.runner(), block.coroutine()) : start.isOn(thread);
    }

    List<Waiter> next() {
      if (thread == null) {
        return waiters(block.runner(), block.coroutine());
      }
      Waiter next = OF_THREADS.get(thread);
      return next == null ? List.of() : List.of(next);
    }
  }

  /** Returns the steps from a wait back to its waiter; empty if there is no way. */
  private static List<Step> cycle(Waiter start) {
    Map<Waiter, Step> reachedBy = new IdentityHashMap<>();
    Deque<Waiter> ahead = new ArrayDeque<>(List.of(start));
    for (Waiter wait; (wait = ahead.poll()) != null; ) {
      for (Step step : steps(wait)) {
        if (step.leadsTo(start)) {
          return pathTo(step, reachedBy);
        }
        for (Waiter next : step.next()) {
          if (reachedBy.putIfAbsent(next, step) == null) {
            ahead.add(next);
          }
        }
      }
    }
    return List.of();
  }

  private static List<Step> steps(Waiter wait) {
    List<Step> steps = new ArrayList<>();
    for (Block block : wait.blocks()) {
      if (!block.isDone()) {
        steps.add(new Step(wait, block, null));
      }
    }
    for (Thread thread : wait.threads()) {
      steps.add(new Step(wait, null, thread));
    }
    return steps;
  }

  /**
   * Returns the waits of a block: that of its thread, and that of its coroutine, which may be about
   * to suspend.
   */
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
      text.append(then)
          .append(" waits (")
          .append(step.waiter().how())
          .append(") for ")
          .append(step.thread() == null ? told(step.block()) : told(step.thread()));
      then = ", which";
    }
    if (cycle.size() > MOST_STEPS_TOLD) {
      text.append(", and so on over ").append(cycle.size()).append(" waits back to the first");
    }
    return text.toString();
  }

  private static String told(Block block) {
    return "block " + block.label() + ", which " + whereabouts(block);
  }

  private static String told(Thread thread) {
    return "thread \"" + thread.getName() + '"';
  }

  /** Describes the place of a block, with the reason of its wait there if that is no block. */
  private static String whereabouts(Block block) {
    Context runner = block.runner();
    if (runner == null) {
      return "is suspended";
    }
    Wait other = runner.waitOf(block);
    boolean tell = other != null && !(other instanceof Waiter);
    return "runs on thread "
        + runner
        + (tell ? " (where it waits for " + Context.named(other) + ")" : "");
  }
}
