package dev.hocket.casestudies.swerve;

import dev.hocket.events.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Gathers the chunks of file processors into packets, and writes them to one connection. */
public interface NetworkProcessor {

  /**
   * Sends a response with a file: the head, once the first chunk has arrived, and then the chunks.
   * The last packet may remain in the {@link PacketWriter}.
   *
   * @param head the bytes before the file
   * @param from the channel of the chunks
   * @param length the number of bytes to receive
   * @return DONE, or the reason why nothing of the response was sent
   * @throws IOException if the response has begun and cannot be finished
   * @throws InterruptedException if the calling thread is interrupted
   */
  Transfer.End send(ByteBuffer head, Channel<Transfer> from, long length)
      throws IOException, InterruptedException;
}
