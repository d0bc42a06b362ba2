package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** To take a branch that lost out of a queue concerns its neighbours only, however many wait. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnlinkTest {
  private static final int LOSERS = 100_000;
  private static final int FEWER_LOSERS = 20_000;
  private static final int STAY = 100;

  private final Channel<Integer> channel = new Channel<>("contended");
  private final Channel<Integer> way = new Channel<>("way out");

  enum Side {
    SEND,
    RECEIVE
  }

  private WaitQueue queue(Side side) {
    return side == Side.SEND ? channel.senders : channel.receivers;
  }

  private CompletableFuture<Object> waiting(Side side) throws InterruptedException {
    Event<Object> here =
        side == Side.SEND
            ? channel.sendEvt(1).wrap(sent -> "sent")
            : channel.recvEvt().wrap(received -> received);
    return choose(here, way.recvEvt().wrap(out -> out)).toFuture();
  }

  /**
   * Both ends of the queue are cut off for as long as the branch is taken out: whoever looked for
   * it from an end would not find it.
   */
  @ParameterizedTest
  @EnumSource
  void aLoser_isNotLookedFor(Side side) throws Exception {
    Waiter first = add(side);
    Waiter before = add(side);
    CompletableFuture<Object> loser = waiting(side);
    Waiter after = add(side);
    Waiter last = add(side);
    assertSame(last, after.next);
    first.next = null;
    last.previous = null;
    try {
      way.send(0);
      assertEquals(0, loser.get());
      assertSame(after, before.next);
      assertSame(before, after.previous);
    } finally {
      first.next = before;
      last.previous = after;
    }
    assertEquals(4, length(first));
  }

  private Waiter add(Side side) {
    Synchronization waiter = new Synchronization(null, null);
    channel.lock();
    try {
      queue(side).add(waiter);
    } finally {
      channel.unlock();
    }
    return waiter;
  }

  /** With all that stand in the queue, those too that wait no more. */
  private int length(Waiter first) {
    channel.lock();
    try {
      int length = 0;
      for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
        length++;
      }
      return length;
    } finally {
      channel.unlock();
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyLosersInTheMidst_leaveTheQueueAsLongAsItWas(Side side) throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("hocket.seed=" + seed);
    Random random = new Random(seed);
    Waiter first = add(side);
    IntStream.range(0, STAY).forEach(i -> add(side));
    List<CompletableFuture<Object>> losers = new ArrayList<>();
    for (int i = 0; i < LOSERS; i++) {
      losers.add(waiting(side));
    }
    IntStream.range(0, STAY).forEach(i -> add(side));
    assertEquals(1 + STAY + LOSERS + STAY, length(first));
    for (int left = LOSERS; left > 0; left--) {
      int any = random.nextInt(left);
      losers.get(any).cancel(false);
      losers.set(any, losers.get(left - 1));
      if (left % (LOSERS / 10) == 1) {
        assertEquals(1 + STAY + left - 1 + STAY, length(first));
      }
    }
    assertEquals(1 + STAY + STAY, length(first));
  }

  @Test
  void manyLosersOneAfterTheOther_leaveTheQueueAsLongAsItWas() throws Exception {
    Waiter first = add(Side.RECEIVE);
    for (int i = 1; i <= STAY; i++) {
      for (int n = 0; n < FEWER_LOSERS / STAY; n++) {
        CompletableFuture<Object> loser = waiting(Side.RECEIVE);
        way.send(n);
        assertEquals(n, loser.get());
      }
      add(Side.RECEIVE);
      assertEquals(1 + i, length(first));
    }
  }

  @Test
  void aTimerThatLost_leavesNoMoreThanItsHeapKeeps() throws Exception {
    Timers timers = Timers.shared();
    for (int i = 0; i < FEWER_LOSERS; i++) {
      CompletableFuture<Object> loser =
          choose(
                  way.recvEvt().wrap(out -> (Object) out),
                  Events.timeOutEvt(Duration.ofHours(1)).wrap(late -> "late"))
              .toFuture();
      way.send(i);
      assertEquals(i, loser.get());
    }
    assertEquals(0, timers.size());
    assertTrue(timers.cancelled() <= Timers.FIRST_LENGTH, "cancelled " + timers.cancelled());
  }
}
