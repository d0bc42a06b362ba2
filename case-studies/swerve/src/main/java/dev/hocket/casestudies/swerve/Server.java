package dev.hocket.casestudies.swerve;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.casestudies.http.DateField;
import dev.hocket.casestudies.http.Documents;
import dev.hocket.casestudies.http.StaticSite;
import dev.hocket.events.Event;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A running server: its modules, and the state that its connections share. */
public final class Server implements Governor {
  private static final int BACKLOG = 4096;
  private static final int IDLE_PACKETS = 1024;
  private static final long LOG_BYTES = 16L << 20;
  private static final int LOG_FILES = 32;

  /** The time for stopped connections to end. */
  private static final Duration LAST_GRACE = Duration.ofSeconds(5);

  final Settings settings;
  final Version version;
  final RecentLookups lookups;
  final StaticSite site;
  final FileProcessor files;
  final Buffers packets = new Buffers(PacketWriter.PACKET_BYTES, IDLE_PACKETS);
  final DateField date = new DateField(InstantSource.system());
  final TimeoutManager timeouts;
  final Log log;
  private final ServerSocketChannel socket;
  private final Listener listener;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  private Server(Settings settings, Version version, Runnable exit) throws IOException {
    this.settings = settings;
    this.version = version;
    lookups =
        new RecentLookups(
            new Documents(settings.root(), InstantSource.system()),
            settings.lookupValid().toNanos());
    site = new StaticSite(lookups);
    files = version.files(new FileStore(settings.cacheBytes()));
    Optional<LogFile> file = Optional.empty();
    if (settings.log().isPresent()) {
      file = Optional.of(new LogFile(settings.log().get(), LOG_BYTES, LOG_FILES));
    }
    socket = listenAt(settings.address(), settings.port());
    // Nothing fails after this point, so no process is left running.
    log = file.map(lines -> version.log(lines, exit)).orElseGet(() -> new ErrorLog(exit));
    timeouts = version.timeouts(settings.times().interval());
    Door door = new Door(socket, e -> note("no connection can be accepted for now: " + e));
    int most = Math.min(settings.mostConnections(), Descriptors.connections());
    listener = version.listener(door, most, this);
  }

  /**
   * Starts a server.
   *
   * @param settings the directory to serve, and the limits
   * @param version the lock-step or the asynchronous version
   * @param exit ends the program after a failure that the server cannot survive
   * @return the server, which accepts connections
   * @throws IOException if the directory does not exist, or the address cannot be bound
   */
  public static Server start(Settings settings, Version version, Runnable exit) throws IOException {
    Server server = new Server(settings, version, exit);
    server.listener.start();
    return server;
  }

  private static ServerSocketChannel listenAt(String address, int port) throws IOException {
    ServerSocketChannel socket = ServerSocketChannel.open();
    try {
      return socket.bind(new InetSocketAddress(address, port), BACKLOG);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw new IOException("cannot listen on " + address + ":" + port + ": " + e, e);
    }
  }

  /**
   * The address on which the server listens.
   *
   * @return the address and port it was bound to
   * @throws IOException if the server has been stopped
   */
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) socket.getLocalAddress();
  }

  /**
   * The number of open connections.
   *
   * @return a number that may be outdated when it is read
   */
  public int connections() {
    return connections.size();
  }

  /**
   * The number of open connections that wait for a request of which nothing has been read yet.
   *
   * @return a number that may be outdated when it is read
   */
  public int idleConnections() {
    return (int) connections.stream().filter(Connection::isIdle).count();
  }

  /** Writes a line into the log. */
  void note(String what) {
    try {
      log.write(Entry.note(what));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isStopping() {
    return stopping;
  }

  @Override
  public void govern(SocketChannel client) {
    try (client) {
      Connection connection = new Connection(this, client);
      connections.add(connection);
      try {
        connection.run();
      } finally {
        connections.remove(connection);
      }
    } catch (IOException ignored) {
      // The call to close throws this, and releases the descriptor nevertheless.
    }
  }

  @Override
  public void fail(Throwable failure) {
    try {
      log.fatal(Entry.note("the listener failed, so the server ends: " + failure), () -> endAll());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stops: accepts no more connections, closes those that wait for another request, lets the others
   * finish their response within the grace time, then closes the remaining ones.
   *
   * @return the number of connections that were closed before they had finished
   * @throws InterruptedException if the calling thread is interrupted; connections continue
   */
  public int stop() throws InterruptedException {
    stopping = true;
    listener.stop();
    connections.forEach(Connection::stop);
    int unfinished = 0;
    if (!hasEnded(settings.times().grace())) {
      unfinished = connections.size();
      endAll();
      hasEnded(LAST_GRACE);
    }
    timeouts.stop();
    log.close();
    return unfinished;
  }

  private boolean hasEnded(Duration within) throws InterruptedException {
    Event<Boolean> ended = listener.endedEvt().wrap(none -> true);
    return choose(ended, timeOutEvt(within).wrap(none -> false)).sync();
  }

  private void endAll() {
    connections.forEach(Connection::kill);
  }
}
