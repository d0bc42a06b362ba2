package dev.hocket.events.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What an I/O server is asked to do, once, and what came of it. */
final class Request {
  /** Input or output. */
  @FunctionalInterface
  interface Operation {
    int run() throws IOException, InterruptedException;
  }

  private final String what;
  private final Operation operation;
  private final CompletableFuture<Integer> result = new CompletableFuture<>();

  /** {@code what} names the operation and its file or address. */
  Request(String what, Operation operation) {
    this.what = what;
    this.operation = operation;
  }

  /** By the server. */
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
   * By who has asked, when a server has taken it. An interrupt waits: the operation will be carried
   * out, so its result is not thrown away.
   */
  int result() {
    try {
      return result.join();
    } catch (CompletionException failed) {
      UncheckedIOException named = (UncheckedIOException) failed.getCause();
      // A new one, with the stack of who has asked.
      throw new UncheckedIOException(named.getMessage(), named.getCause());
    }
  }
}
