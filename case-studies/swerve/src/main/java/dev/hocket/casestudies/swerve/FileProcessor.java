package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Body;
import dev.hocket.events.Channel;

/** Reads files, and notices when a response takes too long. Thread-safe. */
public interface FileProcessor {

  /**
   * Begins to read a part of a file that is not empty.
   *
   * @param part what to read
   * @param watch whose abort ends the transfer early
   * @return the channel of the chunks. The receiver must receive until all bytes have arrived, or
   *     an {@link Transfer.End}
   * @throws InterruptedException the calling thread was interrupted
   */
  Channel<Transfer> read(Body.FilePart part, Watch watch) throws InterruptedException;
}
