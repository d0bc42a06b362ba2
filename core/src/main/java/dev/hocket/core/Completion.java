package dev.hocket.core;

/**
 * Something other than a block for which a handler can wait while it is suspended: it completes
 * once, and calls back. A library implements it for the resumable twins of its methods; {@link
 * Awaitable} shows one.
 *
 * <p>{@code toString()} says what is waited for, as in {@code receive on channel orders}: reports
 * and the exceptions of cancelled waits repeat it.
 *
 * @param <T> what it completes with
 */
public interface Completion<T> {

  /**
   * Starts to wait, on the thread that is about to be suspended. Must not block.
   *
   * @param wake to be run once it has completed, on any thread, which must hold no lock that the
   *     program may take; it does not block, does not throw, and ignores all runs but the first
   * @return false if it has completed already; then {@code wake} need not be run
   * @throws Exception what the waiting method throws; then no wait has begun
   */
  boolean start(Runnable wake) throws Exception;

  /**
   * Gives the wait up, because the handler was cancelled or its target has ended. Called on any
   * thread, while it is awaited, perhaps more than once. All or nothing: if this returns true,
   * nothing has happened and nothing will, such as a message that is received.
   *
   * @return false if it has completed: then the handler goes on with {@link #result}. If it returns
   *     true, {@link #result} is not called
   */
  boolean withdraw();

  /**
   * What the waiting method returns. Called once, after it has completed, on a thread of the
   * handler's target.
   *
   * @return the result
   * @throws Exception what the waiting method throws
   */
  T result() throws Exception;
}
