package packetizing;

import dev.hocket.events.Action;
import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Makes packets from the chunks of a stream, several at a time, and sends them in the order of the
 * chunks (paper 4, section 6, "Parallel packetizing"). No chunk carries a number: asynchronous
 * receives are served in the order in which they were put on the stream, and each remembers its
 * packet.
 *
 * @param <C> the type of chunks
 * @param <P> the type of packets
 */
public final class Collator<C, P> {
  private final Channel<Optional<C>> stream;
  private final Action<C, P> packetize;

  /**
   * Creates a collator.
   *
   * @param stream the channel of the chunks; an empty one is the end
   * @param packetize makes a packet from a chunk, on its own virtual thread
   */
  public Collator(Channel<Optional<C>> stream, Action<C, P> packetize) {
    this.stream = stream;
    this.packetize = packetize;
  }

  /**
   * Creating this event takes a place on the stream. It yields an event that is ready when the
   * chunk for this place has arrived and its packet has been made. The paper makes a local channel
   * for the packet; a callback event has one inside, which also reports failures.
   */
  private AsyncEvent<Event<Optional<P>>, Optional<P>> packetEvt() {
    return stream.aRecvEvt().aWrap(this::toPacket).callbackEvt();
  }

  private Optional<P> toPacket(Optional<C> chunk) throws InterruptedException {
    return chunk.isEmpty() ? Optional.empty() : Optional.of(packetize.apply(chunk.get()));
  }

  /**
   * Sends the packets of the whole stream, then closes the stream. If a packet could not be made or
   * the network has failed, this method throws the cause, and from then on sending a chunk throws
   * it too.
   *
   * @param parallel the largest number of packets in progress
   * @param network the channel that receives the packets
   * @throws InterruptedException if the calling thread is interrupted
   */
  public void collate(int parallel, Channel<P> network) throws InterruptedException {
    try {
      Queue<Event<Optional<P>>> underWay = new ArrayDeque<>();
      while (underWay.size() < parallel) {
        underWay.add(packetEvt().aSync());
      }
      for (Optional<P> packet; (packet = underWay.remove().sync()).isPresent(); ) {
        network.send(packet.get());
        underWay.add(packetEvt().aSync());
      }
      stream.close();
    } catch (Throwable failure) {
      // fail and not close: threads that have begun to send a chunk would wait for a receiver.
      stream.fail(failure);
      throw failure;
    }
  }
}
