package dev.hocket.examples.swerve.async;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.examples.swerve.FileStore;
import dev.hocket.examples.swerve.NetworkProcessor;
import dev.hocket.examples.swerve.PacketWriter;
import dev.hocket.examples.swerve.Transfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Asks for chunks ahead, and sends them in the order in which it has asked. */
final class NetworkProcessing implements NetworkProcessor {
  private static final int CHUNKS_AHEAD = 2;

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
    AsyncEvent<Event<Transfer>, Transfer> packet = from.aRecvEvt().callbackEvt(chunk -> chunk);
    Deque<Event<Transfer>> ahead = new ArrayDeque<>();
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
