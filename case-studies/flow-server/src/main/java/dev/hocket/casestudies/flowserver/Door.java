package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.flowserver.Connection.Phase;
import dev.hocket.casestudies.http.DateField;
import dev.hocket.casestudies.http.Limits;
import dev.hocket.casestudies.http.ThreadSafe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Accepts connections, and holds them between two requests. One thread at a time calls {@link
 * #next} to take a connection; any thread may give a connection {@link #back} and {@link #close
 * close} the door.
 *
 * <p>A client that is slow to read its response or to close occupies only a place here: the door
 * sends the rest when the socket has room, and waits for the end.
 */
// A connection that the flow uses stays registered for reading, because changing the registration
// twice for each request would cost two system calls. If the selector reports such a connection
// (the client has sent more, or the flow has not read yet), the door removes its interest until it
// is back.
//
// The thread in next() must not sleep while a given-back connection is queued:
//   next():  (1) sleeps = true   (2) checks whether any is back   (3) sleeps only if there is none
//   back():  (4) puts it into the queue   (5) if sleeps, wakes the selector
// All are volatile, so (2) sees (4) or (5) sees (1).
@ThreadSafe
public final class Door implements AutoCloseable {
  private static final int BACKLOG = 4096;

  /**
   * The part of a response that the system holds for a client that reads slowly. By default it
   * holds megabytes, and the server could not see whether the client reads any of them.
   */
  private static final int SEND_BUFFER_BYTES = 128 * 1024;

  private static final long TICK_NANOS = Duration.ofMillis(500).toNanos();

  /** The number of pipelined requests that may pass before the door checks other connections. */
  private static final int MOST_IN_A_ROW = 64;

  private final Limits limits;
  private final Times times;
  private final int mostConnections;
  private final DateField date = new DateField(InstantSource.system());
  private final Pages pages;
  private final ServerSocketChannel server;
  private final Selector selector = Selector.open();
  private final SelectionKey acceptKey;
  private final Queue<Connection> returned = new ConcurrentLinkedQueue<>();
  private volatile boolean sleeps;
  private volatile boolean closing;

  /** The selectors of threads that wait for the rest of a request. */
  private final Set<Selector> waiting = ConcurrentHashMap.newKeySet();

  /** The number of open connections; only the thread in next() writes it. */
  private volatile int connections;

  // Only the thread in next() uses it.
  private final Deque<Connection> ready = new ArrayDeque<>();
  private int inARow;
  private long tickDueNanos = System.nanoTime() + TICK_NANOS;
  private long endNanos;

  /**
   * Opens a door.
   *
   * @throws IOException the address cannot be bound
   */
  Door(InetSocketAddress address, Pages pages, Limits limits, Times times, int mostConnections)
      throws IOException {
    this.pages = pages;
    this.limits = limits;
    this.times = times;
    this.mostConnections = mostConnections;
    server = ServerSocketChannel.open();
    try {
      server.bind(address, BACKLOG).configureBlocking(false);
    } catch (IOException | RuntimeException e) {
      server.close();
      selector.close();
      throw new IOException("cannot listen on " + address + ": " + e, e);
    }
    acceptKey = server.register(selector, SelectionKey.OP_ACCEPT);
  }

  Limits limits() {
    return limits;
  }

  DateField date() {
    return date;
  }

  /** How many connections are open; the number may be stale by the time it is read. */
  int connections() {
    return connections;
  }

  Pages pages() {
    return pages;
  }

  boolean isClosing() {
    return closing;
  }

  /**
   * Returns the address.
   *
   * @return the address and port it was bound to
   */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.socket().getLocalSocketAddress();
  }

  /**
   * Waits for a connection on which a request begins to arrive.
   *
   * @return the connection, or null after {@link #close}, when no connection is left
   * @throws IOException the system failed, or the thread was interrupted in the middle
   * @throws InterruptedException the thread was interrupted; all connections are closed
   */
  Connection next() throws IOException, InterruptedException {
    while (true) {
      if (Thread.interrupted()) {
        abort();
        throw new InterruptedException("the flow that serves has been cancelled");
      }
      for (Connection back = returned.poll(); back != null; back = returned.poll()) {
        settle(back);
      }
      if (!ready.isEmpty() && inARow++ < MOST_IN_A_ROW) {
        return ready.poll();
      }
      if (closing && isOver()) {
        return null;
      }
      inARow = 0;
      select();
      tickIfDue();
    }
  }

  /**
   * Takes a connection back after its response has been sent in whole or in part, or because the
   * connection is closed.
   */
  void back(Connection connection) {
    returned.add(connection);
    if (sleeps) {
      selector.wakeup();
    }
  }

  /** Registers a selector that {@link #close} must wake. */
  void wakeAtClosing(Selector selector) {
    waiting.add(selector);
  }

  void wakeNoMore(Selector selector) {
    waiting.remove(selector);
  }

  /**
   * Accepts no more connections. The server answers complete requests; it closes connections
   * without a complete request.
   */
  // A thread that waits for the rest of a request: (1) adds its selector (2) reads closing (3)
  // waits.
  // This one: (4) writes closing (5) wakes the selectors. So (2) sees (4), or (5) sees (1), and a
  // selector that was woken before it waits does not wait.
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    waiting.forEach(Selector::wakeup);
  }

  private void select() throws IOException {
    sleeps = true;
    try {
      if (!returned.isEmpty() || !ready.isEmpty()) {
        selector.selectNow(this::onReady);
      } else if (closing) {
        // After close() the door waits only for connections to come back or end, so it checks
        // often.
        selector.select(this::onReady, 10);
      } else {
        selector.select(this::onReady, TICK_NANOS / 1_000_000);
      }
    } finally {
      sleeps = false;
    }
  }

  private void onReady(SelectionKey key) {
    if (key == acceptKey) {
      accept();
      return;
    }
    Connection connection = (Connection) key.attachment();
    try {
      switch (connection.phase) {
        case SERVED -> key.interestOps(0);
        case IDLE -> serve(connection);
        case WRITING -> {
          connection.dueNanos = dueIn(times.write());
          if (connection.flush()) {
            settle(connection);
          }
        }
        case LINGERING -> {
          if (connection.discard()) {
            drop(connection);
          }
        }
        case CLOSED -> {}
      }
    } catch (CancelledKeyException closed) {
      // The flow has closed the connection and will give it back soon.
    } catch (IOException gone) {
      drop(connection);
    }
  }

  private void accept() {
    try {
      SocketChannel socket = connections < mostConnections ? server.accept() : null;
      while (socket != null) {
        admit(socket);
        socket = connections < mostConnections ? server.accept() : null;
      }
      if (connections >= mostConnections) {
        acceptKey.interestOps(0);
      }
    } catch (IOException tooManyFiles) {
      // Accepting can succeed only after some connection has ended, so it is not retried before.
      acceptKey.interestOps(0);
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  private void admit(SocketChannel socket) throws IOException {
    socket.configureBlocking(false);
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    socket.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
    SelectionKey key = socket.register(selector, SelectionKey.OP_READ);
    Connection connection = new Connection(this, socket, key);
    key.attach(connection);
    connections = connections + 1;
    enter(connection, Phase.IDLE, SelectionKey.OP_READ, times.request());
  }

  /** Decides in which phase a connection waits at the door. */
  private void settle(Connection connection) {
    if (!connection.isOpen()) {
      drop(connection);
      return;
    }
    try {
      switch (connection.next()) {
        case WRITING -> enter(connection, Phase.WRITING, SelectionKey.OP_WRITE, times.write());
        case LINGERING -> enter(connection, Phase.LINGERING, SelectionKey.OP_READ, times.linger());
        case IDLE -> {
          if (closing) {
            serveOrDrop(connection);
          } else {
            enter(connection, Phase.IDLE, SelectionKey.OP_READ, times.idle());
          }
        }
        default -> serve(connection);
      }
    } catch (IOException gone) {
      drop(connection);
    }
  }

  private void enter(Connection connection, Phase phase, int interest, Duration limit) {
    connection.phase = phase;
    connection.dueNanos = dueIn(limit);
    if (connection.key().interestOps() != interest) {
      connection.key().interestOps(interest);
    }
  }

  private void serve(Connection connection) {
    connection.phase = Phase.SERVED;
    connection.dueNanos = dueIn(times.request());
    ready.add(connection);
  }

  /** After {@link #close}, a connection answers at most one request that has already been sent. */
  private void serveOrDrop(Connection connection) throws IOException {
    if (connection.hasInput()) {
      serve(connection);
    } else {
      drop(connection);
    }
  }

  /**
   * Ends a connection past its timeout. After its last response a client gets time to read it. A
   * connection whose client does not read is reset, because after a close the system would keep it
   * for minutes.
   */
  private void expire(Connection connection) {
    try {
      if (connection.phase == Phase.IDLE) {
        connection.sendNoMore();
        enter(connection, Phase.LINGERING, SelectionKey.OP_READ, times.linger());
        return;
      }
      connection.forgetUnread();
    } catch (IOException gone) {
      // Nothing is left to send.
    }
    drop(connection);
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  private void drop(Connection connection) {
    if (connection.phase != Phase.CLOSED) {
      connection.phase = Phase.CLOSED;
      connection.abort();
      connections = connections - 1;
    }
  }

  private static long dueIn(Duration limit) {
    return System.nanoTime() + limit.toNanos();
  }

  /** Ends connections past their timeout, and resumes accepting if it had to stop. */
  private void tickIfDue() {
    if (System.nanoTime() - tickDueNanos < 0) {
      return;
    }
    tickDueNanos = System.nanoTime() + TICK_NANOS;
    for (Connection connection : all()) {
      if (connection.phase != Phase.SERVED && connection.isLate()) {
        expire(connection);
      }
    }
    if (!closing && connections < mostConnections) {
      acceptKey.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  /**
   * After {@link #close}: whether no connection is left. Those past the grace time are closed
   * first.
   */
  private boolean isOver() throws IOException {
    if (endNanos == 0) {
      endNanos = dueIn(times.grace());
      accept();
      server.close();
      for (Connection connection : all()) {
        if (connection.phase == Phase.IDLE) {
          settle(connection);
        }
      }
    }
    if (connections > 0 && System.nanoTime() - endNanos < 0) {
      return false;
    }
    abort();
    return true;
  }

  /**
   * Closes everything at once. Only the thread in {@link #next} may call this, or any thread while
   * none is there.
   */
  void abort() throws IOException {
    server.close();
    if (selector.isOpen()) {
      for (Connection back = returned.poll(); back != null; back = returned.poll()) {
        drop(back);
      }
      for (Connection connection : all()) {
        if (connection.phase == Phase.SERVED) {
          connection.hangUp();
        } else {
          drop(connection);
        }
      }
      selector.close();
    }
  }

  private List<Connection> all() {
    return selector.keys().stream()
        .filter(key -> key != acceptKey)
        .map(key -> (Connection) key.attachment())
        .toList();
  }
}
