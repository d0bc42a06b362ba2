package dev.hocket.events.io;

import dev.hocket.core.Span;
import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Event;
import dev.hocket.events.steps.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;

/**
 * A listening socket whose connections are events (paper 4, section 6).
 *
 * <pre>{@code
 * IVar<Connection> stop = new IVar<>();
 * try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 1024)) {
 *   Event<Connection> next = choose(acceptor.acceptEvt(), stop.getEvt());
 *   for (Connection connection; (connection = next.sync()) != null; ) {
 *     connection.close();
 *   }
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread. Only {@code sync} of the event and {@link #close}
 * wait.
 */
public final class Acceptor implements AutoCloseable {
  private final ServerSocketChannel channel;
  private final InetSocketAddress address;
  private final Poller poller;
  private final Readiness acceptable;

  /** The event that a client asks for a connection. */
  private final Event<Token> arrival;

  private final Event<Connection> accept;

  private Acceptor(ServerSocketChannel channel, Poller poller) throws IOException {
    this.channel = channel;
    this.poller = poller;
    this.address = (InetSocketAddress) channel.getLocalAddress();
    this.acceptable = new Readiness(poller, "accept on " + address, SelectionKey.OP_ACCEPT);
    this.arrival = acceptable.arrival(this);
    this.accept = arrival.wrap(ready -> accept());
    acceptable.watched(poller.watch(channel, acceptable));
    acceptable.want();
  }

  /**
   * Opens a socket that listens on an address.
   *
   * @param address the address; port 0 for any free port
   * @param backlog the most connections that may wait to be accepted, as a hint to the system
   * @return the socket
   * @throws IOException if the system refuses; the message names the address
   */
  // @SuppressWarnings("resource") // Closed if it does not become the result.
  @SuppressWarnings("resource")
  public static Acceptor bind(SocketAddress address, int backlog) throws IOException {
    Poller poller = Poller.shared();
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.bind(address, backlog);
      return new Acceptor(channel, poller);
    } catch (IOException refused) {
      channel.close();
      throw new IOException("listen on " + address + ": " + refused.getMessage(), refused);
    } catch (UnresolvedAddressException unknown) {
      channel.close();
      throw new IOException("listen on " + address + ": the host is not known", unknown);
    } catch (Throwable failed) {
      channel.close();
      throw failed;
    }
  }

  /**
   * The event of accepting a connection. The connection is accepted after the commit; if the branch
   * is not chosen, the system keeps the connection for the next. If the client has gone in between,
   * the synchronisation waits for another connection, even past a timeout in the same choice.
   *
   * @return the event; it throws an {@link java.io.UncheckedIOException} if the socket is closed or
   *     the system fails, for instance because it has no more descriptors
   */
  public Event<Connection> acceptEvt() {
    return accept;
  }

  /**
   * {@link #acceptEvt} as an asynchronous event: its post-consumption actions get the connection.
   *
   * @return the event
   */
  public AsyncEvent<Void, Connection> aAcceptEvt() {
    return accept.sTrans();
  }

  /**
   * The address on which the socket listens.
   *
   * @return the address, with the port that the system has chosen
   */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Stops listening. Threads that wait for a connection fail; connections that were accepted stay
   * open. The method waits until the poller has released the descriptor, mostly for less than a
   * millisecond, so that the address can be bound again when it returns.
   */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      acceptable.close();
      poller.awaitForgotten();
    }
  }

  private Connection accept() throws InterruptedException {
    while (true) {
      try {
        SocketChannel accepted = channel.accept();
        if (accepted != null) {
          Span.accepted(this, "connection to " + address);
          return Connection.of(accepted);
        }
      } catch (IOException failed) {
        Span.resumes();
        throw acceptable.failed(failed);
      } finally {
        acceptable.want();
      }
      // The client has gone meanwhile.
      arrival.sync();
    }
  }
}
