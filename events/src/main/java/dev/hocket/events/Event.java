package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Target;
import dev.hocket.events.choice.Branch;
import dev.hocket.events.choice.Branches;
import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Continuation;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A communication that a program can pass around, combine with others and finally carry out with
 * {@link #sync} (paper 4, section 2). Making an event does nothing; one event may be synchronised
 * on any number of times, by any thread.
 *
 * <p>{@link Channel} and {@link Events} make events; {@link Events#choose} combines several into
 * one.
 *
 * <pre>{@code
 * Channel<String> requests = new Channel<>("requests");
 * Event<String> next = choose(
 *     requests.recvEvt(),
 *     timeOutEvt(Duration.ofSeconds(1)).wrap(none -> "nothing to do"));
 * String request = next.sync();
 * }</pre>
 *
 * @param <T> the type of the value that synchronising yields
 */
public abstract sealed class Event<T>
    permits Primitive,
        SyncEvents.Wrapped,
        SyncEvents.Noted,
        SyncEvents.Handled,
        SyncEvents.Guarded,
        SyncEvents.Nacked,
        SyncEvents.Chosen,
        SyncEvents.Trans {

  /**
   * The branches of the event, if they are always the same. The race is harmless, because the
   * fields of {@code Branches} are final.
   */
  private Branches prepared;

  Event() {}

  /**
   * Carries the event out: waits until one of its branches can communicate, commits to it and runs
   * its actions on the calling thread.
   *
   * <p>Either one branch communicates, or the interrupt is thrown; never both, and never more than
   * one. An interrupt after the commit stays set. This method throws the exceptions of actions.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before the commit, or in one
   *     of its guards or actions
   * @throws ChannelClosedException if the chosen branch is on a closed channel
   * @throws IllegalStateException if the thread of an event loop would have to wait, or a branch
   *     has a {@link WaitingAction} there; or if the calling thread would have to wait and 4,000
   *     threads of its worker already do. Then no branch has happened
   */
  @Awaitable
  @SuppressWarnings("unchecked")
  public final T sync() throws InterruptedException {
    Synchronizer.refuseInterrupt();
    return (T) carryOut();
  }

  /**
   * {@link #sync()} in a handler that Hocket compiled, under {@code //#omp await(sync())}: suspends
   * the handler where it would wait. Its actions run on the handler's target when the handler
   * continues. A cancel of the handler before the commit withdraws the event.
   *
   * @param handler the handler
   * @return the value
   * @throws InterruptedException as {@link #sync()} does
   */
  @SuppressWarnings("unchecked")
  public final T sync(Coroutine handler) throws InterruptedException {
    Objects.requireNonNull(handler, "handler");
    Synchronizer.refuseInterrupt();
    return (T) Synchronizer.sync(branches(), handler);
  }

  /**
   * Carries the event out if one of its branches can communicate now; never waits for one. It waits
   * only where its guards and actions do.
   *
   * @param taker gets the value, on the calling thread, after the commit
   * @return whether the event has happened
   * @throws InterruptedException if the calling thread is interrupted before the commit, or in one
   *     of its guards or actions
   * @throws ChannelClosedException if the chosen branch is on a closed channel
   */
  public final boolean poll(Effect<? super T> taker) throws InterruptedException {
    return Events.prefer(tap(taker).wrap(taken -> true), Events.alwaysEvt(false)).sync();
  }

  /**
   * Makes an event that fails if this one does not happen in time. In a choice, only this branch
   * fails; {@link Events#timeOutEvt} as a branch of its own limits the whole choice.
   *
   * @param time the time limit, counted from each synchronisation; with 0 or less the event happens
   *     at once or fails
   * @return the event; after the time it throws an {@link EventTimeoutException}, which {@link
   *     #wrapHandler} can handle
   */
  @CheckReturnValue
  public final Event<T> within(Duration time) {
    Event<T> tooLate =
        Events.timeOutEvt(time)
            .wrap(none -> {
              throw new EventTimeoutException(this, time);
            });
    return Events.prefer(this, tooLate);
  }

  /**
   * Makes an event with a post-synchronisation action, whose result it yields. The action runs on
   * the thread that synchronises, after the commit.
   *
   * @param <R> the type of the action's result
   * @param action the action
   * @return the event
   */
  @CheckReturnValue
  public final <R> Event<R> wrap(Action<? super T, ? extends R> action) {
    return new SyncEvents.Wrapped<>(this, Objects.requireNonNull(action, "action"));
  }

  /**
   * Makes an event with a post-synchronisation action without a result; it yields the value of this
   * event. The action runs on the thread that synchronises, after the commit.
   *
   * @param effect called with the value
   * @return the event
   */
  @CheckReturnValue
  public final Event<T> tap(Effect<? super T> effect) {
    return wrap(keeping(effect));
  }

  /** Makes an action that runs an effect and yields its argument. */
  static <V> Action<V, V> keeping(Effect<? super V> effect) {
    Objects.requireNonNull(effect, "effect");
    return value -> {
      effect.run(value);
      return value;
    };
  }

  /**
   * Makes an event that handles failures of this one: exceptions of its actions, and the end of its
   * channel. As in Concurrent ML, it does not handle failures of guards and of actions wrapped
   * around the result; nor an {@link InterruptedException}, which belongs to the thread.
   *
   * @param handler computes a value from the failure, or throws
   * @return the event
   */
  @CheckReturnValue
  public final Event<T> wrapHandler(Action<? super Throwable, ? extends T> handler) {
    return new SyncEvents.Handled<>(this, Objects.requireNonNull(handler, "handler"));
  }

  /**
   * Makes an asynchronous event whose consumption is this event (paper 4, section 4.1):
   * synchronising on it puts this event's communications in place and continues; the actions of
   * this event run when it is consumed, as post-consumption actions.
   *
   * @return the asynchronous event
   */
  @CheckReturnValue
  public final AsyncEvent<Void, T> sTrans() {
    return new AsyncEvents.Trans<>(this);
  }

  /**
   * Carries the event out without waiting. After the commit, its actions and the given effect run
   * as a block on a target, never in the middle of a call of this method or of the partner's. So an
   * event loop can take part in any protocol. A failure goes to the target's uncaught handler,
   * except that of a channel that has already ended, which is thrown here. Guards run on the
   * calling thread.
   *
   * <p>Actions of the event that wait, as those of {@link Rpc#callEvt} do for the return, would
   * wait on the target. If that is an event loop, an event with a {@link WaitingAction} is refused.
   * For these, {@code sTrans().aTap(target, effect)} runs only the effect there.
   *
   * <p>Blocks of one thread's communications reach the target in the order of these. If the target
   * refuses a block, as one with a full bounded queue does, the block is lost with the value; the
   * refusal goes to the uncaught handler of the thread that completed the communication. The target
   * of a socket's event must not refuse: the synchronisation that commits to the event has the only
   * turn to read, write or accept.
   *
   * @param target the target that runs the actions and the effect
   * @param effect called with the value
   * @return the pending synchronisation, which can be withdrawn
   * @throws InterruptedException if the calling thread is interrupted in a guard, or while it waits
   *     for room on a channel that limits pending sends; an event loop does not wait for that, but
   *     throws an {@link IllegalStateException}
   * @throws ChannelClosedException if the channel has ended, and no action takes failures
   * @throws ChannelFullException if the channel limits pending sends and refuses one more
   * @throws IllegalStateException if an action would wait on an event loop; then nothing was put in
   *     place
   */
  public final Pending syncThen(Target target, Effect<? super T> effect)
      throws InterruptedException {
    Objects.requireNonNull(target, "target");
    BranchCollector collector = new BranchCollector();
    collector.all(this, new ActionStep(keeping(effect), null));
    collector.move(target);
    return new Pending(Synchronizer.deposit(collector.branches()));
  }

  /**
   * Carries the event out without waiting, except for room on a channel that limits pending sends,
   * and in a guard. The future gets the value, or the exception of an action, or the end of a
   * channel. Actions of the event run on a virtual thread, and so do actions that depend on the
   * future unless it is complete by then: none of this delays a partner or a timer.
   *
   * <p>Cancelling the future withdraws the event if it has not happened, and so does completing it
   * by other means, such as {@code orTimeout}: no value is lost in a completed future. If the event
   * has happened, these calls have no effect and return false. A {@code get} whose time is over,
   * and the end of a future made from this one, as by {@code thenApply} or {@code anyOf}, complete
   * nothing here: the event stays in place, and takes a value. Guards run on the calling thread.
   *
   * @return the future
   * @throws InterruptedException if the calling thread is interrupted in a guard, or while it waits
   *     for room
   * @throws ChannelFullException if the channel limits pending sends and refuses one more
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  public final CompletableFuture<T> toFuture() throws InterruptedException {
    EventFuture<T> future = new EventFuture<>();
    BranchCollector collector = new BranchCollector();
    collector.all(
        this,
        new Continuation.Apart(new Continuation.Quick(future::settle, new Continuation.Drop())));
    future.follow(Synchronizer.deposit(collector.branches()));
    return future;
  }

  /**
   * Describes the structure of the event in words.
   *
   * @return combinators and channels by their names, in some 200 characters at most
   */
  @Override
  public String toString() {
    return this instanceof Composite composed ? Composite.words(composed) : super.toString();
  }

  /** Waits for one branch and runs its steps. */
  Object carryOut() throws InterruptedException {
    return Synchronizer.sync(branches());
  }

  /** Adds the branches to a synchronisation, each with its steps before the given ones. */
  abstract void collect(BranchCollector collector, Continuation then) throws InterruptedException;

  /** Returns the branches, after the guards have run. */
  final Branches branches() throws InterruptedException {
    Branches known = prepared;
    return known == null ? collect() : known;
  }

  /**
   * Returns the branch that this event always is, with its steps before the given ones; or null.
   */
  Branch branch(Continuation then) {
    return null;
  }

  /** Returns the branches if they are always the same and quickly found; or null. */
  Branches simply() {
    Branch branch = branch(null);
    return branch == null ? null : new Branches(new Branch[] {branch}, Branches.NO_NACKS, null);
  }

  private Branches collect() throws InterruptedException {
    Branches simple = simply();
    if (simple != null) {
      prepared = simple;
      return simple;
    }
    BranchCollector collector = new BranchCollector();
    collector.all(this, null);
    Branches branches = collector.branches();
    if (collector.isStatic()) {
      prepared = branches;
    }
    return branches;
  }
}
