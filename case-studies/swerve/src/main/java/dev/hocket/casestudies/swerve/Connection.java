package dev.hocket.casestudies.swerve;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.casestudies.http.BadRequest;
import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Parsed;
import dev.hocket.casestudies.http.Request;
import dev.hocket.casestudies.http.RequestParser;
import dev.hocket.casestudies.http.Response;
import dev.hocket.casestudies.http.ResponseWriter;
import dev.hocket.casestudies.http.StaticSite;
import dev.hocket.core.Span;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;

/**
 * The process that governs one connection: reads requests and answers them, one after the other,
 * until the client or the server ends the connection.
 */
final class Connection {
  private static final int INPUT_BYTES = 4096;
  private static final long MOST_DISCARDED_BYTES = 1 << 20;

  /**
   * The part of a response that the system holds for a client that reads slowly. By default it
   * holds megabytes, and the server could not see whether the client reads any of them.
   */
  private static final int SEND_BUFFER_BYTES = 128 * 1024;

  /**
   * The time for a client to read the answer to a late request, or the answer of a stopping server.
   */
  private static final Duration BRIEFLY = Duration.ofSeconds(1);

  /** The number of changes of a file during opening after which the server gives up. */
  private static final int MOST_CHANGES = 3;

  private final Server server;
  private final SocketChannel socket;
  private final Settings.Times times;
  private final Watch watch;
  private final RequestParser parser;
  private final ResponseWriter writer;
  private final PacketWriter packets;
  private final NetworkProcessor network;
  private final ByteBuffer input = ByteBuffer.allocate(INPUT_BYTES).limit(0);

  /** The time at which the current request must be complete; 0 before it begins. */
  private long requestDueNanos;

  /** The time at which the next request must have begun, even after blank lines; 0 in a request. */
  private long idleDueNanos;

  private boolean hasAnswered;

  /** The client's address, for the log; empty if it is unknown. */
  private String client = "";

  Connection(Server server, SocketChannel socket) {
    this.server = server;
    this.socket = socket;
    times = server.settings.times();
    watch = new Watch(socket, times.request().toNanos(), times.linger().toNanos());
    parser = new RequestParser(server.settings.limits());
    writer = new ResponseWriter(server.date);
    packets = new PacketWriter(socket, watch, server.packets, times.write().toNanos());
    network = server.version.network(packets);
  }

  /** Serves the connection until its end. */
  void run() {
    try {
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      socket.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
      if (server.settings.log().isPresent()) {
        client = ((InetSocketAddress) socket.getRemoteAddress()).getAddress().getHostAddress();
      }
      server.timeouts.add(watch);
      while (fill() && answerAll()) {}
      linger();
    } catch (IOException gone) {
      // The client has closed or was too slow, so no response is sent.
    } catch (InterruptedException wanted) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      server.note("a connection failed: " + e);
    } finally {
      watch.abort();
      watch.end();
    }
  }

  /** Whether the connection is waiting for the first byte of a request. */
  boolean isIdle() {
    return watch.isIdle();
  }

  /** Lets the current request finish, and accepts no other. Any thread may call this. */
  void stop() {
    if (!hasInput()) {
      watch.stopIfIdle();
    }
  }

  /** Ends the connection immediately. */
  void kill() {
    watch.kill();
  }

  /** Reads more input; false at the end of the input. */
  private boolean fill() throws IOException, InterruptedException {
    if (!beginReading()) {
      return tellIfLate();
    }
    int read = socket.read(input.clear());
    input.flip();
    return read >= 0 || tellIfLate();
  }

  /**
   * Sets the timeout, which differs before the first request, inside a request, and between two.
   *
   * <p>A stopping server first sets its flag and then ends the idle connections. This process first
   * marks itself idle and then reads the flag. So at least one of the two sees the other's write,
   * and the connection is ended.
   */
  private boolean beginReading() {
    if (!parser.isIdle()) {
      if (requestDueNanos == 0) {
        requestDueNanos = Watch.now() + times.request().toNanos();
      }
      return watch.enter(Watch.Phase.READING, requestDueNanos);
    }
    if (idleDueNanos == 0) {
      Duration limit = hasAnswered ? times.idle() : times.request();
      idleDueNanos = Watch.now() + limit.toNanos();
    }
    return watch.enter(Watch.Phase.IDLE, idleDueNanos) && (!server.isStopping() || hasInput());
  }

  /** Whether unread input has arrived; then there is another request to answer. */
  private boolean hasInput() {
    try {
      return socket.socket().getInputStream().available() > 0;
    } catch (IOException closed) {
      return false;
    }
  }

  /**
   * Handles the end of the input. In the middle of a request the server may have ended it; then the
   * client gets an answer.
   */
  private boolean tellIfLate() throws IOException, InterruptedException {
    if (!watch.isExpired() || parser.isIdle()) {
      return false;
    }
    watch.renew(Watch.Phase.WRITING, Watch.now() + times.write().toNanos());
    String detail = "The request was not complete after " + times.request().toSeconds() + " s";
    Response late = Response.text(HttpStatus.REQUEST_TIMEOUT_408, detail);
    answer(late, "-", HttpVersion.HTTP_1_1, false);
    packets.flush();
    // The server has closed its input, so it cannot see when the client has read the response.
    socket.shutdownOutput();
    choose(watch.abortEvt(), timeOutEvt(BRIEFLY)).sync();
    return false;
  }

  /** Answers all requests that have arrived; false after the last one of this connection. */
  private boolean answerAll() throws IOException, InterruptedException {
    while (input.hasRemaining()) {
      switch (parser.parse(input)) {
        case Request request -> {
          if (!answerFollowed(request)) {
            packets.flush();
            return false;
          }
        }
        case BadRequest bad -> {
          boolean persistent = bad.persistent() && !server.isStopping();
          answer(bad.response(), "-", HttpVersion.HTTP_1_1, persistent);
          if (!persistent) {
            packets.flush();
            return false;
          }
        }
        case Parsed.Progress progress -> {
          if (progress == Parsed.Progress.WANTS_CONTINUE) {
            packets.put(ResponseWriter.goOn());
          }
        }
      }
    }
    packets.flush();
    return true;
  }

  /** Answers a request, which a recording follows through the processes of the server. */
  @SuppressWarnings("try") // The part is only ended.
  private boolean answerFollowed(Request request) throws IOException, InterruptedException {
    String name = request.method() + ' ' + request.path();
    try (Span part = Span.request(name, request.fields().get("traceparent"))) {
      return answer(request);
    }
  }

  private boolean answer(Request request) throws IOException, InterruptedException {
    boolean persistent = request.persistent() && !server.isStopping();
    String line = client.isEmpty() ? "" : line(request);
    for (int changes = 0; changes < MOST_CHANGES; changes++) {
      Response response = respond(request);
      Transfer.End end = answer(response, line, request.version(), persistent);
      if (end == Transfer.End.DONE) {
        return persistent;
      }
      server.lookups.forget(request.path());
      if (end != Transfer.End.CHANGED) {
        answer(instead(end), line, request.version(), persistent);
        return persistent;
      }
    }
    answer(instead(Transfer.End.CHANGED), line, request.version(), persistent);
    return persistent;
  }

  private static String line(Request request) {
    return request.method() + ' ' + request.uri().getPathQuery() + ' ' + request.version();
  }

  private Response respond(Request request) {
    try {
      return server.site.answer(request);
    } catch (IOException | RuntimeException e) {
      server.note("a connection failed: " + e);
      Response failed = instead(Transfer.End.FAILED);
      return request.method().equals("HEAD") ? failed.withoutBody() : failed;
    }
  }

  /** The response in place of a file whose transfer could not begin. */
  private static Response instead(Transfer.End end) {
    return switch (end) {
      case MISSING -> StaticSite.missing();
      case FORBIDDEN -> StaticSite.forbidden();
      default -> Response.text(HttpStatus.INTERNAL_SERVER_ERROR_500, "The file could not be read");
    };
  }

  /** Sends the response. Returns DONE, or the reason why nothing was sent. */
  private Transfer.End answer(
      Response response, String line, HttpVersion version, boolean persistent)
      throws IOException, InterruptedException {
    hasAnswered = true;
    requestDueNanos = 0;
    idleDueNanos = 0;
    ByteBuffer head = writer.head(response, version, persistent);
    switch (response.body()) {
      case Body.FilePart part when part.length() > 0 -> {
        Transfer.End end = network.send(head, server.files.read(part, watch), part.length());
        if (end != Transfer.End.DONE) {
          return end;
        }
      }
      case Body.Bytes bytes -> {
        packets.put(head);
        packets.put(ByteBuffer.wrap(bytes.content()));
      }
      default -> packets.put(head);
    }
    if (!client.isEmpty()) {
      long length = Math.max(0, response.length());
      server.log.write(new Entry(Instant.now(), client, line, response.status(), length));
    }
    return Transfer.End.DONE;
  }

  /**
   * Shuts down the output and discards further input from the client: closing with unread input
   * would reset the connection, and the last response might be lost with it.
   */
  private void linger() throws IOException {
    if (watch.isExpired()) {
      return;
    }
    socket.shutdownOutput();
    Duration limit = server.isStopping() ? BRIEFLY : times.linger();
    watch.renew(Watch.Phase.LINGERING, Watch.now() + limit.toNanos());
    long discarded = 0;
    for (int read = 0; read >= 0 && discarded < MOST_DISCARDED_BYTES; discarded += read) {
      read = socket.read(input.clear());
    }
  }
}
