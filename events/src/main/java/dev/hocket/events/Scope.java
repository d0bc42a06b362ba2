package dev.hocket.events;

import dev.hocket.events.steps.Failure;
import dev.hocket.events.threads.Threads;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Processes that live no longer than a part of a program, as threads in a {@code
 * StructuredTaskScope} do: when {@link #close} returns, all have ended.
 *
 * <pre>{@code
 * Channel<String> lines = new Channel<>("lines");
 * try (Scope scope = Scope.open("two")) {
 *   scope.spawn(() -> lines.send("a line"));
 *   scope.spawn(() -> System.out.println(lines.recv()));
 *   choose(scope.doneEvt(), timeOutEvt(Duration.ofSeconds(10))).sync();
 * }
 * }</pre>
 *
 * <ol>
 *   <li>The scope runs until all its processes have ended, one of them has failed, or it is closed
 *       or cancelled. In the last three cases those that are left are interrupted, once.
 *   <li>A process fails by throwing anything; but an {@link InterruptedException} ends it quietly,
 *       as in {@link Events#spawn}. What others throw after the first is suppressed in that.
 *   <li>{@link #join} waits for all, {@code close} interrupts and then waits for all; neither
 *       returns while one lives. A process that ignores its interrupt so delays them.
 *   <li>The first failure is thrown, as it is, by {@code join}, or by {@code close} if no {@code
 *       join} has.
 * </ol>
 *
 * <p>What a process opens inside is nested: its interrupt ends its wait there, and leaving the
 * inner scope ends that one's processes first. So open it in a {@code try}: one that is never
 * closed goes on after the outer scope has ended, as do the threads of {@link Events#spawn}.
 *
 * <p>Post-consumption actions do not belong to a scope, wherever their event was created: the
 * communication that starts them may happen when the scope is long gone. One that shall, spawns.
 *
 * <p>All methods may be called from any thread but {@code close}, which only the thread that opened
 * the scope may call. Neither {@code join} nor {@code close} may be called on an event loop.
 */
public final class Scope implements AutoCloseable {
  private final String name;
  private final Thread owner = Thread.currentThread();
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Set<Thread> running = new HashSet<>();
  private IVar<Void> noneRuns = written();
  private Throwable failure;
  private boolean isThrown;
  private boolean isCancelled;
  private boolean isClosed;
  private int spawned;

  private Scope(String name) {
    this.name = name;
  }

  /**
   * Opens a scope.
   *
   * @param name what messages call it; its threads have this name and a number
   * @return the scope, whose owner is the calling thread
   */
  public static Scope open(String name) {
    return new Scope(Objects.requireNonNull(name, "name"));
  }

  /**
   * Starts a process of the scope, on a virtual thread. If the scope has been cancelled, by a
   * failure or by a {@link #close} that still waits for instance, the process does not run.
   *
   * @param body what it does
   * @return its thread; not started if the scope has been cancelled
   * @throws IllegalStateException if the scope is closed
   */
  public Thread spawn(Events.Body body) {
    Objects.requireNonNull(body, "body");
    Thread thread = Threads.make(() -> run(body));
    lock.lock();
    try {
      if (isClosed) {
        throw new IllegalStateException(
            this + " is closed; what is spawned in it must be spawned before");
      }
      thread.setName(name + "-" + ++spawned);
      if (!isCancelled) {
        start(thread);
      }
    } finally {
      lock.unlock();
    }
    return thread;
  }

  /**
   * Starts a process of the scope that computes a value.
   *
   * <pre>{@code
   * try (Scope scope = Scope.open("prices")) {
   *   Event<Integer> here = scope.fork(() -> 3);
   *   Event<Integer> there = scope.fork(() -> 4);
   *   int first = choose(here, there).sync();
   * }
   * }</pre>
   *
   * @param <T> what it computes
   * @param body what it does
   * @return the event of the value. If the process fails, so does the scope, and the event with the
   *     same failure, a checked one as the cause of a {@link
   *     java.util.concurrent.CompletionException}; if it is interrupted or does not run because the
   *     scope has been cancelled, the event throws a {@link
   *     java.util.concurrent.CancellationException}
   * @throws IllegalStateException if the scope is closed
   */
  @CheckReturnValue
  public <T> Event<T> fork(Maker<? extends T> body) {
    Objects.requireNonNull(body, "body");
    IVar<T> result = new IVar<>();
    Thread thread =
        spawn(() -> {
          try {
            result.put(body.make());
          } catch (InterruptedException cancelled) {
            result.fail(cancelled());
            throw cancelled;
          } catch (Throwable failure) {
            result.fail(failure);
            throw failure;
          }
        });
    if (thread.getState() == Thread.State.NEW) {
      result.fail(cancelled());
    }
    return result.getEvt();
  }

  private CancellationException cancelled() {
    return new CancellationException(this + " was cancelled before the process had its result");
  }

  private void start(Thread thread) {
    if (running.isEmpty()) {
      noneRuns = new IVar<>();
    }
    running.add(thread);
    try {
      thread.start();
    } catch (Throwable outOfMemory) {
      ended(thread);
      throw outOfMemory;
    }
  }

  private void run(Events.Body body) {
    try {
      body.run();
    } catch (InterruptedException interrupted) {
      // The interrupting thread wanted this one to end.
    } catch (Throwable thrown) {
      failed(thrown);
    } finally {
      ended(Thread.currentThread());
    }
  }

  private void failed(Throwable thrown) {
    lock.lock();
    try {
      if (failure == null) {
        failure = thrown;
        cancel();
      } else if (failure != thrown) {
        failure.addSuppressed(thrown);
      }
    } finally {
      lock.unlock();
    }
  }

  private void ended(Thread thread) {
    IVar<Void> over = null;
    lock.lock();
    try {
      running.remove(thread);
      if (running.isEmpty()) {
        over = noneRuns;
      }
    } finally {
      lock.unlock();
    }
    if (over != null) {
      // Without the lock: a woken waiter may be code of the program's that uses the scope.
      over.put(null);
    }
  }

  /**
   * The event that no process of the scope runs: ready before the first, and again when all have
   * ended, well or not. With a timeout in a {@code choose}, {@code join} with a time limit.
   *
   * @return the event
   */
  @CheckReturnValue
  public Event<Void> doneEvt() {
    return Events.guard(
        () -> "end of " + this,
        () -> {
          lock.lock();
          try {
            return noneRuns.getEvt();
          } finally {
            lock.unlock();
          }
        });
  }

  /**
   * Waits until no process of the scope runs, and throws the first failure, as it is, if there was
   * one. Failures are thrown once.
   *
   * @throws InterruptedException if the calling thread is interrupted before; the processes go on
   * @throws IllegalStateException if a process of the scope calls it, which would wait for itself,
   *     or the thread of an event loop does and would have to wait
   */
  public void join() throws InterruptedException {
    if (isOwnProcess()) {
      throw new IllegalStateException(
          "process "
              + Thread.currentThread().getName()
              + " of "
              + this
              + " would wait for its own end; join from outside, or open a scope for what it waits"
              + " for");
    }
    doneEvt().sync();
    throwFailure();
  }

  /**
   * Interrupts all processes, and lets no more run; does not wait. Cancelling twice is harmless.
   */
  public void cancel() {
    lock.lock();
    try {
      if (!isCancelled) {
        isCancelled = true;
        running.forEach(Thread::interrupt);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Cancels the scope, waits until no process of it runs, and throws the first failure unless
   * {@link #join} has. An interrupt does not end the wait; it is set again afterwards. Closing
   * twice is harmless.
   *
   * @throws WrongThreadException if another thread has opened the scope
   */
  @Override
  public void close() {
    if (Thread.currentThread() != owner) {
      throw new WrongThreadException(
          this
              + " was opened by "
              + owner
              + " and can be closed by no other thread; cancel() ends it");
    }
    cancel();
    awaitEnd();
    // Not before: a process that spawns another, while it is waited for, has made no mistake.
    lock.lock();
    try {
      isClosed = true;
    } finally {
      lock.unlock();
    }
    throwFailure();
  }

  private boolean isOwnProcess() {
    lock.lock();
    try {
      return running.contains(Thread.currentThread());
    } finally {
      lock.unlock();
    }
  }

  private void awaitEnd() {
    boolean interrupted = Thread.interrupted();
    while (true) {
      try {
        doneEvt().sync();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void throwFailure() {
    Throwable thrown;
    lock.lock();
    try {
      thrown = isThrown ? null : failure;
      isThrown = failure != null;
    } finally {
      lock.unlock();
    }
    if (thrown != null) {
      throw Failure.sneak(thrown);
    }
  }

  private static IVar<Void> written() {
    IVar<Void> variable = new IVar<>();
    variable.put(null);
    return variable;
  }

  @Override
  public String toString() {
    return "scope " + name;
  }
}
