package dev.hocket.casestudies.flowserver;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import clojure.lang.Symbol;
import dev.hocket.casestudies.http.Limits;
import dev.hocket.flow.Run;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/** A running server: a door, and the flow behind it. Any thread may call its methods. */
final class FlowServer implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 10_000;

  private final Door door;
  private final Run run;

  private FlowServer(Door door, Run run) {
    this.door = door;
    this.run = run;
  }

  /**
   * Starts a server.
   *
   * @param form the algorithm
   * @param root the directory to serve
   * @param address the address to listen on; port 0 is any free one
   * @param times the time limits for clients
   * @param mapping the sections and arcs
   * @return the server, which accepts connections
   * @throws IOException if the directory does not exist, a file to be kept in memory cannot be
   *     read, or the address cannot be bound
   */
  static FlowServer start(
      Form form, Path root, InetSocketAddress address, Times times, Mapping mapping)
      throws IOException {
    Pages pages = new Pages(root);
    String algorithm = "flow-server." + form;
    Clojure.var("clojure.core", "require").invoke(Symbol.intern(algorithm));
    IFn serve = Clojure.var(algorithm, "serve");
    Door door = new Door(address, pages, Limits.DEFAULT, times, MOST_CONNECTIONS);
    try {
      Run run = (Run) serve.invoke(door, pages, mapping.sections(), mapping.arcs());
      run.completion().whenComplete((result, failure) -> abort(door));
      return new FlowServer(door, run);
    } catch (Throwable e) {
      // Catches any exception, because Clojure code throws checked exceptions without a
      // declaration.
      abort(door);
      throw e;
    }
  }

  private static void abort(Door door) {
    try {
      door.abort();
    } catch (IOException ignored) {
      // Everything that was opened is closed in any case.
    }
  }

  InetSocketAddress address() {
    return door.address();
  }

  int connections() {
    return door.connections();
  }

  /** Completes when the server has stopped, exceptionally if its flow failed. */
  CompletionStage<Object> ended() {
    return run.completion();
  }

  /**
   * Stops: accepts no more connections, closes those that have not sent a whole request, and
   * answers the others, for at most the time that a client has to take its last response.
   */
  @Override
  public void close() {
    door.close();
    run.await();
  }
}
