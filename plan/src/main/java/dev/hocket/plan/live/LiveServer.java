package dev.hocket.plan.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hocket.plan.advise.Advice;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Shows the report on a running program, read-only, to browsers on this machine and to no others.
 *
 * <pre>{@code
 * Advice.Question question = new Advice.Question(8, Goal.MEAN, 0.9, Map.of());
 * try (LiveServer server = LiveServer.start(8000, 12345, "my program", question)) {
 *   System.out.println(server.address());
 *   server.awaitEndOfProgram();
 * }
 * }</pre>
 */
public final class LiveServer implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final int THREADS = 4;
  private static final int MOST_WAITING = 16;

  private final HttpServer server;
  private final LiveReport report;
  private final ThreadPoolExecutor threads;
  private final ProcessHandle program;

  static {
    // Limits of the JDK's server, which it reads once: in seconds, and connections.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.maxRspTime", "60");
    System.setProperty("jdk.httpserver.maxConnections", "64");
  }

  private LiveServer(HttpServer server, LiveReport report, ProcessHandle program) {
    this.server = server;
    this.report = report;
    this.program = program;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MOST_WAITING),
            work -> {
              Thread thread = new Thread(work, "hocket-live");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Begins to record the program and to answer browsers.
   *
   * @param port a port of this machine's loopback address; 0 for any free port
   * @param pid the program, a JVM of the same user
   * @param name the program's name on the page
   * @param question the question about sizes of pools
   * @return the server, to be closed
   * @throws LiveException if the port is in use, or the program cannot be recorded
   */
  public static LiveServer start(int port, long pid, String name, Advice.Question question)
      throws LiveException {
    HttpServer server = bound(port);
    try {
      LiveReport report = LiveReport.of(pid, name, question, PAUSE);
      LiveServer live = new LiveServer(server, report, ProcessHandle.of(pid).orElseThrow());
      server.createContext("/", live::answer);
      server.setExecutor(live.threads);
      server.start();
      return live;
    } catch (LiveException | RuntimeException e) {
      server.stop(0);
      throw e;
    }
  }

  private static HttpServer bound(int port) throws LiveException {
    try {
      return HttpServer.create(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MOST_WAITING);
    } catch (BindException e) {
      throw new LiveException(
          "port " + port + " is in use or not permitted; name another, or 0 for any that is free",
          e);
    } catch (IOException e) {
      throw new LiveException("port " + port + " cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the address of the page.
   *
   * @return an address of this machine
   */
  public URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
  }

  /** Waits until the program has ended. */
  public void awaitEndOfProgram() {
    program.onExit().join();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      String method = exchange.getRequestMethod();
      // Otherwise a page of another site could read this one through a host name of this machine.
      if (!isLocal(exchange.getRequestHeaders().getFirst("Host"))) {
        refuse(exchange, 403, "This page is for browsers on its own machine, at localhost.");
      } else if (!exchange.getRequestURI().getPath().equals("/")) {
        refuse(exchange, 404, "There is one page, at /.");
      } else if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        refuse(exchange, 405, "This page can only be read.");
      } else {
        show(exchange, method.equals("HEAD"));
      }
    }
  }

  private static boolean isLocal(String host) {
    return host != null && HOSTS.contains(host.replaceFirst(":\\d+$", ""));
  }

  private void show(HttpExchange exchange, boolean headOnly) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange
        .getResponseHeaders()
        .set(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src"
                + " 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    if (headOnly) {
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    send(exchange, 200, report.page());
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    send(exchange, status, why + "\n");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  /** Ends the recording in the program, and answers no more. */
  @Override
  public void close() {
    report.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
