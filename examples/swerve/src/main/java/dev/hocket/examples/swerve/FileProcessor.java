package dev.hocket.examples.swerve;

import dev.hocket.events.Channel;
import dev.hocket.examples.http.Body;

/** Reads files, and notices when a response takes too long. Thread-safe. */
public interface FileProcessor {

  /**
   * Begins to read a part of a file that is not empty.
   *
   * @param part what to read
   * @param watch whose abort ends the transfer early
   * @return where the chunks come. Whoever receives goes on to do so until all bytes have come, or
   *     an {@link Transfer.End}
   * @throws InterruptedException the calling thread was interrupted
   */
  Channel<Transfer> read(Body.FilePart part, Watch watch) throws InterruptedException;
}
