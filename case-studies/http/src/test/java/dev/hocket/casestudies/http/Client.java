package dev.hocket.casestudies.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends exactly the given text, one byte for each char. */
public final class Client implements AutoCloseable {
  private static final int PATIENCE_MS = 120_000;

  private final Socket socket = new Socket();
  private final InputStream input;

  /** A response: the head as text, and its body. */
  public record Reply(String head, byte[] body) {
    public int status() {
      return Integer.parseInt(head.split(" ")[1]);
    }

    public String text() {
      return new String(body, StandardCharsets.ISO_8859_1);
    }

    public String field(String name) {
      for (String line : head.split("\r\n")) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ": ")) {
          return line.substring(name.length() + 2);
        }
      }
      return "";
    }
  }

  public Client(int port) throws IOException {
    this(port, 0);
  }

  /** Connects with a receive buffer of the given size; 0 for the default. */
  public Client(int port, int receiveBytes) throws IOException {
    if (receiveBytes > 0) {
      socket.setReceiveBufferSize(receiveBytes);
    }
    socket.setSoTimeout(PATIENCE_MS);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MS);
    input = new BufferedInputStream(socket.getInputStream());
  }

  public void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public Reply get(String target, String... fields) throws IOException {
    send("GET " + target + " HTTP/1.1\r\nHost: a\r\n");
    for (String field : fields) {
      send(field + "\r\n");
    }
    send("\r\n");
    return reply();
  }

  /** Reads one response to a request that was not HEAD. */
  public Reply reply() throws IOException {
    String head = head();
    Reply reply = new Reply(head, new byte[0]);
    String length = reply.field("Content-Length");
    if (length.isEmpty() || head.startsWith("HTTP/1.1 304") || head.startsWith("HTTP/1.1 204")) {
      return reply;
    }
    byte[] body = input.readNBytes(Integer.parseInt(length));
    if (body.length < Integer.parseInt(length)) {
      throw new EOFException("the body ends after " + body.length + " of " + length + " bytes");
    }
    return new Reply(head, body);
  }

  public String head() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = input.read();
      if (next < 0) {
        throw new EOFException("the connection ended after: " + head);
      }
      head.write(next);
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  public int read() throws IOException {
    return input.read();
  }

  /** Reads everything until the end of the connection. */
  public String rest() throws IOException {
    return new String(input.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  public void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Ends the connection as a crashing client does: unread bytes are lost. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
