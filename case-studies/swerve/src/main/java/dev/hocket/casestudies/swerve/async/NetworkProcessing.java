package dev.hocket.casestudies.swerve.async;

import dev.hocket.casestudies.swerve.FileStore;
import dev.hocket.casestudies.swerve.NetworkProcessor;
import dev.hocket.casestudies.swerve.PacketWriter;
import dev.hocket.casestudies.swerve.Transfer;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Receives chunks asynchronously, ahead of their use, and sends them in the order of the receives.
 */
final class NetworkProcessing implements NetworkProcessor {
  private static final int CHUNKS_AHEAD = 1;

  private final PacketWriter writer;

  NetworkProcessing(PacketWriter writer) {
    this.writer = writer;
  }

  @Override
  public Transfer.End send(ByteBuffer head, Channel<Transfer> from, long length)
      throws IOException, InterruptedException {
    if (length <= FileStore.CHUNK_BYTES) {
      return writer.relay(head, length, from::recv);
    }
    var packet = from.aRecvEvt().callbackEvt();
    var ahead = new ArrayDeque<Event<Transfer>>();
    return writer.relay(
        head,
        length,
        () -> {
          while (ahead.size() <= CHUNKS_AHEAD) {
            ahead.add(packet.aSync());
          }
          return ahead.remove().sync();
        });
  }
}
