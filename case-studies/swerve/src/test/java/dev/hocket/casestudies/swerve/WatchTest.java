package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Events;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class WatchTest {
  private static final long LATER = Long.MAX_VALUE >> 3;
  private ServerSocketChannel listener;
  private SocketChannel client;
  private SocketChannel socket;
  private Watch watch;

  @BeforeEach
  void connect() throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    client = SocketChannel.open(listener.getLocalAddress());
    socket = listener.accept();
    watch = new Watch(socket, 0, Site.LONG.toNanos());
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    client.close();
    listener.close();
  }

  private boolean isAborted() throws InterruptedException {
    return Events.prefer(watch.abortEvt().wrap(none -> true), Events.alwaysEvt(false)).sync();
  }

  @Test
  void beforeItsTime_nothingHappens() throws Exception {
    assertTrue(watch.enter(Watch.Phase.WRITING, Watch.now() + Site.LONG.toNanos()));
    assertFalse(watch.look(Watch.now()));
    assertFalse(watch.isExpired());
    assertTrue(watch.enter(Watch.Phase.IDLE, LATER));
  }

  @Test
  void reading_endsAsIfTheClientHadClosed() throws Exception {
    Thread late = Thread.startVirtualThread(() -> watch.look(Watch.now()));
    assertEquals(-1, socket.read(ByteBuffer.allocate(1)));
    late.join();
    assertTrue(watch.isExpired());
    assertFalse(watch.enter(Watch.Phase.WRITING, LATER));
    assertFalse(isAborted());
    watch.renew(Watch.Phase.WRITING, LATER);
    assertEquals(1, socket.write(ByteBuffer.wrap(new byte[] {1})));
  }

  @Test
  void writing_endsByClosing_andTheResponseIsAborted() throws Exception {
    assertTrue(watch.enter(Watch.Phase.WRITING, 0));
    watch.look(Watch.now());
    assertFalse(socket.isOpen());
    assertTrue(isAborted());
  }

  @Test
  void idle_sendsNoMore_thenEndsIfTheClientDoesNotClose() throws Exception {
    assertEquals(1, socket.write(ByteBuffer.wrap(new byte[1])));
    assertTrue(watch.enter(Watch.Phase.IDLE, 0));
    long now = Watch.now();
    watch.look(now);
    assertFalse(watch.isIdle());
    assertFalse(watch.isExpired());
    assertTrue(socket.isOpen());
    assertFalse(watch.enter(Watch.Phase.WRITING, LATER));
    ByteBuffer two = ByteBuffer.allocate(2);
    assertEquals(List.of(1, -1), List.of(client.read(two), client.read(two)));
    watch.look(now + Site.LONG.toNanos() + 1);
    assertTrue(watch.isExpired());
    assertFalse(socket.isOpen());
  }

  @Test
  void onlyIdleOnes_readNoMoreWhenTheServerStops() throws Exception {
    watch.stopIfIdle();
    assertTrue(watch.enter(Watch.Phase.IDLE, LATER));
    assertTrue(watch.isIdle());
    watch.stopIfIdle();
    assertFalse(watch.isIdle());
    assertEquals(-1, socket.read(ByteBuffer.allocate(1)));
    assertFalse(watch.enter(Watch.Phase.READING, LATER));
  }

  @Test
  void aStoppedOne_answersWhatItHadRead_withinItsTime() throws Exception {
    assertTrue(watch.enter(Watch.Phase.IDLE, LATER));
    watch.stopIfIdle();
    assertFalse(watch.isExpired());
    assertTrue(watch.enter(Watch.Phase.WRITING, 0));
    assertEquals(1, socket.write(ByteBuffer.wrap(new byte[] {1})));
    watch.look(Watch.now());
    assertTrue(watch.isExpired());
  }

  @Test
  void anEndedConnection_isNotCheckedAgain() {
    watch.end();
    assertTrue(watch.look(Watch.now()));
    watch.stopIfIdle();
    assertFalse(watch.isExpired());
  }

  @Test
  void eitherANewPhaseOrTheExpiryIsFirst_andTheOtherFails() throws Exception {
    for (int round = 0; round < 2000; round++) {
      watch.renew(Watch.Phase.READING, 0);
      CyclicBarrier start = new CyclicBarrier(2);
      Thread manager =
          Thread.startVirtualThread(() -> {
            try {
              start.await();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
            watch.look(Watch.now());
          });
      start.await();
      boolean moved = watch.enter(Watch.Phase.READING, LATER);
      manager.join();
      assertEquals(!moved, watch.isExpired());
    }
  }
}
