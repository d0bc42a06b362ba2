package dev.hocket.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The blocks that a target has left when the grace of its shutdown is over. */
final class Leftovers {
  private Leftovers() {}

  /** Rejects the queued blocks, and cancels those that run or are suspended. */
  static void end(List<Block> left) {
    Set<Block> reached = reachedByOthers(left);
    for (Block block : left) {
      if (block.reject()) {
        block.target().forget(block);
      } else if (!reached.contains(block)) {
        block.cancel();
      }
    }
  }

  /**
   * Finds the blocks that are cancelled together with another one, the block that awaits them or
   * the one around them on the same target, and must not be cancelled twice.
   */
  private static Set<Block> reachedByOthers(List<Block> left) {
    Set<Block> reached = new HashSet<>();
    for (Block block : left) {
      Awaited awaited = block.coroutine() == null ? null : block.coroutine().awaiting();
      if (awaited != null && awaited.isStructured()) {
        reached.addAll(awaited.all());
      }
      Block outer = block.outer();
      if (block.coroutine() == null && outer != null && outer.target() == block.target()) {
        reached.add(block);
      }
    }
    return reached;
  }
}
