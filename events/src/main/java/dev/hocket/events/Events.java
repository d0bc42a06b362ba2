package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Block;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.events.choice.Always;
import dev.hocket.events.choice.Never;
import dev.hocket.events.threads.Threads;
import dev.hocket.events.timers.Timeout;
import dev.hocket.events.timers.Timers;
import dev.hocket.events.waiting.Registry;
import dev.hocket.events.waiting.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * The combinators of events, under the names of paper 4 (figure 1 and section 4.1); import them
 * statically. Combinators of a single event are methods of {@link Event} and {@link AsyncEvent};
 * the events of a channel are made by methods of {@link Channel}.
 */
public final class Events {
  private static final Event<?> NEVER = new Primitive<>(Never.INSTANCE);

  private Events() {}

  /**
   * An event that can always happen.
   *
   * @param <T> the type of the value
   * @param value the event's value
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> alwaysEvt(T value) {
    return new Primitive<>(new Always(value));
  }

  /**
   * The event that never happens.
   *
   * @param <T> the type of the value that never comes
   * @return the event
   */
  @SuppressWarnings("unchecked")
  @CheckReturnValue
  public static <T> Event<T> never() {
    return (Event<T>) NEVER;
  }

  /**
   * Makes an event that is made when it is synchronised on: pre-synchronisation actions. The guards
   * of all branches of a choice run, from left to right, before any branch is tried.
   *
   * @param <T> the type of the value
   * @param maker makes the event, on the thread that synchronises; if it throws, {@code sync}
   *     throws the exception, and no branch has happened
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> guard(Maker<? extends Event<? extends T>> maker) {
    return guard(() -> "guard", Objects.requireNonNull(maker, "maker"));
  }

  /**
   * Makes a guard of the library itself, with a name for messages; it runs no code of the program.
   */
  static <T> Event<T> guard(Supplier<String> what, Maker<? extends Event<? extends T>> maker) {
    return new SyncEvents.Guarded<>(what, maker);
  }

  /**
   * Makes a guard that can learn that its event was not chosen. It gets another event, the
   * <em>nack</em>, which can happen once another branch has been chosen, the synchronisation was
   * interrupted, or one of its guards, including this one, has thrown; and never if the event was
   * chosen.
   *
   * @param <T> the type of the value
   * @param maker makes the event from the nack, on the thread that synchronises
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> withNack(Action<Event<Void>, ? extends Event<? extends T>> maker) {
    return new SyncEvents.Nacked<>(Objects.requireNonNull(maker, "maker"));
  }

  /**
   * Makes a choice of several events. If some can happen now, each of these is taken with the same
   * probability; if none can, the first that becomes possible is taken. The branches of a choice
   * never communicate with one another. A choice in a choice is part of it; a choice of no events
   * never happens.
   *
   * <p>Waiting costs time and memory in proportion to the number of branches; branches that are not
   * chosen leave nothing behind.
   *
   * @param <T> the type of the value
   * @param events the branches; they may use the same channel, for sending and receiving
   * @return the event
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is copied, not kept.
  @CheckReturnValue
  public static <T> Event<T> choose(Event<? extends T>... events) {
    return new SyncEvents.Chosen<>(events.clone(), true);
  }

  /**
   * Makes a choice of the events in a list, as {@link #choose(Event...)}.
   *
   * @param <T> the type of the value
   * @param events the branches
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> choose(List<? extends Event<? extends T>> events) {
    return new SyncEvents.Chosen<>(events.toArray(Event<?>[]::new), true);
  }

  /**
   * Makes a choice that prefers earlier branches: of those that can happen now, the earliest is
   * taken; if none can, the first that becomes possible. If a partner that arrives later is a
   * choice that meets several branches, the partner decides which of them is taken. Inside a {@link
   * #choose(Event...)}, its position is random, but its branches keep their order.
   *
   * @param <T> the type of the value
   * @param events the branches
   * @return the event
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is copied, not kept.
  @CheckReturnValue
  public static <T> Event<T> prefer(Event<? extends T>... events) {
    return new SyncEvents.Chosen<>(events.clone(), false);
  }

  /**
   * Makes a choice of the events in a list, as {@link #prefer(Event...)}.
   *
   * @param <T> the type of the value
   * @param events the branches
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> prefer(List<? extends Event<? extends T>> events) {
    return new SyncEvents.Chosen<>(events.toArray(Event<?>[]::new), false);
  }

  /**
   * Synchronises on the choice of several events.
   *
   * @param <T> the type of the value
   * @param events the branches
   * @return the value of the chosen event
   * @throws InterruptedException as for {@link Event#sync}
   */
  @Awaitable
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is copied, not kept.
  public static <T> T select(Event<? extends T>... events) throws InterruptedException {
    return new SyncEvents.Chosen<T>(events.clone(), true).sync();
  }

  /**
   * {@link #select(Event...)} in a handler that Hocket compiled, under {@code //#omp await}; see
   * {@link Event#sync(Coroutine)}.
   *
   * @param <T> the type of the value
   * @param events the branches
   * @param handler the handler
   * @return the value of the one taken
   * @throws InterruptedException as the method without a handler does
   */
  public static <T> T select(Event<? extends T>[] events, Coroutine handler)
      throws InterruptedException {
    return new SyncEvents.Chosen<T>(events.clone(), true).sync(handler);
  }

  /**
   * An asynchronous event that has been consumed as soon as it is created.
   *
   * @param <B> the type of the value
   * @param value the value for its post-consumption actions
   * @return the event
   */
  @CheckReturnValue
  public static <B> AsyncEvent<Void, B> aAlwaysEvt(B value) {
    return alwaysEvt(value).sTrans();
  }

  /**
   * Makes an asynchronous event that can be created and is never consumed.
   *
   * @param <B> the type of the value that never comes
   * @return the event
   */
  @CheckReturnValue
  public static <B> AsyncEvent<Void, B> aNever() {
    return Events.<B>never().sTrans();
  }

  /**
   * Makes an asynchronous event that is made when it is synchronised on: pre-creation actions.
   *
   * @param <A> the type of the value that its creation yields
   * @param <B> the type of the value that its consumption yields
   * @param maker makes the event, on the creator's thread
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aGuard(Maker<? extends AsyncEvent<A, B>> maker) {
    Objects.requireNonNull(maker, "maker");
    return new AsyncEvents.Guarded<>("aGuard", List.of(), maker);
  }

  /**
   * Makes a guard with a nack, as {@link #aGuard} does without one. The nack happens if its event
   * is not chosen: by {@link #aChoose} for creation, by {@link #sChoose} or {@link
   * #choose(Event...)} for consumption, or because a guard has thrown, the synchronisation was
   * interrupted before, or its channel had no room.
   *
   * @param <A> the type of the value that its creation yields
   * @param <B> the type of the value that its consumption yields
   * @param maker makes the event from the nack, on the creator's thread
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aWithNack(
      Action<Event<Void>, ? extends AsyncEvent<A, B>> maker) {
    return new AsyncEvents.Nacked<>(Objects.requireNonNull(maker, "maker"));
  }

  /**
   * Makes a random choice of several asynchronous events, each with the same probability, whether
   * there is a partner or not: creation never waits (paper 4, figure 7). The others put nothing in
   * place. An {@code aChoose} in an {@code aChoose} is part of it.
   *
   * @param <A> the type of the value that its creation yields
   * @param <B> the type of the value that its consumption yields
   * @param events the events; at least one
   * @return the event
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is copied, not kept.
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aChoose(AsyncEvent<A, B>... events) {
    return new AsyncEvents.ChosenAtCreation<>(events.clone());
  }

  /**
   * Makes a random choice of the events in a list, as {@link #aChoose(AsyncEvent...)}.
   *
   * @param <A> the type of the value that its creation yields
   * @param <B> the type of the value that its consumption yields
   * @param events the events; at least one
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aChoose(List<? extends AsyncEvent<A, B>> events) {
    return new AsyncEvents.ChosenAtCreation<>(events.toArray(AsyncEvent<?, ?>[]::new));
  }

  /**
   * Makes a choice of several asynchronous events that takes the one consumed first: creation waits
   * for it. Then its post-creation actions run; the others leave nothing in place (paper 4, section
   * 4.1).
   *
   * @param <A> the type of the value that its creation yields
   * @param <B> the type of the value that its consumption yields
   * @param events the events
   * @return the event
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is copied, not kept.
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> sChoose(AsyncEvent<A, B>... events) {
    return new AsyncEvents.ChosenAtConsumption<>(events.clone());
  }

  /**
   * Makes a choice of the events in a list, as {@link #sChoose(AsyncEvent...)}.
   *
   * @param <A> the type of the value that its creation yields
   * @param <B> the type of the value that its consumption yields
   * @param events the events
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> sChoose(List<? extends AsyncEvent<A, B>> events) {
    return new AsyncEvents.ChosenAtConsumption<>(events.toArray(AsyncEvent<?, ?>[]::new));
  }

  /**
   * Starts a virtual thread.
   *
   * @param body the code of the thread; it may communicate
   * @return the thread, which has been started; an interrupt that reaches the body ends it quietly
   */
  public static Thread spawn(Body body) {
    Objects.requireNonNull(body, "body");
    Thread thread =
        Threads.make(
            Span.process(
                Trace::caller,
                () -> {
                  try {
                    body.run();
                  } catch (InterruptedException interrupted) {
                    // The interrupt asked this thread to end.
                  }
                }));
    thread.start();
    return thread;
  }

  /**
   * Starts a process that is a handler: where its body awaits ({@code //#omp await(recv())}) it
   * needs no thread, so there may be many more of them than threads. In between it runs on the
   * target. Like every block it keeps the program running until it ends. Without Hocket the body
   * waits, and occupies a thread of the target meanwhile.
   *
   * <pre>{@code
   * Channel<Integer> numbers = new Channel<>("numbers");
   * Channel<Integer> squares = new Channel<>("squares");
   * Target worker = Targets.of("worker");
   * Block process = spawn(worker, () -> {
   *   //#omp await(recv())
   *   int n = numbers.recv();
   *   //#omp await(send(T))
   *   squares.send(n * n);
   * });
   * }</pre>
   *
   * @param target the target; a process spawned on one of its threads is queued there
   * @param body the code of the process
   * @return its block: {@link #doneEvt} is the event of its end, and {@link Block#cancel} ends it
   *     quietly where it awaits. Its failure goes to the target's uncaught handler
   * @throws java.util.concurrent.RejectedExecutionException if the target accepts no more blocks
   */
  public static Block spawn(Target target, AsyncBody body) {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(body, "body");
    return target.spawn(Trace.caller(), Coroutine.body(body::run));
  }

  /** The body of a process that {@link #spawn(Target, AsyncBody)} starts; it may await. */
  @FunctionalInterface
  public interface AsyncBody {
    /**
     * Runs the body.
     *
     * @throws InterruptedException if its thread is interrupted
     */
    @Awaitable
    void run() throws InterruptedException;

    /**
     * {@link #run()} in a handler; a body that awaits, compiled by Hocket, overrides it.
     *
     * @param handler the handler
     * @throws InterruptedException as {@link #run()} does
     */
    default void run(Coroutine handler) throws InterruptedException {
      run();
    }
  }

  /** The body of a thread of {@link #spawn(Body)}. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs the body.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void run() throws InterruptedException;
  }

  /**
   * The event that a time has passed, counted from each synchronisation on it. All timers share one
   * thread; a timer that is not chosen is removed at once.
   *
   * @param time the time; 0 or less is over at once
   * @return the event
   */
  @CheckReturnValue
  public static Event<Void> timeOutEvt(Duration time) {
    return new Primitive<>(new Timeout(Objects.requireNonNull(time, "time")));
  }

  /**
   * The event that the system's clock has reached a time. A change of the clock is noticed within
   * ten seconds.
   *
   * @param instant the time
   * @return the event; ready from then on
   */
  @CheckReturnValue
  public static Event<Void> atTimeEvt(Instant instant) {
    return new Primitive<>(new Timeout(Objects.requireNonNull(instant, "instant")));
  }

  /**
   * The event that a thread has ended. From the first synchronisation on, one thread of the library
   * waits for that end, for all synchronisations. It is a virtual thread, or before Java 24 a
   * platform thread if the other thread is one.
   *
   * <p>Alone it throws a {@link dev.hocket.core.DeadlockException} if the thread waits for the
   * thread or block that synchronises, or is that thread. A choice may end otherwise, so it waits.
   *
   * @param thread the thread; one that has not been started counts as ended
   * @return the event; ready from then on
   */
  @CheckReturnValue
  public static Event<Void> joinEvt(Thread thread) {
    return Completions.ended(thread);
  }

  /**
   * The event that a block of a target has ended, in whatever way.
   *
   * <p>Alone it throws a {@link dev.hocket.core.DeadlockException} if the block waits for the
   * thread or block that synchronises, or is that block. A choice may end otherwise, so it waits.
   *
   * @param block the block
   * @return the event; it yields the block, whose state and failure show how it ended
   */
  @CheckReturnValue
  public static Event<Block> doneEvt(Block block) {
    return Completions.done(block).wrap(done -> block);
  }

  /**
   * The event that a future is complete. If it has failed, the branch fails with a {@link
   * java.util.concurrent.CompletionException} of the cause, as {@code join} does; if it was
   * cancelled, the cause is the {@link java.util.concurrent.CancellationException}.
   *
   * <p>A future keeps one listener for all synchronisations.
   *
   * @param <T> the type of the future's value
   * @param future the future
   * @return the event; ready from then on
   */
  @CheckReturnValue
  public static <T> Event<T> futureEvt(CompletableFuture<T> future) {
    return Completions.complete(future);
  }

  /**
   * Reports all waits: for every channel with a name, each waiting send and receive with its thread
   * and branch, and each wait for time; while tracing is on, for all channels and variables made
   * since then, and with the places in the program where the waits began.
   *
   * @return some lines of text; each port is read by itself, at its own instant
   */
  public static String dump() {
    return Registry.dump(Timers.shared().waiters());
  }

  /**
   * Switches tracing, which the system property {@code hocket.events.trace} switches on from the
   * beginning: each waiter records where it began to wait, at the cost of a stack walk.
   *
   * @param on whether waits that begin from now on record their places
   */
  public static void setTracing(boolean on) {
    Trace.set(on);
  }

  /**
   * Sets the factory of the threads of {@link #spawn(Body)} and of post-consumption actions: for
   * tests that schedule threads themselves.
   *
   * @param factory makes threads; null for virtual ones
   */
  public static void setThreadFactory(ThreadFactory factory) {
    Threads.use(factory);
  }
}
