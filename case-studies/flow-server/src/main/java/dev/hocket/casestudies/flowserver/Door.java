package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.flowserver.Connection.Phase;
import dev.hocket.casestudies.http.DateField;
import dev.hocket.casestudies.http.Limits;
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
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Accepts connections, and holds them between two requests. One thread at a time takes the {@link
 * #next} one; any thread may give one {@link #back} and {@link #close close} the door.
 *
 * <p>A client that is slow to read its response or to close occupies only a place here: the door
 * sends the rest when the socket has room, and waits for the end.
 */
// A connection that the flow has stays registered for reading, because changing that twice for each
// request would cost two system calls. Only if the system reports such a connection (the client has
// sent more, or the flow has not read yet) is its interest removed until it is back.
//
// The thread in next() must not sleep while a given-back connection is queued:
//   next():  (1) sleeps = true   (2) looks whether any is back   (3) sleeps only if there is none
//   back():  (4) puts it into the queue   (5) if sleeps, wakes the selector
// All are volatile, so (2) sees (4) or (5) sees (1).
public final class Door implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final long TICK_NANOS = Duration.ofMillis(500).toNanos();

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

  // Only the thread in next() uses it.
  private final Deque<Connection> ready = new ArrayDeque<>();
  private int connections;
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

  Pages pages() {
    return pages;
  }

  boolean isClosing() {
    return closing;
  }

  /**
   * Where it is.
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
      Connection first = ready.poll();
      if (first != null) {
        return first;
      }
      if (closing && isOver()) {
        return null;
      }
      select();
      tickIfDue();
    }
  }

  /** Takes a connection back after its response, sent or not, or because it is closed. */
  void back(Connection connection) {
    returned.add(connection);
    if (sleeps) {
      selector.wakeup();
    }
  }

  /**
   * Accepts no more connections, and closes those that wait for a request. Those with a request in
   * progress get their response.
   */
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
  }

  private void select() throws IOException {
    sleeps = true;
    try {
      if (returned.isEmpty() && !closing) {
        selector.select(this::onReady, TICK_NANOS / 1_000_000);
      } else if (closing) {
        // After close() only connections that are given back or end matter, so the wait is short.
        selector.select(this::onReady, 10);
      } else {
        selector.selectNow(this::onReady);
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
      // The flow has closed the connection, and will give it back next.
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

  private void admit(SocketChannel socket) throws IOException {
    socket.configureBlocking(false);
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    SelectionKey key = socket.register(selector, SelectionKey.OP_READ);
    Connection connection = new Connection(this, socket, key);
    key.attach(connection);
    connections++;
    enter(connection, Phase.IDLE, SelectionKey.OP_READ, times.request());
  }

  /** Decides where an idle connection waits. */
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
            drop(connection);
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

  private void drop(Connection connection) {
    if (connection.phase != Phase.CLOSED) {
      connection.phase = Phase.CLOSED;
      connection.abort();
      connections--;
    }
  }

  private static long dueIn(Duration limit) {
    return System.nanoTime() + limit.toNanos();
  }

  /** Ends connections past their timeout, and resumes accepting where it had to stop. */
  private void tickIfDue() {
    if (System.nanoTime() - tickDueNanos < 0) {
      return;
    }
    tickDueNanos = System.nanoTime() + TICK_NANOS;
    for (Connection connection : all()) {
      if (connection.phase != Phase.SERVED && connection.isLate()) {
        drop(connection);
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
      endNanos = dueIn(times.linger());
      server.close();
      for (Connection connection : all()) {
        if (connection.phase == Phase.IDLE) {
          drop(connection);
        }
      }
    }
    if (connections > 0 && System.nanoTime() - endNanos < 0) {
      return false;
    }
    abort();
    return true;
  }

  /** Closes everything at once; only while no thread is in {@link #next}. */
  void abort() throws IOException {
    all().forEach(Connection::abort);
    server.close();
    selector.close();
  }

  private List<Connection> all() {
    return selector.keys().stream()
        .filter(key -> key != acceptKey)
        .map(key -> (Connection) key.attachment())
        .toList();
  }
}
