package dev.hocket.events.io;

import static dev.hocket.events.Events.aGuard;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;

/**
 * A connection over TCP whose reads and writes are events (paper 4, section 6). A read with a
 * timeout is a choice:
 *
 * <pre>{@code
 * Connection connection = Connection.connectEvt(new InetSocketAddress("127.0.0.1", 80)).sync();
 * ByteBuffer buffer = ByteBuffer.allocate(1024);
 * Duration limit = Duration.ofSeconds(10);
 * int n = choose(connection.readEvt(buffer), timeOutEvt(limit).wrap(late -> -2)).sync();
 * }</pre>
 *
 * <p>The thread that synchronises reads and writes the bytes after the commit: a branch that is not
 * chosen, because of a timeout or an interrupt, has neither taken bytes from the connection nor
 * written any. While no read is pending, the connection itself holds at most the first 16 KiB of
 * the bytes that arrived. The system holds the rest, until its buffers are full and the other side
 * has to wait.
 *
 * <p>One reader and one writer at a time; the two may be different threads. A buffer belongs to the
 * event from its synchronisation to its end.
 */
public final class Connection implements AutoCloseable {
  private final SocketChannel channel;
  private final SocketAddress remote;
  private final Poller poller;
  private final Readiness readable;
  private final Inbound inbound;
  private final Readiness writable;
  private final Writer writer;

  private Connection(SocketChannel channel, Poller poller) throws IOException {
    this.channel = channel;
    this.poller = poller;
    remote = channel.getRemoteAddress();
    readable = new Readiness(poller, "read from " + remote, SelectionKey.OP_READ);
    inbound = new Inbound(channel, poller, readable);
    writable = new Readiness(poller, "write to " + remote, SelectionKey.OP_WRITE);
    writer = new Writer("writes to " + remote, this);
    SelectionKey key = poller.watch(channel, inbound, writable);
    writable.watched(key);
    writable.announce();
    inbound.watched(key);
  }

  /** Makes the connection of an open channel; closes the channel if that fails. */
  static Connection of(SocketChannel channel) throws IOException {
    try {
      channel.configureBlocking(false);
      // Whole answers are written at once; waiting for more would only delay them.
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return new Connection(channel, Poller.shared());
    } catch (Throwable failed) {
      channel.close();
      throw failed;
    }
  }

  /**
   * The event of connecting: each synchronisation begins to connect; if it is not chosen (a nack),
   * it stops and closes the socket.
   *
   * @param remote the address to connect to
   * @return the event; it throws an {@link UncheckedIOException} that names the address if there is
   *     no connection
   */
  public static Event<Connection> connectEvt(InetSocketAddress remote) {
    return Connecting.to(Objects.requireNonNull(remote, "remote"));
  }

  /**
   * The event of reading: commits when there are bytes, or the other side has ended, and then reads
   * as many bytes as the buffer has room for.
   *
   * @param buffer the buffer for the bytes; a full one yields 0, even at the end
   * @return the event; it yields the number of bytes, or -1 at the end. Throws an {@link
   *     UncheckedIOException} that names the address if the connection fails or is closed
   */
  public Event<Integer> readEvt(ByteBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    return readable.event().wrap(ready -> inbound.read(buffer));
  }

  /**
   * {@link #readEvt} as an asynchronous event: its post-consumption actions get the number.
   *
   * @param buffer the buffer for the bytes
   * @return the event
   */
  public AsyncEvent<Void, Integer> aReadEvt(ByteBuffer buffer) {
    return readEvt(buffer).sTrans();
  }

  /**
   * The event of writing: commits when there seems to be room for bytes, and then writes as many as
   * there is room for. If there is no room after all, it yields 0, and the next synchronisation
   * waits until there is room. So it never waits past a timeout in the same choice.
   *
   * @param buffer the buffer with the bytes
   * @return the event; it yields the number of bytes written. Throws an {@link
   *     UncheckedIOException} that names the address if the connection fails or is closed
   */
  public Event<Integer> writeEvt(ByteBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    return writable.event().wrap(ready -> write(buffer));
  }

  /**
   * Writes without waiting, because the commit is over. A write of all bytes does not show whether
   * there is room for more. Asking the poller each time would cost more than the write, so the
   * token is left as if there were room.
   */
  private int write(ByteBuffer buffer) {
    try {
      return channel.write(buffer);
    } catch (IOException failed) {
      throw writable.failed(failed);
    } finally {
      if (buffer.hasRemaining()) {
        writable.want();
      } else {
        writable.announce();
      }
    }
  }

  /**
   * Writes all bytes of a buffer, waiting for room as often as need be.
   *
   * @param buffer has the bytes
   * @throws InterruptedException if the calling thread is interrupted; the buffer's position shows
   *     how many bytes were written
   * @throws UncheckedIOException naming the address, if the connection fails or is closed
   */
  public void writeAll(ByteBuffer buffer) throws InterruptedException {
    Event<Integer> some = writeEvt(buffer);
    while (buffer.hasRemaining()) {
      some.sync();
    }
  }

  /**
   * The asynchronous event of writing all bytes of a buffer. Buffers are written in the order in
   * which their events are created, by a virtual thread that the connection has from its first such
   * event until it is closed. The write is consumed when its turn comes; its post-consumption
   * actions run after it.
   *
   * <p>The number of pending writes is not limited, and all keep their buffers. If the peer may
   * stop reading, wait for earlier writes with a callback before the next, or use {@link
   * #writeAll}.
   *
   * @param buffer the buffer with the bytes
   * @return the event; its post-consumption actions get the number of bytes. Synchronising on it
   *     throws an {@link UncheckedIOException} that names the address if this side had closed the
   *     connection; the actions throw a later failure
   */
  public AsyncEvent<Void, Integer> aWriteEvt(ByteBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    return aGuard(() -> writer.writeEvt(buffer));
  }

  /**
   * The address of the other side.
   *
   * @return the address
   */
  public SocketAddress remote() {
    return remote;
  }

  /**
   * Returns whether this side has not closed the connection.
   *
   * @return false once {@link #close} was called
   */
  public boolean isOpen() {
    return channel.isOpen();
  }

  /**
   * Ends the output: the other side reads the bytes that were written, and then the end. This
   * method does not wait: if asynchronous writes are pending, the end follows them. Later writes
   * fail.
   *
   * @throws IOException if the connection is closed
   */
  public void shutdownOutput() throws IOException {
    writer.end();
  }

  /** Ends the output at once. */
  void endOutput() throws IOException {
    channel.shutdownOutput();
  }

  /**
   * Closes the connection at once. Threads that wait to read or write fail, and so do pending
   * writes.
   */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      readable.close();
      writable.close();
      writer.close();
      poller.forget();
    }
  }

  @Override
  public String toString() {
    return "connection to " + remote;
  }
}
