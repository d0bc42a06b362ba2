package dev.hocket.events;

import java.util.Objects;

/**
 * A procedure that clients call and a server carries out when it wants to (Concurrent ML's simple
 * RPC). The server synchronises on {@link #entryEvt}, once for each call, alone or in a choice; or
 * it does nothing else, and calls {@link #serve}.
 *
 * <p>It ends as a {@link Channel} does on which calls are sent; a call that was accepted before
 * returns as ever.
 *
 * @param <Q> what a call is given
 * @param <R> what it returns
 */
public final class Rpc<Q, R> {
  private final Channel<Call<Q, R>> calls;
  private final Action<? super Q, ? extends R> body;
  private final Event<Void> entry;

  private record Call<Q, R>(Q argument, IVar<R> reply) {}

  /**
   * Makes a procedure without a name.
   *
   * @param body what it does, on the server's thread; what it throws, the call throws, and the
   *     server goes on
   */
  public Rpc(Action<? super Q, ? extends R> body) {
    this(new Channel<>(), body);
  }

  /**
   * Makes a procedure.
   *
   * @param name what messages call it
   * @param body what it does, on the server's thread; what it throws, the call throws, and the
   *     server goes on
   */
  public Rpc(String name, Action<? super Q, ? extends R> body) {
    this(new Channel<>("of procedure " + Objects.requireNonNull(name, "name")), body);
  }

  private Rpc(Channel<Call<Q, R>> calls, Action<? super Q, ? extends R> body) {
    this.calls = calls;
    this.body = Objects.requireNonNull(body, "body");
    entry = calls.recvEvt().wrap(new CarryOut());
  }

  /** The client waits for it, wherever the server wants it to run. */
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
   * @param argument what it is given
   * @return what it returns
   * @throws InterruptedException if the calling thread is interrupted; a call that the server has
   *     accepted goes on
   * @throws IllegalStateException on the thread of an event loop, which would have to wait for the
   *     return; then nothing is called
   * @throws ChannelClosedException if the procedure is closed, or fails before the server accepts
   *     the call
   */
  public R call(Q argument) throws InterruptedException {
    return callEvt(argument).sync();
  }

  /**
   * The event of a call. It commits when the server accepts the call, and yields what the procedure
   * returns: a timeout that stands beside it in a choice bounds the wait for the server, not the
   * call.
   *
   * <p>An event loop must not wait for the return: there {@code sync} of it, alone or in a choice,
   * is refused with an {@link IllegalStateException} before anything is called, and {@link
   * Event#syncThen} on a loop is. {@code callEvt(…).sTrans().aTap(loop, returned -> …)} and {@link
   * Event#toFuture} are not.
   *
   * @param argument what it is given
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
   * closed with calls that still wait, it throws a {@link ChannelClosedException}. If it is to be
   * carried out on a target that refuses it, the call throws the refusal.
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
   * @throws InterruptedException if the calling thread is interrupted; if it was in a call, that
   *     throws an {@link IllegalStateException}
   * @throws ChannelClosedException with the cause, if the procedure has failed
   * @throws IllegalStateException if it would have to wait on the thread of an event loop
   */
  public void serve() throws InterruptedException {
    calls.forEach(this::carryOut);
  }

  /**
   * Ends the procedure in good order: from now on calling fails with a {@link
   * ChannelClosedException}. Calls that wait can be accepted; then accepting fails too, and a
   * server that waits fails at once. Closing twice is harmless.
   *
   * <p>It lets the server finish. A server that wants no more calls {@link #fail}: callers that
   * wait would wait for ever.
   */
  public void close() {
    calls.close();
  }

  /**
   * Ends the procedure at once: from now on calling and accepting fail with a {@link
   * ChannelClosedException} with the cause, and all calls that wait to be accepted do.
   *
   * @param cause why
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

  /** What messages call it. */
  @Override
  public String toString() {
    return calls.toString();
  }
}
