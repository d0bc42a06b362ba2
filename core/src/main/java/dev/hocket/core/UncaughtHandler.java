package dev.hocket.core;

/**
 * Takes the failures no code can wait for: those of blocks handed over with {@link
 * Target#execute(String, Body)}.
 */
@FunctionalInterface
public interface UncaughtHandler {
  /**
   * Takes a failure. Runs on the thread that ended the block; must not block.
   *
   * @param block the block
   * @param failure what it threw
   */
  void uncaught(Block block, Throwable failure);
}
