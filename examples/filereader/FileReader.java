package filereader;

import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Event;
import dev.hocket.events.MVar;
import filereader.Transfer.Chunk;
import filereader.Transfer.Done;
import filereader.Transfer.Failed;
import filereader.Transfer.Timeout;
import java.io.IOException;
import java.io.InputStream;

/**
 * The file reader of paper 4, figure 10: reads a file ahead of its consumer, and reports a timeout
 * at once on the same channel, even while chunks are waiting. The reading loop hands chunks
 * asynchronously to an arbitrator; the arbitrator gives one chunk to the consumer unless it is time
 * to abort. The arbitrator for the next chunk is the post-consumption action of this one.
 *
 * <p>The structure is the figure's. As printed it does not work; this program corrects four things:
 *
 * <ul>
 *   <li><b>Start.</b> In the figure, only a chunk received by an arbitrator starts an arbitrator,
 *   so none ever starts. Here the program spawns the first one.
 *   <li><b>Order.</b> In the figure, an arbitrator starts when the one before has received its
 *   chunk, not when the consumer has, so it may overtake. Here each arbitrator waits for its turn.
 *   <li><b>Timeout.</b> If a chunk and the timeout are both ready, the figure chooses at random,
 *   and it does not check the timeout while it waits for the consumer. Here the timeout has
 *   priority in both places.
 *   <li><b>Room.</b> The figure chooses between the end and reading on, which is always possible,
 *   so with a slow consumer it reads the whole file ahead. Here reading on needs room, which is
 *   bounded.
 * </ul>
 *
 * <p>The figure also reports nothing to the consumer if the file does not exist.
 */
public final class FileReader {
  /** Opens a file. */
  @FunctionalInterface
  public interface Source {
    /**
     * Opens the file.
     *
     * @return the file, which the reader closes
     * @throws IOException if it cannot be opened
     */
    InputStream open() throws IOException;
  }

  private final Event<?> abort;
  private final Channel<Transfer> consumer;
  private final Channel<Transfer> arIn = new Channel<>("arIn");
  private final Channel<Void> arOut = new Channel<>("arOut");

  /** The places for chunks that may still be read. */
  private final Channel<Void> room;

  /**
   * The turn of the next arbitrator: full when it may work; the value says whether anything is left
   * to do.
   */
  private final MVar<Boolean> turn = new MVar<>(true);

  private FileReader(Event<?> abort, Channel<Transfer> consumer, int ahead) {
    this.abort = abort;
    this.consumer = consumer;
    room = Channel.buffered("room", ahead);
    for (int i = 0; i < ahead; i++) {
      room.aSend(null);
    }
  }

  /**
   * Reads a file, on the calling thread; returns when it has been read or aborted. Chunks may still
   * be on their way to the consumer then. A consumer that wants no more chunks fails the channel.
   *
   * @param file the file
   * @param chunkSize the largest number of bytes in a chunk
   * @param ahead the largest number of chunks that have been read and not been taken by the
   * consumer
   * @param abort the event that aborts the reading; once it is ready it must stay so, like those of
   * {@code atTimeEvt} and of I-variables. The next message to the consumer is then a {@link
   * Timeout}
   * @param consumer the channel of the chunks, followed by one transfer that is not a chunk
   * @throws InterruptedException if the calling thread is interrupted; the consumer gets a {@link
   *     Failed}
   */
  public static void read(
      Source file, int chunkSize, int ahead, Event<?> abort, Channel<Transfer> consumer)
      throws InterruptedException {
    FileReader reader = new FileReader(abort, consumer, ahead);
    spawn(reader::arbitrate);
    try (InputStream opened = file.open()) {
      reader.loop(opened, chunkSize);
    } catch (IOException e) {
      reader.arIn.aSend(new Failed(e));
    } catch (Throwable e) {
      reader.arIn.aSend(new Failed(e));
      throw e;
    }
  }

  private void loop(InputStream file, int chunkSize) throws IOException, InterruptedException {
    while (mayReadOn()) {
      byte[] bytes = file.readNBytes(chunkSize);
      if (bytes.length == 0) {
        arIn.aSend(new Done());
        return;
      }
      sendChunk(new Chunk(bytes));
    }
  }

  private boolean mayReadOn() throws InterruptedException {
    return prefer(arOut.recvEvt().wrap(ended -> false), room.recvEvt().wrap(free -> true)).sync();
  }

  private void sendChunk(Chunk chunk) throws InterruptedException {
    arIn.aSendEvt(chunk).aTap(received -> arbitrate()).aSync();
  }

  private void arbitrate() throws InterruptedException {
    if (turn.take()) {
      turn.put(prefer(abortEvt(), arIn.recvEvt().wrap(this::deliver)).sync());
    }
  }

  /**
   * Returns false if nothing can be delivered any more, because of a timeout or because the
   * consumer has gone.
   */
  private boolean deliver(Transfer transfer) throws InterruptedException {
    Event<Boolean> delivered =
        consumer
            .sendEvt(transfer)
            .wrap(taken -> {
              room.aSend(null);
              return true;
            })
            .wrapHandler(closed -> endReading());
    return prefer(abortEvt(), delivered).sync();
  }

  private Event<Boolean> abortEvt() {
    return abort.wrap(none -> {
      try {
        consumer.aSend(new Timeout());
      } catch (ChannelClosedException gone) {
        // No consumer is left to report it to.
      }
      return endReading();
    });
  }

  private boolean endReading() {
    arOut.aSend(null);
    return false;
  }
}
