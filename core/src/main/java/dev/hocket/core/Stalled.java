package dev.hocket.core;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Suspended blocks that should continue, but for which there was no memory to queue them. The
 * thread that keeps the JVM alive tries again to queue them. The list links the blocks themselves,
 * so it needs no memory.
 */
final class Stalled {
  private final AtomicReference<Block> latest = new AtomicReference<>();

  boolean isEmpty() {
    return latest.get() == null;
  }

  void add(Block block) {
    Block earlier;
    do {
      earlier = latest.get();
      block.stalledBefore = earlier;
    } while (!latest.compareAndSet(earlier, block));
  }

  /**
   * Tries to queue all stalled blocks; those for which there is still no memory stay in the list.
   */
  void goOn() {
    for (Block block = latest.getAndSet(null); block != null; ) {
      Block earlier = block.stalledBefore;
      block.stalledBefore = null;
      block.target().suspended().goOn(block);
      block = earlier;
    }
  }

  /**
   * Returns whether a hand-over failed for lack of memory or threads, and not because the target
   * refused it.
   */
  static boolean isForLackOfMemory(Throwable refusal) {
    for (Throwable t = refusal; t != null; t = t.getCause()) {
      if (t instanceof VirtualMachineError) {
        return true;
      }
    }
    return false;
  }
}
