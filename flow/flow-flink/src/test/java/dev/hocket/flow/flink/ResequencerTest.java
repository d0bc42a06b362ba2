package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests that packets leave in the order of their numbers. */
class ResequencerTest {
  private static final int COPIES = 4;
  private static final int EACH = 5_000;

  private static Carried packet(long number) {
    return new Carried(number, 0, false, new Object[0]);
  }

  private static List<Long> passed(Resequencer order, long... numbers) {
    List<Long> passed = new ArrayList<>();
    for (long number : numbers) {
      Carried packet = packet(number);
      if (order.isNext(packet)) {
        while (packet != null) {
          passed.add(packet.number);
          packet = order.poll();
        }
      }
    }
    return passed;
  }

  @Test
  void packets_leaveInOrder() {
    Resequencer order = new Resequencer(1, 10);
    assertEquals(List.of(1L, 2L, 3L, 4L), passed(order, 3, 2, 1, 4, 6));
    assertEquals(5, order.next());
    assertThrows(IllegalStateException.class, order::checkEmpty);
    String missing = assertThrows(IllegalStateException.class, order::checkEnd).getMessage();
    assertEquals("1 packets wait for packet 5, which has never come", missing);
    assertEquals(List.of(5L, 6L), passed(order, 5));
    order.checkEnd();
    order.checkEmpty();
  }

  @Test
  void packetsOfCopiesThatTakeTurns_leaveInOrder() {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    Random random = new Random(seed);
    Resequencer order = new Resequencer(1, 100_000);
    // Each copy passes on some packets of its own before another copy's turn comes.
    long[] next = LongStream.rangeClosed(1, COPIES).toArray();
    LongStream.Builder numbers = LongStream.builder();
    for (int left = COPIES * EACH; left > 0; ) {
      int copy = random.nextInt(COPIES);
      for (int i = random.nextInt(500); i >= 0 && next[copy] <= COPIES * EACH; i--, left--) {
        numbers.add(next[copy]);
        next[copy] += COPIES;
      }
    }
    List<Long> expected = LongStream.rangeClosed(1, COPIES * EACH).boxed().toList();
    assertEquals(expected, passed(order, numbers.build().toArray()), () -> "-Dhocket.seed=" + seed);
    order.checkEnd();
  }

  @Test
  void morePacketsThanMayWait_failTheJobByNumber() {
    Resequencer order = new Resequencer(1, 2);
    passed(order, 2, 3);
    String message = assertThrows(Overtaken.class, () -> order.isNext(packet(4))).getMessage();
    assertTrue(message.startsWith("2 packets wait for packet 1"), message);
    assertTrue(message.contains(":free"), message);
  }
}
