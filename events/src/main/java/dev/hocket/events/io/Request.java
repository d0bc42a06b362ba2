package dev.hocket.events.io;

import dev.hocket.core.Blocking;
import dev.hocket.core.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/** One request to an I/O server, and its result. */
final class Request {
  /** An operation of input or output. */
  @FunctionalInterface
  interface Operation {
    int run() throws IOException, InterruptedException;
  }

  private final String what;
  private final Operation operation;
  private final CompletableFuture<Integer> result = new CompletableFuture<>();

  /** Makes a request; {@code what} names the operation and its file or address. */
  Request(String what, Operation operation) {
    this.what = what;
    this.operation = operation;
  }

  /** Carries out the operation; called by the server. */
  void serve() {
    try {
      result.complete(operation.run());
    } catch (UncheckedIOException named) {
      result.completeExceptionally(named);
    } catch (Throwable failed) {
      result.completeExceptionally(
          new UncheckedIOException(new IOException(what + ": " + failed, failed)));
    }
  }

  /**
   * Waits for the result, on the requesting thread, after a server has taken the request. An
   * interrupt does not end the wait, because the operation will be carried out and its result must
   * not be lost.
   */
  int result() {
    Thread asker = Thread.currentThread();
    result.whenComplete((bytes, failure) -> LockSupport.unpark(asker));
    Blocking.awaitUninterruptibly(Wait.of(what, result::isDone));
    try {
      return result.join();
    } catch (CompletionException failed) {
      UncheckedIOException named = (UncheckedIOException) failed.getCause();
      // This is a new exception, with the stack trace of the requesting thread.
      throw new UncheckedIOException(named.getMessage(), named.getCause());
    }
  }
}
