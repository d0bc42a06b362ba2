package dev.hocket.core;

/**
 * A wait for something other than a block, in which a handler can be suspended: it completes once,
 * and calls back. A library implements it for the resumable twins of its methods; {@link Awaitable}
 * has an example.
 *
 * <p>{@code toString()} gives the reason of the wait, as in {@code receive on channel orders}, for
 * reports and the exceptions of cancelled waits.
 *
 * @param <T> the type of the result
 */
public interface Completion<T> {

  /**
   * Starts to wait, on the thread that is about to be suspended. Must not block.
   *
   * @param wake runs once the wait has completed, on any thread, which must hold no lock that the
   *     program may take; it does not block, does not throw, and ignores all runs but the first
   * @return false if it has already completed; then {@code wake} need not be run
   * @throws Exception what the waiting method throws; then no wait has begun
   */
  boolean start(Runnable wake) throws Exception;

  /**
   * Withdraws the wait, because the handler was cancelled or its target has ended. Any thread may
   * call this during the wait, perhaps more than once. All or nothing: if this returns true, the
   * wait has no effect, and receives no message for example.
   *
   * @return false if it has completed: then the handler continues with {@link #result}. If it
   *     returns true, {@link #result} is not called
   */
  boolean withdraw();

  /**
   * Returns the result of the waiting method. Called once, after the wait has completed, on a
   * thread of the handler's target.
   *
   * @return the result
   * @throws Exception the exception of the waiting method
   */
  T result() throws Exception;
}
