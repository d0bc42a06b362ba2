package dev.hocket.compiler.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/**
 * Lets one inspection run at a time, because they share javac's cache of the libraries. If an
 * inspection hangs, it keeps the cache, and the next one reads the libraries again.
 */
final class Turns implements AutoCloseable {
  /** An inspection takes so long only if javac or a check does not end. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Inspections that hang keep a processor busy; with so many of them, no more are begun. */
  static final int MOST_HUNG = 2;

  /** The interval at which a waiting thread checks whether it is cancelled. */
  static final long LOOK_MILLIS = 20;

  private final JavaCompiler compiler;
  private final LongSupplier clock;
  private final Set<Thread> hung = new HashSet<>();
  private volatile Turn turn;

  /**
   * Turns of inspections.
   *
   * @param clock tells the time in nanoseconds
   */
  Turns(JavaCompiler compiler, LongSupplier clock) {
    this.compiler = compiler;
    this.clock = clock;
    this.turn = newTurn();
  }

  private Turn newTurn() {
    return new Turn(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8));
  }

  /** The cache of the libraries, which one inspection uses alone until it closes this object. */
  static final class Turn implements AutoCloseable {
    private record Use(Thread by, long since) {}

    private final StandardJavaFileManager files;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Use use;
    private volatile boolean isLeft;

    private Turn(StandardJavaFileManager files) {
      this.files = files;
    }

    StandardJavaFileManager files() {
      return files;
    }

    @Override
    public void close() {
      use = null;
      boolean closes = isLeft;
      if (closes) {
        closeFiles();
      }
      lock.unlock();
      // Another thread may have left the cache meanwhile, when it could not have the lock.
      if (!closes && isLeft && lock.tryLock()) {
        close();
      }
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
   * @throws InspectionTimeout if too many inspections hang
   */
  Turn await(BooleanSupplier isCancelled) {
    while (true) {
      if (hung() >= MOST_HUNG) {
        throw new InspectionTimeout(MOST_HUNG + " inspections have not ended");
      }
      Turn mine = turn;
      try {
        if (mine.lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          mine.use = new Turn.Use(Thread.currentThread(), clock.getAsLong());
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
      giveUpIfHung(mine);
    }
  }

  /** Lets other inspections run if the one that has a turn takes longer than the limit. */
  synchronized boolean giveUpIfHung(Turn old) {
    Turn.Use use = old.use;
    if (use == null || clock.getAsLong() - use.since() <= LIMIT.toNanos()) {
      return false;
    }
    hung.add(use.by());
    replace(old);
    return true;
  }

  private synchronized int hung() {
    hung.removeIf(thread -> !thread.isAlive());
    return hung.size();
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
