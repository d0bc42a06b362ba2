package dev.hocket.core;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What has to end before a wait of a library can end: threads, as those of the processes of a
 * scope, and blocks. If one of these waits, directly or through others, for the thread or block
 * that waits for its end, neither ends: such a wait gets a {@link DeadlockException}, as {@link
 * Block#join} does.
 *
 * @param what the wait in words, as in {@code close of scope two}
 * @param threads the threads that have not ended; called by any thread, at any time of the wait
 * @param blocks the blocks
 */
public record Ends(
    String what, Supplier<? extends Collection<Thread>> threads, List<Block> blocks) {
  /** Refuses null. */
  public Ends {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(blocks, "blocks");
  }

  /**
   * The ends of threads that a library counts itself.
   *
   * @param what the wait in words
   * @param threads the threads that have not ended
   * @return their ends
   */
  public static Ends of(String what, Supplier<? extends Collection<Thread>> threads) {
    return new Ends(what, threads, List.of());
  }

  /**
   * The end of one thread, which has been started.
   *
   * @param what the wait in words
   * @param thread the thread
   * @return its end
   */
  public static Ends of(String what, Thread thread) {
    return of(what, () -> thread.isAlive() ? List.of(thread) : List.of());
  }

  /**
   * The end of one block.
   *
   * @param what the wait in words
   * @param block the block
   * @return its end
   */
  public static Ends of(String what, Block block) {
    return new Ends(what, List::of, List.of(block));
  }

  /**
   * Waits on the calling thread.
   *
   * @param <X> the type of the wait's exceptions
   * @param fails makes the wait throw the exception; called by any thread, at most once. It must
   *     neither block nor throw
   * @param wait the wait
   * @throws X what the wait throws
   * @throws DeadlockException if a thread or block waits for the calling one already
   */
  public <X extends Throwable> void await(
      Consumer<DeadlockException> fails, Blocking.Action<X> wait) throws X {
    Context context = Context.current();
    Deadlocks.enter(context, new OnThread(this, context, fails));
    try {
      wait.run();
    } finally {
      Deadlocks.leave(context);
    }
  }

  /**
   * Makes the wait of a handler, for {@link Coroutine#await}.
   *
   * @param <T> the type of the result
   * @param interrupted whether to set the interrupt status of the thread on which the handler
   *     continues, because the caller has cleared it; however the wait ends
   * @param end completes when all have ended
   * @return the completion
   */
  public <T> Completion<T> completion(boolean interrupted, Completion<T> end) {
    return new OfHandler<>(this, interrupted, Objects.requireNonNull(end, "end"));
  }

  private static final class OnThread implements Waiter {
    private final Ends ends;
    private final Context context;
    private final Consumer<DeadlockException> fails;
    private volatile boolean failed;

    OnThread(Ends ends, Context context, Consumer<DeadlockException> fails) {
      this.ends = ends;
      this.context = context;
      this.fails = fails;
    }

    @Override
    public String how() {
      return ends.what;
    }

    @Override
    public List<Block> blocks() {
      return failed ? List.of() : ends.blocks;
    }

    @Override
    public Collection<Thread> threads() {
      return failed ? List.of() : ends.threads.get();
    }

    @Override
    public boolean isStructured() {
      return false;
    }

    @Override
    public boolean isOf(Context thread, Coroutine coroutine) {
      return thread == context;
    }

    @Override
    public boolean isOn(Thread thread) {
      return thread == context.thread;
    }

    @Override
    public String who() {
      return "thread " + context;
    }

    @Override
    public void fail(String cycle) {
      failed = true;
      fails.accept(new DeadlockException(cycle));
    }
  }

  /** The wait of a handler; {@link Awaited} is its waiter. */
  record OfHandler<T>(Ends ends, boolean interrupted, Completion<T> end) implements Completion<T> {
    @Override
    public boolean start(Runnable wake) throws Exception {
      return end.start(wake);
    }

    @Override
    public boolean withdraw() {
      return end.withdraw();
    }

    @Override
    public T result() throws Exception {
      return end.result();
    }

    @Override
    public String toString() {
      return ends.what;
    }
  }
}
