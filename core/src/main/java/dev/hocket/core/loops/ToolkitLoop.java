package dev.hocket.core.loops;

/**
 * The event loop of a toolkit that core knows without registration. Its methods are those of {@code
 * LoopDriver}.
 */
public interface ToolkitLoop {
  /** The name of the target. */
  String name();

  /** Returns whether the calling thread is the loop's; must not start the toolkit. */
  boolean isLoopThread();

  /** Makes the loop run a task; throws a {@link RuntimeException} if it accepts no more. */
  void post(Runnable task);

  /** Returns whether posted tasks will still be run. */
  boolean isAlive();
}
