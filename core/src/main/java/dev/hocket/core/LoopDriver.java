package dev.hocket.core;

/**
 * The interface between Hocket and an event loop that a toolkit owns. A toolkit offers its loop by
 * listing an implementation as a service (in {@code module-info.java} or {@code
 * META-INF/services}); then the loop is a target under {@link #name()} without being registered. A
 * program that has a loop of its own calls {@link Targets#register(String,
 * java.util.concurrent.Executor)} instead.
 */
public interface LoopDriver {
  /**
   * The name of the target, such as {@code edt}.
   *
   * @return a name that no other driver uses
   */
  String name();

  /**
   * Returns whether the calling thread is the loop's. Called often and by any thread: it must be
   * quick and must not start the toolkit.
   *
   * @return true on the loop's thread
   */
  boolean isLoopThread();

  /**
   * Makes the loop run a task, in its turn among the loop's own events. Must not block.
   *
   * @param task the task; it throws nothing
   * @throws RuntimeException if the loop takes no more tasks
   */
  void post(Runnable task);

  /**
   * Returns whether posted tasks will still be run. When it turns false, blocks queued for the loop
   * are rejected, so that no thread waits for them forever. Called at least twice a second while
   * any target has work; a driver that throws here is taken to be alive.
   *
   * @return false once the loop has ended, and always afterwards
   */
  default boolean isAlive() {
    return true;
  }
}
