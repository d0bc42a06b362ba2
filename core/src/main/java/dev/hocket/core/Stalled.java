package dev.hocket.core;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Suspended blocks that have what they awaited, but there was no memory to queue them: they are
 * tried again by the {@link Keeper}. The list is made of the blocks themselves, so it needs none.
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

  /** Goes on with all that are there; those for which there is still no memory come back. */
  void goOn() {
    for (Block block = latest.getAndSet(null); block != null; ) {
      Block earlier = block.stalledBefore;
      block.stalledBefore = null;
      block.target().suspended().goOn(block);
      block = earlier;
    }
  }

  /** Whether a hand-over failed because the machine, not the target, could not take it. */
  static boolean isForLackOfMemory(Throwable refusal) {
    for (Throwable t = refusal; t != null; t = t.getCause()) {
      if (t instanceof VirtualMachineError) {
        return true;
      }
    }
    return false;
  }
}
