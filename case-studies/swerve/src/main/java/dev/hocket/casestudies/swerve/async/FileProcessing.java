package dev.hocket.casestudies.swerve.async;

import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.spawn;

import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.swerve.FileProcessor;
import dev.hocket.casestudies.swerve.FileStore;
import dev.hocket.casestudies.swerve.Reading;
import dev.hocket.casestudies.swerve.Transfer;
import dev.hocket.casestudies.swerve.Watch;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.Overflow;
import java.io.IOException;

/**
 * Sends chunks to the network processor without waiting: the chunk of a small file immediately,
 * those of other files ahead of their use.
 */
final class FileProcessing implements FileProcessor {
  private static final int CHUNKS_AHEAD = 1;

  private final FileStore store;

  FileProcessing(FileStore store) {
    this.store = store;
  }

  @Override
  public Channel<Transfer> read(Body.FilePart part, Watch watch) throws InterruptedException {
    boolean atOnce = part.length() <= FileStore.CHUNK_BYTES;
    Channel<Transfer> to =
        atOnce ? new Channel<>() : Channel.limited("chunks", CHUNKS_AHEAD, Overflow.WAIT);
    if (atOnce) {
      transfer(part, watch, to);
    } else {
      spawn(() -> transfer(part, watch, to));
    }
    return to;
  }

  private void transfer(Body.FilePart part, Watch watch, Channel<Transfer> to)
      throws InterruptedException {
    try (Reading file = store.open(part)) {
      while (file.hasNext()) {
        send(file.next(), file, watch, to);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      to.aSendEvt(Transfer.End.of(e)).aSync();
    }
  }

  /** Sends a chunk. After the timeout it sends an end instead, and stops reading. */
  private static void send(Transfer.Chunk chunk, Reading file, Watch watch, Channel<Transfer> to)
      throws InterruptedException {
    Event<Void> taken = to.sendEvt(chunk);
    // A single chunk needs no wait for earlier ones.
    Event<Void> sent = file.isOneChunk() ? taken : prefer(timeOut(file, watch, to), taken);
    sent.sTrans().aSync();
  }

  private static Event<Void> timeOut(Reading file, Watch watch, Channel<Transfer> to) {
    return watch
        .abortEvt()
        .wrap(none -> {
          if (file.stop()) {
            to.aSendEvt(Transfer.End.ABORTED).aSync();
          }
          return null;
        });
  }
}
