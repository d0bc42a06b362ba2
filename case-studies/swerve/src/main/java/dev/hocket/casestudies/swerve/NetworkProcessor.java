package dev.hocket.casestudies.swerve;

import dev.hocket.events.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Makes packets of what file processors send, and writes them to one connection. */
public interface NetworkProcessor {

  /**
   * Sends a response with a file in it: the head, once it is known that there is something to
   * follow, and the chunks. The last packet may remain in the {@link PacketWriter}.
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
