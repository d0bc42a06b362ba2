package dev.hocket.events;

import dev.hocket.core.Block;
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
   * @param value its value
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> alwaysEvt(T value) {
    return new Primitive<>(new Always(value));
  }

  /**
   * The event that never happens.
   *
   * @param <T> the type of the value there will not be
   * @return the event
   */
  @SuppressWarnings("unchecked")
  @CheckReturnValue
  public static <T> Event<T> never() {
    return (Event<T>) NEVER;
  }

  /**
   * An event that is made when it is synchronised on: pre-synchronisation actions. The guards of
   * all branches of a choice run, from left to right, before any branch is tried.
   *
   * @param <T> the type of the value
   * @param maker makes the event, on the thread that synchronises; what it throws, {@code sync}
   *     throws, and no branch has happened
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> guard(Maker<? extends Event<? extends T>> maker) {
    return guard(() -> "guard", Objects.requireNonNull(maker, "maker"));
  }

  /** A guard of the library itself, with a name for messages; it runs no code of the program. */
  static <T> Event<T> guard(Supplier<String> what, Maker<? extends Event<? extends T>> maker) {
    return new SyncEvents.Guarded<>(what, maker);
  }

  /**
   * A guard that can learn that its event lost: it is given another event, the <em>nack</em>, which
   * can happen from when another branch has been chosen, the synchronisation was interrupted, or
   * any of its guards has thrown, the given one included; and never once the event was chosen.
   *
   * @param <T> the type of the value
   * @param maker makes the event of the nack, on the thread that synchronises
   * @return the event
   */
  @CheckReturnValue
  public static <T> Event<T> withNack(Action<Event<Void>, ? extends Event<? extends T>> maker) {
    return new SyncEvents.Nacked<>(Objects.requireNonNull(maker, "maker"));
  }

  /**
   * One of several events. If some can happen now, each of these is taken with the same
   * probability; if none can, the first that can. Its branches never communicate with one another.
   * A choice in a choice is part of it; a choice of no events never happens.
   *
   * <p>Waiting costs time and memory in proportion to the number of branches; the losers leave
   * nothing behind.
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
   * {@link #choose(Event...)} of a list.
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
   * One of several events, the earlier before the later: of those that can happen now, the earliest
   * is taken; if none can, the first that can. A partner that comes later, with a choice of what
   * meets several of its branches, decides which of them it is. Inside a {@link #choose(Event...)},
   * where it stands is left to chance, but its branches keep their order.
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
   * {@link #prefer(Event...)} of a list.
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
   * @return the value of the one taken
   * @throws InterruptedException as {@link Event#sync}
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is copied, not kept.
  public static <T> T select(Event<? extends T>... events) throws InterruptedException {
    return new SyncEvents.Chosen<T>(events.clone(), true).sync();
  }

  /**
   * An asynchronous event that has been consumed as soon as it is created.
   *
   * @param <B> the type of the value
   * @param value what its post-consumption actions get
   * @return the event
   */
  @CheckReturnValue
  public static <B> AsyncEvent<Void, B> aAlwaysEvt(B value) {
    return alwaysEvt(value).sTrans();
  }

  /**
   * An asynchronous event that can be created and is never consumed.
   *
   * @param <B> the type of the value there will not be
   * @return the event
   */
  @CheckReturnValue
  public static <B> AsyncEvent<Void, B> aNever() {
    return Events.<B>never().sTrans();
  }

  /**
   * An asynchronous event that is made when it is synchronised on: pre-creation actions.
   *
   * @param <A> what its creation yields
   * @param <B> what its consumption yields
   * @param maker makes the event, on the creator's thread
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aGuard(Maker<? extends AsyncEvent<A, B>> maker) {
    Objects.requireNonNull(maker, "maker");
    return new AsyncEvents.Guarded<>("aGuard", List.of(), maker);
  }

  /**
   * {@link #aGuard} with a nack, which happens if its event is not chosen: by {@link #aChoose} for
   * creation, by {@link #sChoose} or {@link #choose(Event...)} for consumption, or because a guard
   * has thrown, the synchronisation was interrupted before, or its channel had no room.
   *
   * @param <A> what its creation yields
   * @param <B> what its consumption yields
   * @param maker makes the event of the nack, on the creator's thread
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aWithNack(
      Action<Event<Void>, ? extends AsyncEvent<A, B>> maker) {
    return new AsyncEvents.Nacked<>(Objects.requireNonNull(maker, "maker"));
  }

  /**
   * One of several asynchronous events, each with the same probability, whether there is a partner
   * or not: creation never waits (paper 4, figure 7). The others put nothing in place. An {@code
   * aChoose} in an {@code aChoose} is part of it.
   *
   * @param <A> what its creation yields
   * @param <B> what its consumption yields
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
   * {@link #aChoose(AsyncEvent...)} of a list.
   *
   * @param <A> what its creation yields
   * @param <B> what its consumption yields
   * @param events the events; at least one
   * @return the event
   */
  @CheckReturnValue
  public static <A, B> AsyncEvent<A, B> aChoose(List<? extends AsyncEvent<A, B>> events) {
    return new AsyncEvents.ChosenAtCreation<>(events.toArray(AsyncEvent<?, ?>[]::new));
  }

  /**
   * One of several asynchronous events, whichever is consumed first: creation waits for it. Then
   * its post-creation actions run; the others leave nothing in place (paper 4, section 4.1).
   *
   * @param <A> what its creation yields
   * @param <B> what its consumption yields
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
   * {@link #sChoose(AsyncEvent...)} of a list.
   *
   * @param <A> what its creation yields
   * @param <B> what its consumption yields
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
   * @param body what it does; it may communicate
   * @return the thread, which has been started; an interrupt that reaches the body ends it quietly
   */
  public static Thread spawn(Body body) {
    Objects.requireNonNull(body, "body");
    Thread thread =
        Threads.make(() -> {
          try {
            body.run();
          } catch (InterruptedException interrupted) {
            // The interrupting thread wanted this one to end.
          }
        });
    thread.start();
    return thread;
  }

  /** The body of a thread of {@link #spawn}. */
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
   * thread; one that loses a choice is forgotten at once.
   *
   * @param time how long it takes; 0 or less is over at once
   * @return the event
   */
  @CheckReturnValue
  public static Event<Void> timeOutEvt(Duration time) {
    return new Primitive<>(new Timeout(Objects.requireNonNull(time, "time")));
  }

  /**
   * The event that the system's clock shows a time. A clock that is set is noticed within ten
   * seconds.
   *
   * @param instant the time
   * @return the event; ready from then on
   */
  @CheckReturnValue
  public static Event<Void> atTimeEvt(Instant instant) {
    return new Primitive<>(new Timeout(Objects.requireNonNull(instant, "instant")));
  }

  /**
   * The event that a thread has ended. From the first synchronisation on, a thread of the library's
   * own waits for that end, one for all synchronisations; it is a virtual one, but before Java 24
   * it is a platform thread if the other is.
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
   * <p>However often it is synchronised on, a future keeps one listener for all.
   *
   * @param <T> what the future holds
   * @param future the future
   * @return the event; ready from then on
   */
  @CheckReturnValue
  public static <T> Event<T> futureEvt(CompletableFuture<T> future) {
    return Completions.complete(future);
  }

  /**
   * A report of all that is being waited for: for every channel with a name, each waiting send and
   * receive with its thread and branch, and each wait for time; while tracing is on, for all
   * channels and variables made since then, and with the places in the program where the waits
   * began.
   *
   * @return some lines of text; each port is looked at by itself, at its own instant
   */
  public static String dump() {
    return Registry.dump(Timers.shared().waiters());
  }

  /**
   * Switches tracing, which the system property {@code hocket.events.trace} switches on from the
   * beginning: each waiter remembers where it began to wait, at the cost of a stack walk.
   *
   * @param on whether waits that begin from now on remember it
   */
  public static void setTracing(boolean on) {
    Trace.set(on);
  }

  /**
   * Sets the factory of the threads of {@link #spawn} and of post-consumption actions: for tests
   * that schedule threads themselves.
   *
   * @param factory makes threads; null for virtual ones
   */
  public static void setThreadFactory(ThreadFactory factory) {
    Threads.use(factory);
  }
}
