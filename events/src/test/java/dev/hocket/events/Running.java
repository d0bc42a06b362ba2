package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A virtual thread of a test, with its result. */
final class Running<T> {
  private static final long LIMIT_SECONDS = 120;

  private final FutureTask<T> task;
  final Thread thread;

  private Running(Callable<T> body) {
    task = new FutureTask<>(body);
    thread = Thread.ofVirtual().start(task);
  }

  static <T> Running<T> start(Callable<T> body) {
    return new Running<>(body);
  }

  /** Waits for the result; throws what the thread has thrown. */
  T get() throws Exception {
    try {
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception exception) {
        throw exception;
      }
      throw (Error) failed.getCause();
    } catch (TimeoutException late) {
      return fail("the thread has not come to an end within " + LIMIT_SECONDS + " s", late);
    }
  }

  boolean isDone() {
    return task.isDone();
  }
}
