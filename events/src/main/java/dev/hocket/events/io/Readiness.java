package dev.hocket.events.io;

import dev.hocket.events.Action;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Event;
import dev.hocket.events.steps.OfToken;
import dev.hocket.events.steps.Token;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;

/**
 * The event that a socket can be read, written, accepted from or connected. {@link Inbound} handles
 * reads; the others have these steps:
 *
 * <ol>
 *   <li>{@link #want}: the poller waits for the readiness.
 *   <li>{@link #announce}: the socket is ready. One token is put into the channel; there is never a
 *       second one.
 *   <li>A synchronisation takes the token. It owns the operation until it calls {@code want} again,
 *       so two concurrent reads cannot both act on one readiness.
 * </ol>
 *
 * <p>A branch that is not chosen takes no token, so the next synchronisation finds it, and the
 * bytes are still in the socket.
 */
final class Readiness implements Watched {
  private final Poller poller;
  private final String what;
  private final int operation;
  private final Channel<Token> tokens;
  private final Event<Token> event;

  /** The poller's key; set before the first {@link #want}. */
  private SelectionKey key;

  Readiness(Poller poller, String what, int operation) {
    this.poller = poller;
    this.what = what;
    this.operation = operation;
    this.tokens = new Channel<>(what);
    this.event = orClosed(tokens.recvEvt());
  }

  private Event<Token> orClosed(Event<Token> token) {
    return token.wrapHandler(closed -> {
      throw new UncheckedIOException(new IOException(what + ": closed"));
    });
  }

  @Override
  public int operation() {
    return operation;
  }

  /**
   * Drops the interest and leaves the token: the thread that takes it registers the interest again
   * when it has finished.
   */
  @Override
  public void ready() {
    key.interestOpsAnd(~operation);
    announce();
  }

  void watched(SelectionKey ofPoller) {
    key = ofPoller;
  }

  void want() {
    poller.want(key, operation);
  }

  /**
   * Leaves the token; called by the poller, or by the holder of the token if the socket is still
   * ready.
   */
  void announce() {
    try {
      boolean isConnection = operation == SelectionKey.OP_ACCEPT;
      tokens.aSend(isConnection ? Token.CONNECTION : Token.ONE);
    } catch (ChannelClosedException closed) {
      // No thread will ask for it.
    }
  }

  Event<Token> event() {
    return event;
  }

  /** The event, for a thread whose work on the last connection may have ended. */
  Event<Token> arrival(Object acceptor) {
    return orClosed(tokens.recvEvt().wrap(new Arrived(acceptor)));
  }

  /** Takes the token on a thread that accepts the connection next, and says so. */
  private record Arrived(Object source) implements Action<Token, Token>, OfToken {
    @Override
    public Token apply(Token token) {
      return token;
    }
  }

  void close() {
    tokens.fail(new IOException(what + ": closed"));
  }

  /** A failure of the operation, with its name. */
  UncheckedIOException failed(IOException cause) {
    return new UncheckedIOException(new IOException(what + ": " + cause, cause));
  }
}
