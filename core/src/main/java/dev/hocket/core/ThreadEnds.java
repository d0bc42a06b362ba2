package dev.hocket.core;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Waits for the ends of threads that a library counts itself, as those of the processes of a scope.
 * If one of these threads waits, directly or through blocks, for the block that waits for its end,
 * neither ends: such a wait gets a {@link DeadlockException}, as a wait for blocks does.
 */
public final class ThreadEnds {
  private ThreadEnds() {}

  /**
   * Waits on the calling thread.
   *
   * @param <X> the type of the wait's exceptions
   * @param how the wait in words, as in {@code close of scope two}
   * @param threads the threads that have not ended; called by any thread, at any time of the wait
   * @param fails makes the wait throw the exception; called by any thread, at most once. It must
   *     neither block nor throw
   * @param wait the wait
   * @throws X what the wait throws
   * @throws DeadlockException if a thread waits for the calling one already
   */
  public static <X extends Throwable> void await(
      String how,
      Supplier<? extends Collection<Thread>> threads,
      Consumer<DeadlockException> fails,
      Blocking.Action<X> wait)
      throws X {
    Context context = Context.current();
    OnThread waiter = new OnThread(how, context, threads, fails);
    Deadlocks.enter(context, waiter);
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
   * @param how the wait in words
   * @param threads the threads that have not ended
   * @param interrupted whether to set the interrupt status of the thread on which the handler
   *     continues, because the caller has cleared it; however the wait ends
   * @param end completes when the threads have ended
   * @return the completion
   */
  public static <T> Completion<T> completion(
      String how,
      Supplier<? extends Collection<Thread>> threads,
      boolean interrupted,
      Completion<T> end) {
    return new OfHandler<>(
        Objects.requireNonNull(how, "how"),
        Objects.requireNonNull(threads, "threads"),
        interrupted,
        Objects.requireNonNull(end, "end"));
  }

  private static final class OnThread implements Waiter {
    private final String how;
    private final Context context;
    private final Supplier<? extends Collection<Thread>> running;
    private final Consumer<DeadlockException> fails;
    private volatile boolean failed;

    OnThread(
        String how,
        Context context,
        Supplier<? extends Collection<Thread>> running,
        Consumer<DeadlockException> fails) {
      this.how = how;
      this.context = context;
      this.running = running;
      this.fails = fails;
    }

    @Override
    public String how() {
      return how;
    }

    @Override
    public List<Block> blocks() {
      return List.of();
    }

    @Override
    public Collection<Thread> threads() {
      return failed ? List.of() : running.get();
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
  record OfHandler<T>(
      String how,
      Supplier<? extends Collection<Thread>> threads,
      boolean interrupted,
      Completion<T> end)
      implements Completion<T> {
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
      return how;
    }
  }
}
