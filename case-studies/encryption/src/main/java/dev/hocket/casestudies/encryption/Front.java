package dev.hocket.casestudies.encryption;

import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP front end: reads the texts that clients post, and passes each to a handler as soon as it
 * is complete. No thread waits for a client, so a slow client delays no other. Memory is bounded by
 * the number of connections times the largest text.
 */
public final class Front implements AutoCloseable {
  /** The largest text, in bytes. */
  public static final int MOST_BYTES = 1 << 20;

  private static final int MOST_CONNECTIONS = 1_000;
  private static final int IDLE_MILLIS = 30_000;

  /** The number of threads that wait at the selector. */
  private static final int OWN_THREADS = 1;

  private final Server server;
  private final ServerConnector connector;

  /**
   * Listens on the loopback interface.
   *
   * @param port the port; 0 for any that is free
   * @param threads the number of threads in Jetty's pool besides the one that waits for input
   * @param use whether the handler computes on these threads, {@code BLOCKING}, or hands over to
   *     others, {@code NON_BLOCKING}
   * @param handler the handler that answers each post
   * @throws Exception if Jetty does not start
   */
  public Front(int port, int threads, InvocationType use, Consumer<Post> handler) throws Exception {
    int all = threads + OWN_THREADS;
    QueuedThreadPool pool = new QueuedThreadPool(all, all);
    // Otherwise a thread of the pool would take over the selector, and fewer handlers than
    // requested would run at a time.
    pool.setReservedThreads(0);
    server = new Server(pool);
    connector = new ServerConnector(server, 0, 1);
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    SizeLimitHandler limit = new SizeLimitHandler(MOST_BYTES, -1);
    limit.setHandler(new Posts(use, handler));
    server.setHandler(limit);
    ErrorHandler errors = new ErrorHandler();
    errors.setShowCauses(false);
    server.setErrorHandler(errors);
    server.start();
  }

  /**
   * The port on which the front end listens.
   *
   * @return the port
   */
  public int port() {
    return connector.getLocalPort();
  }

  /** Closes all connections and ends the threads. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty does not stop", e);
    }
  }

  private static final class Posts extends Handler.Abstract {
    private final Consumer<Post> handler;

    Posts(InvocationType use, Consumer<Post> handler) {
      super(use);
      this.handler = handler;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      if (!HttpMethod.POST.is(request.getMethod())) {
        response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
        Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
        return true;
      }
      Content.Source.asByteArrayAsync(
          request,
          MOST_BYTES,
          Promise.Invocable.from(
              getInvocationType(),
              text -> handler.accept(new Post(text, request, response, callback)),
              failed -> Response.writeError(request, response, callback, failed)));
      return true;
    }
  }
}
