package dev.hocket.casestudies.swerve;

import dev.hocket.events.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Gathers the chunks of file processors into packets, and writes them to one connection. */
public interface NetworkProcessor {

  /**
   * Sends a response with a file: the head, once the first chunk has arrived, and the chunks. The
   * last packet may remain in the {@link PacketWriter}.
   *
   * @param head the bytes before the file
   * @param from where the chunks come
   * @param length how many bytes to receive
   * @return DONE, or why nothing of the response was sent
   * @throws IOException the response has begun and cannot be finished
   * @throws InterruptedException the calling thread was interrupted
   */
  Transfer.End send(ByteBuffer head, Channel<Transfer> from, long length)
      throws IOException, InterruptedException;
}
