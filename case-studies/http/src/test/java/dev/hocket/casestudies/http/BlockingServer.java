package dev.hocket.casestudies.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpVersion;

/** A minimal server: a thread per connection, with the loop in the package's documentation. */
final class BlockingServer implements AutoCloseable {
  private static final int BUFFER_BYTES = 700; // Small, so that requests come in pieces.

  final AtomicInteger connections = new AtomicInteger();
  private final StaticSite site;
  private final ServerSocketChannel listener;

  BlockingServer(StaticSite site) throws IOException {
    this.site = site;
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().start(this::listen);
  }

  String address() throws IOException {
    InetSocketAddress bound = (InetSocketAddress) listener.getLocalAddress();
    return "http://" + bound.getAddress().getHostAddress() + ":" + bound.getPort();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private void listen() {
    try {
      while (true) {
        SocketChannel socket = listener.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      return; // The test is over.
    }
  }

  private void serve(SocketChannel socket) {
    try (socket) {
      RequestParser parser = new RequestParser(Limits.DEFAULT);
      ResponseWriter writer = new ResponseWriter(Instant::now);
      ByteBuffer input = ByteBuffer.allocate(BUFFER_BYTES);
      while (socket.read(input.clear()) >= 0) {
        input.flip();
        if (!answerAll(socket, parser, writer, input)) {
          return;
        }
      }
    } catch (IOException gone) {
      return; // The client has its answer, or the test will fail without it.
    }
  }

  /** Answers the requests that have arrived; returns false when the connection has ended. */
  private boolean answerAll(
      SocketChannel socket, RequestParser parser, ResponseWriter writer, ByteBuffer input)
      throws IOException {
    while (true) {
      switch (parser.parse(input)) {
        case Request request -> {
          Response response = site.answer(request);
          send(socket, writer.head(response, request.version(), request.persistent()), response);
          if (!request.persistent()) {
            return false;
          }
        }
        case BadRequest bad -> {
          Response response = bad.response();
          send(socket, writer.head(response, HttpVersion.HTTP_1_1, bad.persistent()), response);
          if (!bad.persistent()) {
            return false;
          }
        }
        case Parsed.Progress progress -> {
          switch (progress) {
            case NEEDS_INPUT -> {
              return true;
            }
            case WANTS_CONTINUE -> write(socket, ResponseWriter.goOn());
            case FINISHED -> {
              return false;
            }
          }
        }
      }
    }
  }

  private static void send(SocketChannel socket, ByteBuffer head, Response response)
      throws IOException {
    write(socket, head);
    switch (response.body()) {
      case Body.Nothing nothing -> {}
      case Body.Bytes bytes -> write(socket, ByteBuffer.wrap(bytes.content()));
      case Body.FilePart part -> {
        try (FileChannel file = FileChannel.open(part.file(), StandardOpenOption.READ)) {
          long sent = 0;
          while (sent < part.length()) {
            sent += file.transferTo(part.first() + sent, part.length() - sent, socket);
          }
        }
      }
    }
  }

  private static void write(SocketChannel socket, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      socket.write(bytes);
    }
  }
}
