package dev.hocket.casestudies.swerve;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens files on its own platform threads. Opening a pipe blocks until another program writes into
 * it, and a virtual thread that blocks there pins its carrier: if every carrier were in such a
 * call, no connection would be served. Here the calling thread parks instead, for a limited time.
 * Thread-safe.
 */
final class Opener {
  /** A pipe that no program writes to occupies one of these threads for ever. */
  static final int MOST_THREADS = 64;

  private final Duration limit;
  private final Semaphore free = new Semaphore(MOST_THREADS);
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("swerve-open-", 0).factory());

  /**
   * Creates an opener, which starts its threads when they are needed.
   *
   * @param limit the time limit for opening a file
   */
  Opener(Duration limit) {
    this.limit = limit;
  }

  /** Opens a file to read it. A symbolic link at the end of its path is not followed. */
  FileChannel open(Path file) throws IOException, InterruptedException {
    long due = System.nanoTime() + limit.toNanos();
    if (!free.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      throw tooLate(file);
    }
    CompletableFuture<FileChannel> opened = new CompletableFuture<>();
    threads.execute(() -> open(file, opened));
    try {
      return opened.get(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed
          ? failed
          : new IOException("cannot open " + file, e.getCause());
    } catch (TimeoutException e) {
      abandon(opened);
      throw tooLate(file);
    } catch (InterruptedException e) {
      abandon(opened);
      throw e;
    }
  }

  private void open(Path file, CompletableFuture<FileChannel> opened) {
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      if (!opened.complete(channel)) {
        close(channel);
      }
    } catch (IOException | RuntimeException | Error e) {
      opened.completeExceptionally(e);
    } finally {
      free.release();
    }
  }

  /**
   * Makes the opening thread close the file; if it is open already, the calling thread closes it.
   */
  private static void abandon(CompletableFuture<FileChannel> opened) {
    if (!opened.cancel(false)) {
      opened.thenAccept(Opener::close);
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException ignored) {
      // Nothing was written, and the descriptor is released even if closing fails.
    }
  }

  private IOException tooLate(Path file) {
    return new IOException(file + " could not be opened within " + limit.toMillis() + " ms");
  }
}
