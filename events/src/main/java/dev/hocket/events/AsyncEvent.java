package dev.hocket.events;

import dev.hocket.core.Target;
import dev.hocket.events.choice.Branches;
import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Continuation;
import java.util.List;
import java.util.Objects;

/**
 * A communication in two halves (paper 4, section 4): its creation, which {@link #aSync} carries
 * out without waiting for a partner, and its consumption, by which a partner takes part later. Each
 * half has actions of its own: <em>post-creation</em> actions run on the creator's thread once the
 * communication is in place, <em>post-consumption</em> actions after it has been consumed, on a
 * virtual thread or a target.
 *
 * <p>Asynchronous and synchronous events meet on the same channels, in one queue.
 *
 * @param <A> the type of the value of {@link #aSync}, after the post-creation actions
 * @param <B> the type of the value that post-consumption actions get
 */
public abstract sealed class AsyncEvent<A, B>
    permits AsyncEvents.Trans,
        AsyncEvents.CreationWrapped,
        AsyncEvents.ConsumptionWrapped,
        AsyncEvents.Guarded,
        AsyncEvents.Nacked,
        AsyncEvents.ChosenAtCreation,
        AsyncEvents.ChosenAtConsumption,
        AsyncEvents.CalledBack {

  AsyncEvent() {}

  /**
   * Carries the creation out: puts the communication in place, on the calling thread and before it
   * returns, and runs the post-creation actions. If a partner waits, the communication happens at
   * once. It waits only in a guard, in a post-creation action, for room on a channel that limits
   * pending sends, and for the consumption of a {@link Events#sChoose}. {@link Channel#aSend} and
   * {@link Mailbox#send} have none of these and cannot be interrupted.
   *
   * <p>Communications that one thread puts in place one after the other are consumed in that order.
   *
   * <p>No thread exists for the communication until it has been consumed and there is a
   * post-consumption action to run. If such an action throws, the communication stands; the failure
   * goes to the uncaught handler of its thread or target.
   *
   * @return the result of the post-creation actions
   * @throws InterruptedException if the calling thread is interrupted while it waits; then nothing
   *     was put in place, unless a post-creation action threw it
   * @throws ChannelClosedException if the channel has ended, and no post-consumption action takes
   *     failures
   * @throws ChannelFullException if the channel limits pending sends and refuses one more
   * @throws IllegalStateException if this method would have to wait on the thread of an event loop,
   *     or a {@link WaitingAction} would, on that thread or as one that runs on a loop after the
   *     consumption; then nothing was put in place
   */
  @SuppressWarnings("unchecked")
  public final A aSync() throws InterruptedException {
    if (this instanceof AsyncEvents.Trans<?> trans && trans.operation() != null) {
      trans.operation().deposit();
      return null;
    }
    BranchCollector collector = new BranchCollector();
    BranchCollector.Offer taken = collector.one(this);
    Branches branches = collector.branches(taken);
    if (taken.isBlocking()) {
      return (A) Synchronizer.sync(branches);
    }
    Synchronizer.refuseCreationWaitsOnALoop(branches, taken.here());
    Synchronizer.deposit(branches);
    return (A) Continuation.run(taken.here(), null, branches.operation(0));
  }

  /**
   * Adds a post-creation action. It runs on the thread that calls {@link #aSync}, once the
   * communication is in place.
   *
   * @param <R> the type of the action's result
   * @param action the action
   * @return the event
   */
  @CheckReturnValue
  public final <R> AsyncEvent<R, B> sWrap(Action<? super A, ? extends R> action) {
    return new AsyncEvents.CreationWrapped<>(this, Objects.requireNonNull(action, "action"));
  }

  /**
   * Adds a post-creation action without a result: {@link #aSync} yields the same as before.
   *
   * @param effect called with the value
   * @return the event
   */
  @CheckReturnValue
  public final AsyncEvent<A, B> sTap(Effect<? super A> effect) {
    return sWrap(Event.keeping(effect));
  }

  /**
   * Adds a post-consumption action. It runs where the one before it ran; the first on a virtual
   * thread of its own, which inherits no thread-local variables.
   *
   * @param <R> the type of the action's result
   * @param action the action
   * @return the event
   */
  @CheckReturnValue
  public final <R> AsyncEvent<A, R> aWrap(Action<? super B, ? extends R> action) {
    return new AsyncEvents.ConsumptionWrapped<>(
        this, null, Objects.requireNonNull(action, "action"));
  }

  /**
   * Adds a post-consumption action that runs on a target, as do those added after it. A failure
   * goes to the target's uncaught handler. If the target refuses the action, the refusal goes to
   * the uncaught handler of the thread that would have handed it over, and to {@link #callbackEvt}.
   *
   * @param <R> the type of the action's result
   * @param target the target that runs the action
   * @param action the action
   * @return the event
   */
  @CheckReturnValue
  public final <R> AsyncEvent<A, R> aWrap(Target target, Action<? super B, ? extends R> action) {
    return new AsyncEvents.ConsumptionWrapped<>(
        this, Objects.requireNonNull(target, "target"), Objects.requireNonNull(action, "action"));
  }

  /**
   * Adds a post-consumption action without a result; actions added after it get the same value as
   * this one. It runs where {@link #aWrap(Action)} would.
   *
   * @param effect called with the value
   * @return the event
   */
  @CheckReturnValue
  public final AsyncEvent<A, B> aTap(Effect<? super B> effect) {
    return aWrap(Event.keeping(effect));
  }

  /**
   * Adds a post-consumption action without a result that runs on a target, as do those added after
   * it.
   *
   * @param target the target that runs the effect
   * @param effect called with the value
   * @return the event
   */
  @CheckReturnValue
  public final AsyncEvent<A, B> aTap(Target target, Effect<? super B> effect) {
    return aWrap(target, Event.keeping(effect));
  }

  /**
   * Makes a synchronous event that commits when this one is consumed (paper 4, section 4.1), so
   * that it can be a branch of {@link Events#choose}. Synchronising on it yields the result of the
   * post-creation actions; the post-consumption actions run as usual, hidden.
   *
   * @return the synchronous event
   */
  @CheckReturnValue
  public final Event<A> aTrans() {
    return new SyncEvents.Trans<>(this);
  }

  /**
   * Adds a callback (paper 4, section 4.1): creating the event yields a synchronous event that is
   * ready when this one has been consumed and its post-consumption actions have run. The function
   * then runs on the thread that synchronises on it; one synchronisation gets the value.
   *
   * <p>If the consumption fails, or a target refuses its actions, all synchronisations on the
   * callback throw the failure, or an {@link IllegalStateException} if an action was interrupted.
   * The same holds for the end of the channel, whenever it comes: if the channel has already ended,
   * {@link #aSync} does not throw, but yields a callback that does.
   *
   * @param <R> the type of the function's result
   * @param function the callback
   * @return the event
   */
  @CheckReturnValue
  public final <R> AsyncEvent<Event<R>, B> callbackEvt(Action<? super B, ? extends R> function) {
    Objects.requireNonNull(function, "function");
    return new AsyncEvents.Guarded<>(
        "callbackEvt",
        List.of(this),
        () -> {
          Channel<B> local = new Channel<>();
          return new AsyncEvents.CalledBack<>(this, local)
              .sWrap(created -> local.recvEvt().<R>wrap(function));
        });
  }

  /**
   * Adds a callback without a function: creating the event yields a synchronous event of the
   * outcome of its consumption. For a callback without a result use {@code
   * callbackEvt().aSync().tap(effect)}.
   *
   * @return the event
   */
  @CheckReturnValue
  public final AsyncEvent<Event<B>, B> callbackEvt() {
    return callbackEvt(outcome -> outcome);
  }

  /**
   * Describes the structure of the event in words.
   *
   * @return combinators and channels by their names, in some 200 characters at most
   */
  @Override
  public final String toString() {
    return this instanceof Composite composed ? Composite.words(composed) : super.toString();
  }

  /** Adds the offers of this event, of which {@code aChoose} takes one. */
  abstract void offer(
      BranchCollector collector,
      List<BranchCollector.Offer> offers,
      Continuation after,
      Continuation here)
      throws InterruptedException;

  /** Adds the branches by which one offer is consumed. */
  final void block(BranchCollector collector, Continuation after, Continuation here)
      throws InterruptedException {
    BranchCollector.Offer taken = collector.pick(this, after, here);
    if (!taken.isBlocking()) {
      collector.fork(taken.from(), taken.to(), taken.here());
    }
  }
}
