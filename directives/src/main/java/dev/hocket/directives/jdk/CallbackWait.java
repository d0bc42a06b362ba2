package dev.hocket.directives.jdk;

import dev.hocket.core.Completion;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A wait for an object of the JDK that can be queried for its result any number of times, so that
 * no result is lost if the wait is abandoned.
 *
 * <p>A {@link CompletionStage} calls back. The JDK has no callback for the end of a thread and for
 * other futures, such as those of its executors: a virtual thread waits for each of them.
 */
final class CallbackWait<T> implements Completion<T> {
  private final String what;
  private final CompletionStage<?> stage;
  private final Callable<?> blocking;
  private final Callable<T> result;

  /**
   * Resumes the handler; null after that or after a cancellation, so that a stage keeps no handler.
   */
  private final AtomicReference<Runnable> wake = new AtomicReference<>();

  private long timeout;
  private TimeUnit unit;

  // Written before the stage, the timer or the thread can end the wait.
  private Thread waiting;
  private CompletableFuture<Void> timer;

  private CallbackWait(
      String what, CompletionStage<?> stage, Callable<?> blocking, Callable<T> result) {
    this.what = what;
    this.stage = stage;
    this.blocking = blocking;
    this.result = result;
  }

  static <T> CallbackWait<T> ofStage(String method, CompletionStage<?> stage, Callable<T> result) {
    return new CallbackWait<>(
        method + " of a " + stage.getClass().getSimpleName(), stage, null, result);
  }

  static <T> CallbackWait<T> of(String method, Future<T> future, Callable<T> result) {
    return future instanceof CompletionStage<?> completes
        ? ofStage(method, completes, result)
        : new CallbackWait<>(
            method + " of a " + future.getClass().getSimpleName(), null, future::get, result);
  }

  static CallbackWait<Void> ofThread(String what, Thread thread) {
    Callable<Void> join =
        () -> {
          thread.join();
          return null;
        };
    return new CallbackWait<>(what, null, join, join);
  }

  /** The same wait with a time limit. */
  CallbackWait<T> within(long limit, TimeUnit unitOfLimit) {
    timeout = limit;
    unit = unitOfLimit;
    return this;
  }

  @Override
  public boolean start(Runnable handler) {
    wake.set(handler);
    if (stage == null) {
      waiting =
          Thread.ofVirtual()
              .name("hocket-waits")
              .inheritInheritableThreadLocals(false)
              .unstarted(this::block);
    }
    if (unit != null) {
      timer = new CompletableFuture<Void>().completeOnTimeout(null, timeout, unit);
      timer.thenRun(this::isOver);
    }
    if (waiting == null) {
      stage.whenComplete((value, failure) -> isOver());
    } else {
      waiting.start();
    }
    return true;
  }

  private void block() {
    try {
      blocking.call();
    } catch (Throwable failed) {
      // The handler's own call throws the same. If the wait was given up, nobody is resumed.
    }
    isOver();
  }

  private void isOver() {
    Runnable handler = end();
    if (handler != null) {
      handler.run();
    }
  }

  @Override
  public boolean withdraw() {
    end();
    return true;
  }

  /** Takes the handler first, because the thread that the interrupt wakes takes it likewise. */
  private Runnable end() {
    Runnable handler = wake.getAndSet(null);
    if (timer != null) {
      timer.cancel(false);
    }
    if (waiting != null && waiting != Thread.currentThread()) {
      waiting.interrupt();
    }
    return handler;
  }

  @Override
  public T result() throws Exception {
    return result.call();
  }

  @Override
  public String toString() {
    return what;
  }
}
