package dev.hocket.events;

import java.util.Objects;

/**
 * A procedure that clients call and a server carries out when it wants to (Concurrent ML's simple
 * RPC). The server synchronises on {@link #entryEvt}, once for each call, alone or in a choice.
 *
 * @param <Q> what a call is given
 * @param <R> what it returns
 */
public final class Rpc<Q, R> {
  private final Channel<Call<Q, R>> calls = new Channel<>();
  private final Event<Void> entry;

  private record Call<Q, R>(Q argument, IVar<R> reply) {}

  /**
   * Makes a procedure.
   *
   * @param body what it does, on the server's thread; what it throws, the call throws, and the
   *     server goes on
   */
  public Rpc(Action<? super Q, ? extends R> body) {
    Objects.requireNonNull(body, "body");
    entry =
        calls
            .recvEvt()
            .wrap(call -> {
              carryOut(body, call);
              return null;
            });
  }

  /**
   * Calls the procedure and waits for its return.
   *
   * @param argument what it is given
   * @return what it returns
   * @throws InterruptedException if the calling thread is interrupted; a call that the server has
   *     accepted goes on
   */
  public R call(Q argument) throws InterruptedException {
    return callEvt(argument).sync();
  }

  /**
   * The event of a call. It commits when the server accepts the call, and yields what the procedure
   * returns.
   *
   * @param argument what it is given
   * @return the event
   */
  public Event<R> callEvt(Q argument) {
    return Events.guard(() -> {
      IVar<R> reply = new IVar<>();
      return calls.sendEvt(new Call<>(argument, reply)).wrap(accepted -> reply.get());
    });
  }

  /**
   * The event of accepting a call and carrying it out.
   *
   * @return the event
   */
  public Event<Void> entryEvt() {
    return entry;
  }

  private static <Q, R> void carryOut(Action<? super Q, ? extends R> body, Call<Q, R> call)
      throws InterruptedException {
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
}
