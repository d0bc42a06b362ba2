package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests asynchronous and synchronous sends that wait for a receiver together: they are received in
 * one order, in whatever form the channel stores them.
 */
@Timeout(300)
class PendingSendsTest {
  @ParameterizedTest
  @EnumSource
  void sendsOfAllKinds_areReceivedInTheOrderInWhichTheyCame(ChannelKind kind) throws Exception {
    Channel<Integer> channel = kind.make("mixed");
    long seed = new Random().nextLong();
    System.out.println("PendingSendsTest, seed " + seed);
    Random random = new Random(seed);
    List<Running<?>> senders = new ArrayList<>();
    for (int sent = 0, received = 0; received < 2_000; ) {
      if (sent < 2_000 && sent - received < 60 && random.nextBoolean()) {
        int value = sent++;
        switch (random.nextInt(6)) {
          case 0 -> senders.add(Running.start(() -> send(channel, value)));
          case 1 -> channel.aSendEvt(value).aWrap(gone -> gone).aSync();
          default -> channel.aSend(value);
        }
        int pending = sent - received;
        Eventually.holds(() -> channel.pending() == pending);
      } else if (received < sent) {
        assertEquals(received++, channel.recv());
      }
    }
    for (Running<?> sender : senders) {
      sender.get();
    }
  }

  /** More sends are pending than the back-off of a thread takes into account. */
  @Test
  void aBacklog_isReceivedOnceAndInTheOrderOfEachSender() throws Exception {
    int senders = 4;
    int each = 20_000;
    Mailbox<Integer> mailbox = new Mailbox<>("backlog");
    List<Running<?>> sending = new ArrayList<>();
    for (int sender = 0; sender < senders; sender++) {
      int first = sender;
      sending.add(
          Running.start(() -> {
            for (int i = 0; i < each; i++) {
              mailbox.send(i * senders + first);
            }
            return null;
          }));
    }
    Eventually.holds(() -> mailbox.pending() > 2_000);
    int[] next = new int[senders];
    for (int i = 0; i < senders * each; i++) {
      int value = mailbox.recv();
      assertEquals(next[value % senders]++, value / senders);
    }
    for (Running<?> sender : sending) {
      sender.get();
    }
    assertEquals(0, mailbox.pending());
  }

  private static Void send(Channel<Integer> channel, int value) throws InterruptedException {
    channel.send(value);
    return null;
  }

  @Test
  void aSenderBehindThem_waitsUntilItsOwnValueIsReceived() throws Exception {
    Channel<Integer> channel = new Channel<>("behind");
    channel.aSend(1);
    channel.aSend(2);
    Running<Void> sender = Running.start(() -> send(channel, 3));
    Eventually.holds(() -> channel.pending() == 3);
    assertEquals(1, channel.recv());
    assertEquals(2, channel.recv());
    assertFalse(sender.isDone());
    assertEquals(3, channel.recv());
    sender.get();
  }

  @Test
  void aSenderToABuffer_waitsUntilThereIsRoomBehindThem() throws Exception {
    Channel<Integer> channel = Channel.buffered("behind", 2);
    IntStream.range(0, 5).forEach(channel::aSend);
    assertFalse(channel.sendPoll(5));
    Running<Void> sender = Running.start(() -> send(channel, 5));
    Eventually.holds(() -> channel.pending() == 6);
    for (int value = 0; value < 3; value++) {
      assertEquals(value, channel.recv());
    }
    assertFalse(sender.isDone());
    assertEquals(3, channel.recv());
    sender.get();
    assertEquals(List.of(4, 5), List.of(channel.recv(), channel.recv()));
  }

  @Test
  void nullsCanBeAmongPendingSends() throws Exception {
    Channel<String> channel = new Channel<>("nulls");
    Arrays.asList(null, "a", null).forEach(channel::aSend);
    assertEquals(
        Arrays.asList(null, "a", null),
        Arrays.asList(channel.recv(), channel.recv(), channel.recv()));
  }

  @Test
  void aChannelThatHeldManyValues_releasesTheirMemory() throws Exception {
    Channel<Integer> channel = new Channel<>("many");
    int many = 1_000_000;
    long before = used();
    for (int i = 0; i < many; i++) {
      channel.aSend(i % 100);
    }
    long held = used() - before;
    System.out.println(many + " pending asynchronous sends hold " + held + " bytes");
    assertTrue(held < 10L * many, held + " bytes");
    for (int i = 0; i < many; i++) {
      assertEquals(i % 100, channel.recv());
    }
    long left = used() - before;
    // Threads of other tests in this JVM may sometimes hold a megabyte.
    assertTrue(left < held / 2, left + " bytes of " + held);
  }

  @Test
  void aPendingAsynchronousSend_holdsAtMost100Bytes() throws Exception {
    Channel<Integer> channel = new Channel<>("many events");
    AsyncEvent<Void, Void> send = channel.aSendEvt(1);
    int many = 500_000;
    long before = used();
    for (int i = 0; i < many; i++) {
      send.aSync();
    }
    long bytes = (used() - before) / many;
    assertEquals(many, channel.pending());
    assertTrue(bytes <= 100, bytes + " bytes");
  }

  /**
   * Measures the used heap after four collections, because only every fourth full collection of the
   * serial collector leaves no dead object.
   */
  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
