package dev.hocket.compiler.random;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Records the steps of a random program; public, because the programs call it.
 *
 * <p>A program cancels its own handlers, each from inside code that the handler awaits, so it is
 * certain which await throws. In a sequential run, the call that would cancel throws instead.
 */
public final class Trace {
  private static final int MOST_STEPS = 3_000;

  private static final long MOST_SECONDS = 600;

  private final boolean sequential;
  private final List<String> steps = new ArrayList<>();
  private final Map<String, Semaphore> released = new ConcurrentHashMap<>();

  Trace(boolean sequential) {
    this.sequential = sequential;
  }

  /** Ends a program that would run too long, at the same step however it was compiled. */
  public static final class TooLong extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Records a value and returns it, so that the trace shows the order of evaluation. */
  public synchronized int note(int value) {
    add("i" + value);
    return value;
  }

  /** Records a value and returns it. */
  public synchronized long note(long value) {
    add("l" + value);
    return value;
  }

  /** Records a value and returns it. */
  public synchronized double note(double value) {
    add("d" + value);
    return value;
  }

  /** Records a value and returns it. */
  public synchronized boolean note(boolean value) {
    add("z" + value);
    return value;
  }

  /** Records a value and returns it. */
  public synchronized String note(String value) {
    add("s" + value);
    return value;
  }

  /** Records an exception and those exceptions of the program that it has suppressed. */
  public synchronized void note(IllegalStateException thrown) {
    add(thrown instanceof CancellationException ? "cancelled" : thrown.getMessage());
    Stream.of(thrown.getSuppressed())
        .filter(Trace::isOfProgram)
        .forEach(other -> add("+" + other.getMessage()));
  }

  private static boolean isOfProgram(Throwable suppressed) {
    Class<?> type = suppressed.getClass();
    return type == IllegalStateException.class || type.getName().equals("P$E");
  }

  /**
   * Cancels the handler of a tag, from inside a block that the handler awaits. The cancellation
   * interrupts that block, which ends it here.
   */
  public void cancel(String tag) {
    if (!sequential) {
      Targets.cancel(tag);
      try {
        new CountDownLatch(1).await(MOST_SECONDS, TimeUnit.SECONDS);
        throw new AssertionError("The cancel of " + tag + " was not passed on.");
      } catch (InterruptedException passedOn) {
        // The interrupt is expected.
      }
    }
    throw new CancellationException();
  }

  /**
   * Cancels the handler of a tag, from inside a block with a tag that the handler waits for or is
   * about to wait for. The block is not interrupted, so it stays until {@link #release}.
   */
  public void cancelWait(String tag) {
    if (sequential) {
      throw new CancellationException();
    }
    Targets.cancel(tag);
    try {
      if (!released(tag).tryAcquire(MOST_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("The wait of " + tag + " was not cancelled.");
      }
    } catch (InterruptedException unasked) {
      throw new AssertionError("The cancel of " + tag + " was passed on.", unasked);
    }
  }

  /** Releases the block of {@link #cancelWait} after the wait has ended. */
  public void release(String tag) {
    released(tag).release();
  }

  /** Records a value and returns a future that is completed with it soon. */
  public CompletableFuture<Integer> later(int value) {
    int noted = note(value);
    return sequential
        ? CompletableFuture.completedFuture(noted)
        : CompletableFuture.supplyAsync(() -> noted);
  }

  /** Records a value and returns a future that fails with it soon. */
  public CompletableFuture<Integer> failing(int value) {
    IllegalStateException failure = new IllegalStateException("later " + note(value));
    CompletableFuture<Integer> failing = new CompletableFuture<>();
    soon(() -> failing.completeExceptionally(failure));
    return failing;
  }

  /** Returns a future that nobody completes. */
  public Number never() {
    return new Number();
  }

  /** Runs the code at once, or soon on another thread. */
  public void soon(Runnable code) {
    if (sequential || ThreadLocalRandom.current().nextBoolean()) {
      code.run();
    } else {
      ForkJoinPool.commonPool().execute(code);
    }
  }

  /** Returns a future that narrows its result, and that may be completed. */
  public Number result(int value) {
    Number result = new Number();
    if (sequential || value % 2 == 0) {
      result.complete(value);
    } else {
      ForkJoinPool.commonPool().execute(() -> result.complete(value));
    }
    return result;
  }

  /**
   * Returns a future that is completed on the caller's own target, behind what is queued there. On
   * a target with one thread it completes only if its handler does not keep the thread.
   */
  public Number here(int value) {
    Target target = sequential ? null : Targets.current().orElse(null);
    if (target == null) {
      Number complete = new Number();
      complete.complete(value);
      return complete;
    }
    Number here = new Awaited();
    // On a thread of the target itself, the block would run at once.
    Thread.startVirtualThread(() -> target.execute("here", () -> here.complete(value)));
    return here;
  }

  /** A future whose {@code get} has the type of its result in the class file. */
  public static class Number extends CompletableFuture<Integer> {
    @Override
    public Integer get() throws InterruptedException, ExecutionException {
      return super.get();
    }
  }

  /** A future whose result is taken when it is there, and not waited for. */
  private static final class Awaited extends Number {
    @Override
    public Integer get() throws InterruptedException, ExecutionException {
      return checked().get();
    }

    @Override
    public Integer join() {
      return checked().join();
    }

    private CompletableFuture<Integer> checked() {
      if (!isDone()) {
        throw new AssertionError("The result of a future was waited for on a thread.");
      }
      return copy();
    }
  }

  private Semaphore released(String tag) {
    return released.computeIfAbsent(tag, name -> new Semaphore(0));
  }

  private void add(String step) {
    if (steps.size() >= MOST_STEPS) {
      throw new TooLong();
    }
    steps.add(step);
  }

  @Override
  public synchronized String toString() {
    return String.join(" ", steps);
  }
}
