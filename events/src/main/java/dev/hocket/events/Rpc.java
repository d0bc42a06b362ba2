package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.events.choice.Synchronizer;
import java.util.Objects;

/**
 * A procedure that clients call and a server carries out when it chooses to (Concurrent ML's simple
 * RPC). The server synchronises on {@link #entryEvt}, once for each call, alone or in a choice; or
 * it only calls {@link #serve}.
 *
 * <p>It ends like the {@link Channel} on which calls are sent; a call that was accepted before the
 * end returns as usual.
 *
 * @param <Q> the type of the argument
 * @param <R> the type of the result
 */
public final class Rpc<Q, R> {
  private final Channel<Call<Q, R>> calls;
  private final Action<? super Q, ? extends R> body;
  private final Event<Void> entry;

  private record Call<Q, R>(Q argument, IVar<R> reply) {}

  /**
   * Makes a procedure without a name.
   *
   * @param body the procedure's code, which runs on the server's thread; the call throws its
   *     exceptions, and the server continues
   */
  public Rpc(Action<? super Q, ? extends R> body) {
    this(new Channel<>(), body);
  }

  /**
   * Makes a procedure.
   *
   * @param name the procedure's name in messages
   * @param body the procedure's code, which runs on the server's thread; the call throws its
   *     exceptions, and the server continues
   */
  public Rpc(String name, Action<? super Q, ? extends R> body) {
    this(new Channel<>("of procedure " + Objects.requireNonNull(name, "name")), body);
  }

  private Rpc(Channel<Call<Q, R>> calls, Action<? super Q, ? extends R> body) {
    this.calls = calls;
    this.body = Objects.requireNonNull(body, "body");
    entry = calls.recvEvt().wrap(new CarryOut());
  }

  /** Carries out a call; the client waits for it, wherever the server lets it run. */
  private final class CarryOut implements AwaitedAction<Call<Q, R>, Void> {
    @Override
    public Void apply(Call<Q, R> call) throws InterruptedException {
      carryOut(call);
      return null;
    }

    @Override
    public void refuse(Call<Q, R> call, Throwable refusal) {
      call.reply().fail(refusal);
    }
  }

  /**
   * Calls the procedure and waits for its return.
   *
   * @param argument the argument
   * @return the procedure's result
   * @throws InterruptedException if the calling thread is interrupted; a call that the server has
   *     accepted continues
   * @throws IllegalStateException on the thread of an event loop, which would have to wait for the
   *     return; then nothing is called
   * @throws ChannelClosedException if the procedure is closed, or fails before the server accepts
   *     the call
   */
  @Awaitable
  public R call(Q argument) throws InterruptedException {
    return callEvt(argument).sync();
  }

  /**
   * {@link #call(Object)} in a handler that Hocket compiled, under {@code //#omp await(call(Q))}:
   * suspends the handler until the return, also on an event loop. A cancel of the handler withdraws
   * a call that the server has not accepted.
   *
   * @param argument the argument
   * @param handler the handler
   * @return the procedure's result
   * @throws InterruptedException as {@link #call(Object)} does
   */
  @SuppressWarnings("unchecked")
  public R call(Q argument, Coroutine handler) throws InterruptedException {
    if (!handler.canSuspend()) {
      return call(argument);
    }
    Synchronizer.refuseInterrupt();
    IVar<R> reply = new IVar<>();
    Event<Void> call = calls.sendEvt(new Call<>(argument, reply));
    return (R)
        Synchronizer.call("call of " + calls, call.branches(), reply.getEvt().branches(), handler);
  }

  /**
   * The event of a call. It commits when the server accepts the call, and yields the procedure's
   * result: a timeout beside it in a choice limits the wait for the server, not the call.
   *
   * <p>An event loop must not wait for the return. There {@code sync} of this event, alone or in a
   * choice, and {@link Event#syncThen} with a loop as its target throw an {@link
   * IllegalStateException} before anything is called. Use {@code callEvt(…).sTrans().aTap(loop,
   * returned -> …)} or {@link Event#toFuture} on a loop.
   *
   * @param argument the argument
   * @return the event
   */
  @CheckReturnValue
  public Event<R> callEvt(Q argument) {
    return Events.guard(
        () -> "call of " + calls,
        () -> {
          IVar<R> reply = new IVar<>();
          WaitingAction<Void, R> awaitReturn = accepted -> reply.get();
          return calls.sendEvt(new Call<>(argument, reply)).<R>wrap(awaitReturn);
        });
  }

  /**
   * The event of accepting a call and carrying it out. When the procedure has ended, and was not
   * closed with calls that still wait, it throws a {@link ChannelClosedException}. If a target that
   * should carry out the call refuses it, the call throws the refusal.
   *
   * @return the event
   */
  @CheckReturnValue
  public Event<Void> entryEvt() {
    return entry;
  }

  /**
   * Carries out calls, on the calling thread, until the procedure is closed and no call waits.
   *
   * @throws InterruptedException if the calling thread is interrupted; if that happened in a call,
   *     the call throws an {@link IllegalStateException}
   * @throws ChannelClosedException with the cause, if the procedure has failed
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  public void serve() throws InterruptedException {
    calls.forEach(this::carryOut);
  }

  /**
   * Closes the procedure: from now on calling fails with a {@link ChannelClosedException}. Calls
   * that wait can be accepted; then accepting fails too, and a server that waits fails at once.
   * Closing twice is harmless.
   *
   * <p>The server may finish the waiting calls. A server that wants no more calls uses {@link
   * #fail}; after a close, callers that wait would wait forever.
   */
  public void close() {
    calls.close();
  }

  /**
   * Fails the procedure at once: from now on calling and accepting fail with a {@link
   * ChannelClosedException} with the cause, and so do all calls that wait to be accepted.
   *
   * @param cause the reason
   */
  public void fail(Throwable cause) {
    calls.fail(cause);
  }

  private void carryOut(Call<Q, R> call) throws InterruptedException {
    R result;
    try {
      result = body.apply(call.argument());
    } catch (InterruptedException interrupt) {
      call.reply()
          .fail(new IllegalStateException("the server was interrupted in the call", interrupt));
      throw interrupt;
    } catch (Throwable thrown) {
      call.reply().fail(thrown);
      return;
    }
    call.reply().put(result);
  }

  /** Returns the procedure's name in messages. */
  @Override
  public String toString() {
    return calls.toString();
  }
}
