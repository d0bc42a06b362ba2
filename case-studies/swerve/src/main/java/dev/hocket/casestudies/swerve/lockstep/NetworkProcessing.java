package dev.hocket.casestudies.swerve.lockstep;

import dev.hocket.casestudies.swerve.NetworkProcessor;
import dev.hocket.casestudies.swerve.PacketWriter;
import dev.hocket.casestudies.swerve.Transfer;
import dev.hocket.events.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives a chunk and sends it, then receives the next one. */
final class NetworkProcessing implements NetworkProcessor {
  private final PacketWriter writer;

  NetworkProcessing(PacketWriter writer) {
    this.writer = writer;
  }

  @Override
  public Transfer.End send(ByteBuffer head, Channel<Transfer> from, long length)
      throws IOException, InterruptedException {
    return writer.relay(head, length, from::recv);
  }
}
