package dev.hocket.core;

/**
 * Takes the failures no code can wait for: those of blocks handed over with {@link
 * Target#execute(String, Body)}, of handlers whose caller went on when they were suspended, of
 * blocks under a tag that keeps {@value Tag#MOST_UNCLAIMED} unclaimed ones already, and of actions
 * given to {@link Block#whenDone}.
 */
@FunctionalInterface
public interface UncaughtHandler {
  /**
   * Takes a failure. Runs on the thread that ended the block; must not block.
   *
   * @param block the block
   * @param failure what it threw, or a {@link java.util.concurrent.RejectedExecutionException} if
   *     its target has ended
   */
  void uncaught(Block block, Throwable failure);
}
