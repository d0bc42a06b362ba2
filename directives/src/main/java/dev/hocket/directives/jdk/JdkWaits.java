package dev.hocket.directives.jdk;

import dev.hocket.core.Coroutine;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * For code that Hocket compiled: the resumable twins of waiting methods of the JDK. The compiler
 * reads its table from this class: {@code join(CompletableFuture, Coroutine)} is the twin of {@code
 * CompletableFuture.join()} and of the methods that override it, and of no other method.
 *
 * <p>A twin waits until the method would return at once, and then calls it. So the result and the
 * exceptions are those of the method, even if a subclass overrides it.
 */
public final class JdkWaits {
  private JdkWaits() {}

  /**
   * {@link CompletableFuture#join}.
   *
   * @param <T> the type of the result
   * @param future the future
   * @param handler the handler
   * @return its result
   */
  public static <T> T join(CompletableFuture<T> future, Coroutine handler) {
    return future.isDone() || !handler.canSuspend()
        ? future.join()
        : handler.await(CallbackWait.ofStage("join", future, future::join));
  }

  /**
   * {@link Future#get()}.
   *
   * @param <T> the type of the result
   * @param future the future
   * @param handler the handler
   * @return its result
   * @throws InterruptedException if the thread is interrupted before the wait
   * @throws ExecutionException as {@code get()} does
   */
  public static <T> T get(Future<T> future, Coroutine handler)
      throws InterruptedException, ExecutionException {
    if (future.isDone() || !handler.canSuspend()) {
      return future.get();
    }
    refuseInterrupt();
    return handler.await(CallbackWait.of("get", future, future::get));
  }

  /**
   * {@link Future#get(long, TimeUnit)}.
   *
   * @param <T> the type of the result
   * @param future the future
   * @param timeout how long to wait
   * @param unit the unit of the timeout
   * @param handler the handler
   * @return its result
   * @throws InterruptedException if the thread is interrupted before the wait
   * @throws ExecutionException as {@code get} does
   * @throws TimeoutException if the future has not completed in time
   */
  public static <T> T get(Future<T> future, long timeout, TimeUnit unit, Coroutine handler)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (future.isDone() || timeout <= 0 || !handler.canSuspend()) {
      return future.get(timeout, unit);
    }
    refuseInterrupt();
    Callable<T> get = () -> future.get(0, unit);
    return handler.await(CallbackWait.of("get", future, get).within(timeout, unit));
  }

  /**
   * {@link Process#waitFor()}.
   *
   * @param process the process
   * @param handler the handler
   * @return its exit value
   * @throws InterruptedException if the thread is interrupted before the wait
   */
  public static int waitFor(Process process, Coroutine handler) throws InterruptedException {
    if (!process.isAlive() || !handler.canSuspend()) {
      return process.waitFor();
    }
    refuseInterrupt();
    return ended(
        handler.await(CallbackWait.ofStage("waitFor", process.onExit(), process::waitFor)));
  }

  /**
   * {@link Process#waitFor(long, TimeUnit)}.
   *
   * @param process the process
   * @param timeout how long to wait
   * @param unit the unit of the timeout
   * @param handler the handler
   * @return whether it has ended
   * @throws InterruptedException if the thread is interrupted before the wait
   */
  public static boolean waitFor(Process process, long timeout, TimeUnit unit, Coroutine handler)
      throws InterruptedException {
    if (!process.isAlive() || timeout <= 0 || !handler.canSuspend()) {
      return process.waitFor(timeout, unit);
    }
    refuseInterrupt();
    Callable<Boolean> hasEnded = () -> !process.isAlive();
    Boolean ended =
        handler.await(
            CallbackWait.ofStage("waitFor", process.onExit(), hasEnded).within(timeout, unit));
    return ended != null && ended;
  }

  /**
   * {@link Thread#join()}.
   *
   * @param thread the thread
   * @param handler the handler
   * @throws InterruptedException if the calling thread is interrupted before the wait
   */
  public static void join(Thread thread, Coroutine handler) throws InterruptedException {
    if (!thread.isAlive() || !handler.canSuspend()) {
      thread.join();
      return;
    }
    refuseInterrupt();
    handler.await(CallbackWait.ofThread("join of " + thread.getName(), thread));
  }

  private static int ended(Integer status) {
    return status == null ? 0 : status;
  }

  private static void refuseInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the wait");
    }
  }
}
