package dev.hocket.core;

/**
 * Handles the failures that no code can wait for: those of blocks handed over with {@link
 * Target#execute(String, Body)}, of handlers whose caller continued when they were suspended, of
 * blocks under a tag that already keeps {@value Tag#MOST_UNCLAIMED} unclaimed failures, and of
 * actions passed to {@link Block#whenDone}.
 */
@FunctionalInterface
public interface UncaughtHandler {
  /**
   * Handles a failure. Runs on the thread that ended the block; must not block.
   *
   * @param block the block
   * @param failure the block's exception, or a {@link
   *     java.util.concurrent.RejectedExecutionException} if its target has ended
   */
  void uncaught(Block block, Throwable failure);
}
