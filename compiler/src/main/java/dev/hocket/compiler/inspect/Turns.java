package dev.hocket.compiler.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/**
 * Lets one inspection run at a time, because they share javac's cache of the libraries. If an
 * inspection hangs, it keeps the cache, and the next one reads the libraries again.
 */
final class Turns implements AutoCloseable {
  /** An inspection takes so long only if javac or a check does not end. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** The interval at which a waiting thread checks whether it is cancelled. */
  private static final long LOOK_MILLIS = 20;

  private final JavaCompiler compiler;
  private final Duration limit;
  private volatile Turn turn;

  Turns(JavaCompiler compiler, Duration limit) {
    this.compiler = compiler;
    this.limit = limit;
    this.turn = newTurn();
  }

  private Turn newTurn() {
    return new Turn(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8));
  }

  /** The cache of the libraries, which one inspection uses alone until it closes this object. */
  static final class Turn implements AutoCloseable {
    private final StandardJavaFileManager files;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long start;
    private volatile boolean isLeft;

    private Turn(StandardJavaFileManager files) {
      this.files = files;
    }

    StandardJavaFileManager files() {
      return files;
    }

    private boolean isHung(Duration limit) {
      return lock.isLocked() && System.nanoTime() - start > limit.toNanos();
    }

    @Override
    public void close() {
      if (isLeft) {
        closeFiles();
      }
      lock.unlock();
    }

    private void closeFiles() {
      try {
        files.close();
      } catch (IOException e) {
        // Nothing has been written.
      }
    }
  }

  /**
   * Waits until no other inspection runs.
   *
   * @throws CancellationException if the inspection is not needed any more
   */
  Turn await(BooleanSupplier isCancelled) {
    while (true) {
      Turn mine = turn;
      try {
        if (mine.lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          mine.start = System.nanoTime();
          if (mine == turn) {
            return mine;
          }
          mine.close();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
      if (isCancelled.getAsBoolean()) {
        throw new CancellationException("not needed any more");
      }
      if (mine.isHung(limit)) {
        replace(mine);
      }
    }
  }

  /** Lets the next inspection read the libraries again. */
  void startAgain() {
    replace(turn);
  }

  private synchronized void replace(Turn old) {
    if (turn == old) {
      turn = newTurn();
      leave(old);
    }
  }

  /** Closes the cache now, or when its inspection ends. */
  private static void leave(Turn old) {
    old.isLeft = true;
    if (old.lock.tryLock()) {
      old.close();
    }
  }

  @Override
  public synchronized void close() {
    leave(turn);
  }
}
