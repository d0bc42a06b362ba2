package dev.hocket.events.threads;

import dev.hocket.core.Span;
import dev.hocket.core.Target;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.WeakHashMap;

/**
 * Passes blocks to a target from its own threads. A thread of the target would run a block in
 * place, in the middle of the send or receive that triggered it, and a protocol among handlers of
 * one loop would accumulate on its stack. So a thread outside the target hands the blocks over, in
 * order; it exists while there are any.
 */
public final class Relay {
  private static final Map<Target, Relay> OF_TARGETS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Queue<Runnable> blocks = new ArrayDeque<>();
  private boolean running;

  /** Runs a hand-over on a thread outside the target. */
  public static void outside(Target target, Runnable handOver) {
    Span part = Span.current();
    Runnable followed = part == null ? handOver : () -> run(part, handOver);
    OF_TARGETS.computeIfAbsent(target, t -> new Relay()).add(followed);
  }

  /** Runs a hand-over as a share in the part of a request that has caused it. */
  private static void run(Span part, Runnable handOver) {
    Span share = part.enter();
    try {
      handOver.run();
    } finally {
      if (share != null) {
        share.close();
      }
    }
  }

  private synchronized void add(Runnable handOver) {
    if (!running) {
      // Cleared first: while it is clear, the next caller starts a thread.
      Threads.startVirtual(this::run);
      running = true;
    }
    blocks.add(handOver);
  }

  private void run() {
    for (Runnable handOver; (handOver = next()) != null; ) {
      try {
        handOver.run();
      } catch (Throwable failed) {
        // The tasks after it must run in any case.
        Threads.report(failed);
      }
    }
  }

  private synchronized Runnable next() {
    Runnable next = blocks.poll();
    running = next != null;
    return next;
  }
}
