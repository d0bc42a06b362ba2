package dev.hocket.casestudies.flowserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/** A response as bytes: its head, and a body in memory or in a file. */
final class Message {
  static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  private final Connection connection;
  private final ByteBuffer[] bytes;
  private final FileChannel file;
  private final boolean last;
  private long position;
  private long left;

  private Message(
      Connection connection,
      ByteBuffer head,
      ByteBuffer body,
      FileChannel file,
      long first,
      long length,
      boolean last) {
    this.connection = connection;
    this.bytes = new ByteBuffer[] {head, body};
    this.file = file;
    this.position = first;
    this.left = length;
    this.last = last;
  }

  /** A response whose body, which may be empty, is in memory. */
  static Message of(Connection connection, ByteBuffer head, ByteBuffer body, boolean last) {
    return new Message(connection, head, body, null, 0, 0, last);
  }

  /** A response whose body is a part of a file, which is closed at the end. */
  static Message of(
      Connection connection,
      ByteBuffer head,
      FileChannel file,
      long first,
      long length,
      boolean last) {
    return new Message(connection, head, NO_BYTES.duplicate(), file, first, length, last);
  }

  /** No response, because the client has closed. */
  static Message none(Connection connection) {
    return new Message(connection, null, null, null, 0, 0, true);
  }

  /** Sends as much as the client takes at once, and gives the connection back to the door. */
  void send() {
    if (bytes[0] == null) {
      connection.leave();
    } else {
      connection.send(this);
    }
  }

  /** Whether the connection ends after this response. */
  boolean last() {
    return last;
  }

  /**
   * Writes as many bytes as the socket takes; true when all have been written.
   *
   * @throws IOException the client has gone, or the file has become shorter than announced
   */
  boolean writeTo(SocketChannel socket) throws IOException {
    if (bytes[0].hasRemaining() || bytes[1].hasRemaining()) {
      socket.write(bytes);
      if (bytes[0].hasRemaining() || bytes[1].hasRemaining()) {
        return false;
      }
    }
    while (left > 0) {
      // The operating system copies from the file to the socket (sendfile), without copying the
      // bytes into this program.
      long sent = file.transferTo(position, left, socket);
      if (sent == 0) {
        if (position >= file.size()) {
          throw new IOException("a file was cut while it was sent");
        }
        return false;
      }
      position += sent;
      left -= sent;
    }
    close();
    return true;
  }

  void close() {
    Page.close(file);
  }
}
