package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Body;
import dev.hocket.events.Channel;

/** Reads files, and notices when a response takes too long. Thread-safe. */
public interface FileProcessor {

  /**
   * Begins to read a non-empty part of a file.
   *
   * @param part the part to read
   * @param watch the watch whose abort ends the transfer early
   * @return the channel of the chunks. The receiver must receive until all bytes or an {@link
   *     Transfer.End} have arrived
   * @throws InterruptedException if the calling thread is interrupted
   */
  Channel<Transfer> read(Body.FilePart part, Watch watch) throws InterruptedException;
}
