package dev.hocket.casestudies.swerve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Gathers the output of one connection into packets, so that a small response, or several responses
 * to pipelined requests, are one write. Every write has a timeout. Not thread-safe.
 */
public final class PacketWriter {
  /** The desired size of packets. */
  public static final int PACKET_BYTES = 16 * 1024;

  /**
   * The largest chunk that is copied. A larger one is sent from its own buffer, together with the
   * gathered bytes.
   */
  private static final int MOST_COPIED_BYTES = 8 * 1024;

  private final SocketChannel socket;
  private final Watch watch;
  private final Buffers packets;
  private final long limitNanos;

  /** The buffer; null while there is nothing to send, so that idle connections hold no buffer. */
  private ByteBuffer packet;

  /** The source of a response's parts. */
  @FunctionalInterface
  public interface Source {
    /**
     * Waits for the next part.
     *
     * @return the part
     * @throws InterruptedException if the calling thread is interrupted
     */
    Transfer next() throws InterruptedException;
  }

  /**
   * Creates a writer for one connection.
   *
   * @param socket the connection, in blocking mode
   * @param watch the watch that is called at each write
   * @param packets the pool of the writer's buffers
   * @param limitNanos the time limit of a write
   */
  public PacketWriter(SocketChannel socket, Watch watch, Buffers packets, long limitNanos) {
    this.socket = socket;
    this.watch = watch;
    this.packets = packets;
    this.limitNanos = limitNanos;
  }

  /**
   * Sends a head and the bytes after it.
   *
   * @param head the bytes before the file
   * @param length the number of bytes after it
   * @param source the source of these bytes. All parts are received, or an {@link Transfer.End},
   *     even if they cannot be sent any more, because their sender must not wait for ever
   * @return DONE, or the reason why nothing was sent
   * @throws IOException if the response has begun and cannot be finished
   * @throws InterruptedException if the calling thread is interrupted
   */
  public Transfer.End relay(ByteBuffer head, long length, Source source)
      throws IOException, InterruptedException {
    Transfer begin = source.next();
    if (begin instanceof Transfer.End refusal) {
      return refusal;
    }
    Transfer.Chunk chunk = (Transfer.Chunk) begin;
    // The number of bytes not received yet. It is decremented before any call that may fail.
    long left = length - chunk.bytes().remaining();
    try {
      put(head);
      send(chunk);
      while (left > 0) {
        Transfer next = source.next();
        if (next instanceof Transfer.End end) {
          left = 0;
          throw new IOException("a response broke off: " + end);
        }
        chunk = (Transfer.Chunk) next;
        left -= chunk.bytes().remaining();
        send(chunk);
      }
      return Transfer.End.DONE;
    } catch (IOException | RuntimeException | Error e) {
      // This also happens if there is no memory for a packet, because the process that reads the
      // file waits for this one.
      watch.abort();
      drain(source, left);
      throw e;
    }
  }

  private void send(Transfer.Chunk chunk) throws IOException {
    put(chunk.bytes());
    chunk.release();
  }

  private static void drain(Source source, long length) throws InterruptedException {
    long left = length;
    while (left > 0 && source.next() instanceof Transfer.Chunk chunk) {
      left -= chunk.bytes().remaining();
      chunk.release();
    }
  }

  /**
   * Sends bytes, now or together with later ones. When the method returns, they have been copied or
   * sent.
   */
  void put(ByteBuffer bytes) throws IOException {
    if (packet == null) {
      packet = packets.take();
    }
    if (bytes.remaining() <= Math.min(packet.remaining(), MOST_COPIED_BYTES)) {
      packet.put(bytes);
      return;
    }
    packet.flip();
    begin();
    ByteBuffer[] both = {packet, bytes};
    while (bytes.hasRemaining()) {
      socket.write(both);
    }
    packet.clear();
  }

  /**
   * Sends the gathered bytes.
   *
   * @throws IOException if the bytes may not have been sent, and the connection is broken
   */
  public void flush() throws IOException {
    if (packet == null) {
      return;
    }
    packet.flip();
    begin();
    while (packet.hasRemaining()) {
      socket.write(packet);
    }
    packets.give(packet);
    packet = null;
  }

  private void begin() throws IOException {
    if (!watch.enter(Watch.Phase.WRITING, Watch.now() + limitNanos)) {
      throw new IOException("time was up before a response was sent");
    }
  }
}
