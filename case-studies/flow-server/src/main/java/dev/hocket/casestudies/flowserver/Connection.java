package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.BadRequest;
import dev.hocket.casestudies.http.Parsed;
import dev.hocket.casestudies.http.Request;
import dev.hocket.casestudies.http.RequestParser;
import dev.hocket.casestudies.http.Response;
import dev.hocket.casestudies.http.ResponseWriter;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;

/**
 * One client. A connection is either at the {@link Door} or in exactly one packet of the flow, so
 * one thread at a time uses it.
 */
public final class Connection {
  private static final int INPUT_BYTES = 4096;
  private static final int MOST_DISCARDED_BYTES = 1 << 20;

  /** The door's next step for the connection. */
  enum Phase {
    /** The flow uses the connection. */
    SERVED,
    /** A request may arrive. */
    IDLE,
    /** The client has not yet taken the whole response. */
    WRITING,
    /** Nothing more is sent: further input is discarded until the client closes. */
    LINGERING,
    /** The connection has ended. */
    CLOSED
  }

  private final Door door;
  private final SocketChannel socket;
  private final SelectionKey key;
  private final RequestParser parser;
  private final ResponseWriter writer;
  private final ByteBuffer input = ByteBuffer.allocate(INPUT_BYTES).limit(0);

  /** A valid or a bad request, or null if the client has closed without sending one. */
  private Parsed arrived;

  /** Whether {@link #arrived} is final. */
  private boolean whole;

  /** The rest of the response that is being sent; null when all of it has been sent. */
  private Message unsent;

  private boolean isLast;
  private int discarded;

  /** The phase. Only the thread in the door writes it and the time at which it must end. */
  Phase phase = Phase.SERVED;

  long dueNanos;

  Connection(Door door, SocketChannel socket, SelectionKey key) {
    this.door = door;
    this.socket = socket;
    this.key = key;
    parser = new RequestParser(door.limits());
    writer = new ResponseWriter(door.date());
  }

  Door door() {
    return door;
  }

  SelectionKey key() {
    return key;
  }

  /**
   * Parses the bytes that have arrived; never waits.
   *
   * @return whether the request is complete, or no further one will come
   */
  boolean receive() {
    try {
      int count;
      do {
        whole = parseRest();
        count = whole ? 0 : read();
      } while (count > 0);
      whole |= count < 0;
    } catch (IOException gone) {
      input.limit(0);
      whole = true;
    }
    return whole;
  }

  /** Whether bytes of a request have arrived; never waits. */
  boolean hasInput() throws IOException {
    return input.hasRemaining() || read() > 0;
  }

  private int read() throws IOException {
    int count = socket.read(input.clear());
    input.flip();
    return count;
  }

  private boolean parseRest() throws IOException {
    while (input.hasRemaining()) {
      Parsed parsed = parser.parse(input);
      if (!(parsed instanceof Parsed.Progress)) {
        arrived = parsed;
        return true;
      }
      if (parsed == Parsed.Progress.WANTS_CONTINUE) {
        // The socket's buffer has room for these few bytes, because the previous response has been
        // sent.
        socket.write(ResponseWriter.goOn());
      }
    }
    return false;
  }

  /**
   * The last result of {@link #receive}.
   *
   * @return whether the request is complete, or no further one will come
   */
  public boolean isWhole() {
    return whole;
  }

  /** Returns the request that has arrived, only once; null if the client has closed without one. */
  Parsed take() {
    Parsed taken = arrived;
    arrived = null;
    whole = false;
    return taken;
  }

  /**
   * Waits for more input, blocking the thread.
   *
   * @return whether to {@link #receive} again; false if the time is up, the door is closed or the
   *     thread is interrupted
   */
  boolean awaitInput() {
    try (Selector more = Selector.open()) {
      socket.register(more, SelectionKey.OP_READ);
      door.wakeAtClosing(more);
      try {
        // After the door has closed, checks once more, because bytes sent before that must be read.
        boolean last = false;
        while (!last && !Thread.currentThread().isInterrupted()) {
          last = isDue();
          if ((last ? more.selectNow() : more.select(millisLeft())) > 0) {
            return true;
          }
        }
      } finally {
        door.wakeNoMore(more);
      }
    } catch (IOException gone) {
      return false;
    }
    return false;
  }

  /** Whether to stop waiting for the rest of a request. */
  boolean isDue() {
    return isLate() || door.isClosing();
  }

  boolean isLate() {
    return System.nanoTime() - dueNanos > 0;
  }

  private long millisLeft() {
    return Math.max(1, (dueNanos - System.nanoTime()) / 1_000_000);
  }

  /** Gives up on an incomplete request. If it has begun, the answer is 408 or 503. */
  void expire() {
    whole = true;
    if (!parser.isIdle()) {
      arrived =
          isLate()
              ? new BadRequest(
                  HttpStatus.REQUEST_TIMEOUT_408,
                  "The request was not complete in time",
                  false,
                  false)
              : new BadRequest(
                  HttpStatus.SERVICE_UNAVAILABLE_503, "The server is stopping", false, false);
    }
  }

  /** Whether the connection ends after the response to the request that has arrived. */
  boolean isLast(Parsed asked) {
    boolean persistent =
        switch (asked) {
          case Request request -> request.persistent();
          case BadRequest bad -> bad.persistent();
          case Parsed.Progress progress -> false;
        };
    try {
      // While the door closes, the connection stays open for requests that the client has already
      // sent.
      return !persistent || (door.isClosing() && !hasInput());
    } catch (IOException gone) {
      return true;
    }
  }

  /** The bytes of the response's head, valid until the next call. */
  ByteBuffer head(Response response, HttpVersion version, boolean last) {
    return writer.head(response, version, !last);
  }

  /** Sends as much as the client takes at once, and gives the connection back to the door. */
  void send(Message message) {
    unsent = message;
    isLast = message.last();
    try {
      flush();
    } catch (IOException gone) {
      abort();
    }
    door.back(this);
  }

  /** Gives the connection back without a response, because the client is gone. */
  void leave() {
    abort();
    door.back(this);
  }

  /** Sends more of the response; true when all of it has been sent. */
  boolean flush() throws IOException {
    if (unsent != null && unsent.writeTo(socket)) {
      unsent = null;
    }
    return unsent == null;
  }

  /** Decides the next phase, after the flow or after a phase at the door. */
  Phase next() throws IOException {
    if (unsent != null) {
      return Phase.WRITING;
    }
    if (!isLast) {
      return input.hasRemaining() ? Phase.SERVED : Phase.IDLE;
    }
    sendNoMore();
    return Phase.LINGERING;
  }

  void sendNoMore() throws IOException {
    socket.shutdownOutput();
  }

  /** Closing resets the connection, so bytes that the client has not read are lost. */
  void forgetUnread() throws IOException {
    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
  }

  /** Discards input; returns true when the client has closed or has sent too much. */
  boolean discard() throws IOException {
    int count = read();
    input.position(input.limit());
    discarded += Math.max(0, count);
    return count < 0 || discarded > MOST_DISCARDED_BYTES;
  }

  boolean isOpen() {
    return socket.isOpen();
  }

  /** Closes the socket and the response that is being sent. */
  void abort() {
    if (unsent != null) {
      unsent.close();
      unsent = null;
    }
    hangUp();
  }

  /** Closes the socket. Any thread may call this; a thread that is about to send then aborts. */
  void hangUp() {
    try {
      socket.close();
    } catch (IOException ignored) {
      // The descriptor is released even if closing fails.
    }
  }
}
