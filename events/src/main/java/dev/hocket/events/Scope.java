package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Completion;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Ends;
import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.threads.Threads;
import dev.hocket.events.waiting.Trace;
import java.util.HashSet;
import java.util.List;
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
 *       or cancelled. In the last three cases the remaining processes are interrupted, once.
 *   <li>A process fails by throwing anything; but an {@link InterruptedException} ends it quietly,
 *       as in {@link Events#spawn}. Failures after the first are suppressed in the first.
 *   <li>{@link #join} waits for all processes, {@code close} interrupts them and then waits for
 *       all; neither returns while one runs. A process that ignores its interrupt delays them.
 *   <li>The first failure is thrown unchanged by {@code join}, or by {@code close} if no {@code
 *       join} has thrown it.
 * </ol>
 *
 * <p>A scope that a process opens is nested: an interrupt of the process ends its wait there, and
 * leaving the inner scope first ends the inner scope's processes. So open it in a {@code try}: a
 * scope that is never closed continues after the outer scope has ended, as do the threads of {@link
 * Events#spawn}.
 *
 * <p>Post-consumption actions do not belong to a scope, wherever their event was created, because
 * the communication that starts them may happen long after the end of the scope. An action that
 * should belong to a scope spawns a process of it.
 *
 * <p>All methods may be called from any thread, except {@code close}. Only the thread that opened
 * the scope may call it and, if that is a thread of a {@link Target}, the target's other threads: a
 * handler that was suspended continues on any of them. On an event loop {@code join} and {@code
 * close} may not wait; a handler awaits them there ({@code //#omp await(join(), close())}).
 */
public final class Scope implements AutoCloseable {
  private final String name;
  private final Thread owner = Thread.currentThread();
  private final Target target = currentTarget();
  private final ReentrantLock lock = new ReentrantLock();

  // The lock guards these.
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
   * @param name the scope's name in messages; its threads have this name and a number
   * @return the scope, whose owner is the calling thread
   */
  public static Scope open(String name) {
    return new Scope(Objects.requireNonNull(name, "name"));
  }

  /**
   * Starts a process of the scope, on a virtual thread. If the scope has been cancelled, for
   * example by a failure or by a {@link #close} that still waits, the process does not run.
   *
   * @param body the code of the process
   * @return its thread; not started if the scope has been cancelled
   * @throws IllegalStateException if the scope is closed
   */
  public Thread spawn(Events.Body body) {
    Objects.requireNonNull(body, "body");
    Thread thread = Threads.make(Span.process(Trace::caller, () -> run(body)));
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
   * @param <T> the type of the value
   * @param body the code of the process
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
      // The interrupt asked this thread to end.
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
      // The lock is not held here, because a woken waiter may be code of the program that uses the
      // scope.
      over.put(null);
    }
  }

  /**
   * The event that no process of the scope runs: ready before the first process, and again when all
   * have ended, normally or by a failure. In a {@code choose} with a timeout it is a {@code join}
   * with a time limit.
   *
   * <p>Alone it throws a {@link dev.hocket.core.DeadlockException} if one of the processes waits
   * for the thread or block that synchronises, or is that thread. A choice may end otherwise, so it
   * waits.
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
            return noneRuns.getEvt(Ends.of("end of " + this, this::runningNow));
          } finally {
            lock.unlock();
          }
        });
  }

  /**
   * Waits until no process of the scope runs, and throws the first failure unchanged, if there was
   * one. Each failure is thrown once.
   *
   * @throws InterruptedException if the calling thread is interrupted before; the processes
   *     continue
   * @throws IllegalStateException if a process of the scope calls it, which would wait for itself,
   *     or if the thread of an event loop would have to wait
   * @throws dev.hocket.core.DeadlockException if a process of the scope waits for the block that
   *     calls it
   */
  @Awaitable
  public void join() throws InterruptedException {
    refuseOwnProcess();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a join of " + this);
    }
    awaitNone("join");
    throwFailure();
  }

  /**
   * {@link #join()} in a handler that Hocket compiled, under {@code //#omp await(join())}: suspends
   * the handler until no process of the scope runs.
   *
   * @param handler the handler
   * @throws InterruptedException as {@link #join()} does
   */
  public void join(Coroutine handler) throws InterruptedException {
    if (!handler.canSuspend()) {
      join();
      return;
    }
    refuseOwnProcess();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a join of " + this);
    }
    handler.await(noneRuns("join", false, this::throwFailure));
  }

  private void refuseOwnProcess() {
    if (isOwnProcess()) {
      throw new IllegalStateException(
          "process "
              + Thread.currentThread().getName()
              + " of "
              + this
              + " would wait for its own end; join from outside, or open a scope for what it waits"
              + " for");
    }
  }

  /** Interrupts all processes, and starts no more; does not wait. Cancelling twice is harmless. */
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
   * @throws WrongThreadException if another thread has opened the scope, and it is of no target or
   *     of another one
   * @throws dev.hocket.core.DeadlockException if a process of the scope waits for the block that
   *     calls it; then the scope has been cancelled, but is not closed
   */
  @Awaitable
  @Override
  public void close() {
    refuseOthers();
    cancel();
    awaitEnd();
    end();
  }

  /**
   * {@link #close()} in a handler that Hocket compiled, under {@code //#omp await(close())}:
   * cancels the scope, and suspends the handler until no process of it runs. A cancel of the
   * handler ends this wait; then the scope's processes may still be ending.
   *
   * @param handler the handler
   * @throws WrongThreadException as {@link #close()} does
   */
  public void close(Coroutine handler) {
    if (!handler.canSuspend()) {
      close();
      return;
    }
    refuseOthers();
    cancel();
    handler.await(noneRuns("close", Thread.interrupted(), this::end));
  }

  /**
   * The wait of a handler for the end of all processes.
   *
   * @param verb what waits
   * @param interrupted whether to interrupt the thread on which the handler continues
   * @param then runs there when they have ended
   */
  private Completion<?> noneRuns(String verb, boolean interrupted, Runnable then) {
    try {
      Event<Void> end =
          doneEvt()
              .wrap(done -> {
                then.run();
                return done;
              });
      return Ends.of(verb + " of " + this, this::runningNow)
          .completion(interrupted, Synchronizer.completion(end.branches()));
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void refuseOthers() {
    if (Thread.currentThread() != owner && (target == null || currentTarget() != target)) {
      throw new WrongThreadException(
          this
              + " was opened by "
              + owner
              + (target == null ? "" : ", a thread of " + target.name() + ",")
              + " and can be closed by no other thread; cancel() ends it");
    }
  }

  private static Target currentTarget() {
    return Targets.current().orElse(null);
  }

  private void end() {
    // Only after the wait: a process may spawn another one while the scope waits for it.
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
    try {
      while (true) {
        try {
          awaitNone("close");
          return;
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void awaitNone(String verb) throws InterruptedException {
    if (runningNow().isEmpty()) {
      return;
    }
    IVar<Void> hopeless = new IVar<>();
    Ends.of(verb + " of " + this, this::runningNow)
        .await(hopeless::fail, () -> Events.choose(doneEvt(), hopeless.getEvt()).sync());
  }

  private List<Thread> runningNow() {
    lock.lock();
    try {
      return List.copyOf(running);
    } finally {
      lock.unlock();
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
