package dev.hocket.events.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The input of a connection that the program has not read yet: the poller reads one piece ahead. So
 * the poller keeps its interest in the connection, instead of registering it again after every
 * read, and a read costs it one turn instead of two.
 *
 * <ol>
 *   <li>{@code WATCHED}: the poller watches the connection. When bytes arrive, it stores them as
 *       the piece, which is now held, and leaves a token.
 *   <li>{@code HELD}: the holder of the token reads from the piece, and leaves another token if
 *       there is more of it. When all has been read, the poller may continue; back to 1.
 *   <li>{@code HELD_MORE}: more bytes came while the piece was held. The selector would report that
 *       again and again, so the poller has dropped its interest. The thread that reads the last
 *       bytes of the piece reads from the connection itself, holds another piece if there is one,
 *       and wakes the poller only if there is none. So while bytes come faster than they are read,
 *       no read waits for the poller.
 * </ol>
 *
 * <p>Only the poller goes from 1 to 2 and from 2 to 3, and only the holder of the token back to 1.
 * So between two changes of the state only one of the two accesses the piece and the failure; the
 * state, which is volatile, and the token pass them on safely.
 */
final class Inbound implements Watched {
  private enum State {
    WATCHED,
    HELD,
    HELD_MORE
  }

  /** The most bytes of a piece. */
  static final int AHEAD_BYTES = 16 * 1_024;

  private final SocketChannel channel;
  private final Poller poller;
  private final Readiness readable;
  private final AtomicReference<State> state = new AtomicReference<>(State.WATCHED);

  /** The piece; null while {@code HELD} means the end, or a failure. */
  private ByteBuffer piece;

  private IOException failure;

  /** The poller's key; set before the first {@link #ready}. */
  private SelectionKey key;

  Inbound(SocketChannel channel, Poller poller, Readiness readable) {
    this.channel = channel;
    this.poller = poller;
    this.readable = readable;
  }

  void watched(SelectionKey ofPoller) {
    key = ofPoller;
    poller.want(key, operation());
  }

  @Override
  public int operation() {
    return SelectionKey.OP_READ;
  }

  @Override
  public void ready() {
    if (state.get() != State.WATCHED) {
      loseInterest();
    } else if (hold(poller.scratch())) {
      state.set(State.HELD);
      readable.announce();
    }
  }

  /**
   * Drops the interest, then sets the state. In the other order the reader could see the state
   * first, and its new interest would be lost here.
   */
  private void loseInterest() {
    key.interestOpsAnd(~operation());
    if (!state.compareAndSet(State.HELD, State.HELD_MORE) && state.get() == State.WATCHED) {
      key.interestOpsOr(operation());
    }
  }

  /** Stores the bytes that have arrived as the piece; false if there are none. */
  private boolean hold(ByteBuffer scratch) {
    try {
      int read = channel.read(scratch);
      if (read > 0) {
        scratch.flip();
        piece = ByteBuffer.allocate(read).put(scratch).flip();
      }
      return read != 0;
    } catch (IOException failed) {
      failure = failed;
    } catch (OutOfMemoryError noRoom) {
      // The bytes are lost, so the connection fails: it must not continue with a gap.
      failure = new IOException("no memory for the bytes that have come", noRoom);
    }
    return true;
  }

  /** Reads as {@link SocketChannel#read}; called by the holder of the token. */
  int read(ByteBuffer buffer) {
    if (piece == null) {
      readable.announce();
      if (failure != null) {
        throw readable.failed(failure);
      }
      return buffer.hasRemaining() ? -1 : 0;
    }
    int length = Math.min(piece.remaining(), buffer.remaining());
    boolean more = true;
    try {
      buffer.put(piece.slice(piece.position(), length));
      piece.position(piece.position() + length);
      more = piece.hasRemaining();
    } finally {
      if (more) {
        // From here on the piece belongs to the taker of the token.
        readable.announce();
      }
    }
    return more ? length : length + readOn(buffer);
  }

  /** Continues after a piece: the poller watches for another, or this thread reads it. */
  private int readOn(ByteBuffer buffer) {
    piece = null;
    if (state.compareAndSet(State.HELD, State.WATCHED)) {
      return 0;
    }
    int read = 0;
    boolean holds = false;
    try {
      read = Math.max(0, channel.read(buffer));
      holds = !buffer.hasRemaining() && hold(ByteBuffer.allocate(AHEAD_BYTES));
    } catch (IOException failed) {
      failure = failed;
      holds = true;
    } finally {
      if (holds) {
        readable.announce();
      } else {
        state.set(State.WATCHED);
        poller.want(key, operation());
      }
    }
    return read;
  }
}
