package dev.hocket.casestudies.swerve;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.prefer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * However a response is broken off, its writer ends, and so does the process that reads the file.
 */
@Timeout(300)
class PacketWriterTest {

  /** The only chunk has arrived already; a process that waited for another would wait for ever. */
  @Test
  void aHeadThatCannotBeSent_endsTheResponse() throws Exception {
    Channel<Transfer> from = new Channel<>("chunks");
    from.aSend(new Transfer.Chunk(ByteBuffer.allocate(10), Buffers.NONE));
    SocketChannel socket = SocketChannel.open();
    socket.close();
    Watch watch = new Watch(socket, Site.LONG.toNanos(), 0);
    Buffers packets = new Buffers(PacketWriter.PACKET_BYTES, 1);
    PacketWriter writer = new PacketWriter(socket, watch, packets, Site.LONG.toNanos());
    ByteBuffer head = ByteBuffer.allocate(PacketWriter.PACKET_BYTES);
    assertThrows(IOException.class, () -> writer.relay(head, 10, from::recv));
  }

  /** Otherwise the process that reads the file would wait for ever, with the file open. */
  @Test
  void withoutMemoryForAPacket_allThatComesIsStillReceived() throws Exception {
    Buffers noMemory = new Buffers(-1, 0);
    Channel<Transfer> from = new Channel<>("chunks");
    for (int i = 0; i < 3; i++) {
      from.aSend(new Transfer.Chunk(ByteBuffer.allocate(10), Buffers.NONE));
    }
    try (SocketChannel socket = SocketChannel.open()) {
      Watch watch = new Watch(socket, Site.LONG.toNanos(), 0);
      PacketWriter writer = new PacketWriter(socket, watch, noMemory, Site.LONG.toNanos());
      assertThrows(
          IllegalArgumentException.class,
          () -> writer.relay(ByteBuffer.allocate(5), 30, from::recv));
      assertEquals(0, from.pending());
      assertTrue(prefer(watch.abortEvt().wrap(none -> true), alwaysEvt(false)).sync());
    }
  }
}
