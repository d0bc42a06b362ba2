package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.channels.QueuesPeek;
import dev.hocket.events.timers.TimersPeek;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.WaiterPeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a branch that was not chosen leaves its queue at once, at any position, and that the
 * others keep their order.
 */
@Timeout(300)
class LosersTest {
  private static final int WAITING = 5;

  /** The ways in which a branch at this channel can end without being chosen. */
  enum Loss {
    ANOTHER_BRANCH,
    INTERRUPT,
    WITHDRAWAL
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void remainingReceivers_areServedInOrder(Loss loss) throws Exception {
    Random random = new Random(1);
    for (int losers = 0; losers < 1 << WAITING; losers++) {
      receiveWithLosers(loss, losers, random);
    }
  }

  private static void receiveWithLosers(Loss loss, int losers, Random random) throws Exception {
    Channel<Integer> channel = new Channel<>("contended");
    List<One> all = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      Channel<Integer> way = new Channel<>("way out");
      all.add(One.start(loss, way, choose(channel.recvEvt(), way.recvEvt())));
      int queued = i + 1;
      Eventually.holds(() -> channel.waiting() == queued);
    }
    List<Integer> kept = lose(loss, losers, all, random);
    assertEquals(kept.size(), channel.waiting());
    for (int i : kept) {
      channel.send(i);
      assertEquals(i, all.get(i).result());
    }
    assertTrue(
        QueuesPeek.receivers(channel.queues).isEmpty(), "losers " + Integer.toBinaryString(losers));
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void remainingSenders_areServedInOrder(Loss loss) throws Exception {
    Random random = new Random(2);
    for (int losers = 0; losers < 1 << WAITING; losers++) {
      sendWithLosers(loss, losers, random);
    }
  }

  private static void sendWithLosers(Loss loss, int losers, Random random) throws Exception {
    Channel<Integer> channel = new Channel<>("contended");
    List<One> all = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      Channel<Integer> way = new Channel<>("way out");
      int value = i;
      all.add(One.start(loss, way, choose(channel.sendEvt(i).wrap(sent -> value), way.recvEvt())));
      int queued = i + 1;
      Eventually.holds(() -> channel.pending() == queued);
    }
    List<Integer> kept = lose(loss, losers, all, random);
    for (int i : kept) {
      assertEquals(i, channel.recv());
      assertEquals(i, all.get(i).result());
    }
    assertTrue(
        QueuesPeek.senders(channel.queues).isEmpty(), "losers " + Integer.toBinaryString(losers));
  }

  /** Withdraws the waiters whose bits are set, in random order; returns the others. */
  private static List<Integer> lose(Loss loss, int losers, List<One> all, Random random)
      throws Exception {
    List<Integer> lost = new ArrayList<>();
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      ((losers >> i & 1) == 1 ? lost : kept).add(i);
    }
    Collections.shuffle(lost, random);
    for (int i : lost) {
      all.get(i).lose(loss);
    }
    return kept;
  }

  /** A waiter: a thread, or a future that can withdraw its event. */
  private record One(
      Channel<Integer> way, Running<Integer> thread, CompletableFuture<Integer> future) {
    static One start(Loss loss, Channel<Integer> way, Event<Integer> event) throws Exception {
      return loss == Loss.WITHDRAWAL
          ? new One(way, null, event.toFuture())
          : new One(way, Running.start(event::sync), null);
    }

    int result() throws Exception {
      return thread != null ? thread.get() : future.get(2, TimeUnit.MINUTES);
    }

    void lose(Loss loss) throws Exception {
      switch (loss) {
        case ANOTHER_BRANCH -> {
          way.send(-1);
          assertEquals(-1, thread.get());
        }
        case INTERRUPT -> {
          thread.thread.interrupt();
          assertThrows(InterruptedException.class, thread::get);
        }
        case WITHDRAWAL -> assertTrue(future.cancel(false));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 64})
  void aChannelInManyBranchesOfOneChoice_thenServesTheNextWaiter(int branches) throws Exception {
    Channel<Integer> channel = new Channel<>("many times");
    for (int round = 0; round < 100; round++) {
      List<Event<Integer>> same =
          IntStream.range(0, branches).mapToObj(i -> channel.recvEvt()).toList();
      Running<Integer> first = Running.start(choose(same)::sync);
      Eventually.holds(() -> channel.waiting() == branches);
      Running<Integer> second = Running.start(channel::recv);
      Eventually.holds(() -> channel.waiting() == branches + 1);
      channel.send(1);
      channel.send(2);
      assertEquals(1, first.get());
      assertEquals(2, second.get());
      assertTrue(QueuesPeek.receivers(channel.queues).isEmpty());
    }
  }

  enum Side {
    SEND,
    RECEIVE
  }

  /**
   * While the branch is removed, both ends of the queue are cut off, so a search from an end would
   * not find it. So the removal takes no longer in a long queue.
   */
  @ParameterizedTest
  @EnumSource
  void aLoser_isNotLookedFor(Side side) throws Exception {
    Channel<Integer> channel = new Channel<>("contended");
    Channel<Integer> way = new Channel<>("way out");
    WaitQueue queue =
        side == Side.SEND
            ? QueuesPeek.senders(channel.queues)
            : QueuesPeek.receivers(channel.queues);
    Waiter first = add(channel, queue);
    Waiter before = add(channel, queue);
    Event<Integer> here =
        side == Side.SEND ? channel.sendEvt(1).wrap(sent -> 1) : channel.recvEvt();
    CompletableFuture<Integer> loser = choose(here, way.recvEvt()).toFuture();
    Waiter after = add(channel, queue);
    Waiter last = add(channel, queue);
    assertSame(last, WaiterPeek.next(after));
    WaiterPeek.cutAfter(first);
    WaiterPeek.cutBefore(last);
    try {
      way.send(0);
      assertEquals(0, loser.get());
      assertSame(after, WaiterPeek.next(before));
      assertSame(before, WaiterPeek.previous(after));
    } finally {
      WaiterPeek.join(first, before);
      WaiterPeek.join(after, last);
    }
    assertEquals(List.of(first, before, after, last), queue.toList());
  }

  private static Waiter add(Channel<?> channel, WaitQueue queue) {
    Synchronization waiter = new Synchronization(null, null);
    channel.queues.lock();
    try {
      queue.add(waiter);
    } finally {
      channel.queues.unlock();
    }
    return waiter;
  }

  @Test
  void aTimerThatLost_leavesNoMoreThanItsHeapKeeps() throws Exception {
    Channel<Integer> way = new Channel<>("way out");
    for (int i = 0; i < 20_000; i++) {
      CompletableFuture<Integer> loser =
          choose(way.recvEvt(), Events.timeOutEvt(Duration.ofHours(1)).wrap(late -> -1)).toFuture();
      way.send(i);
      assertEquals(i, loser.get());
    }
    // This is as above, with a sender that may come before the timer has been started.
    Event<Integer> receive =
        choose(way.recvEvt(), Events.timeOutEvt(Duration.ofHours(1)).wrap(late -> -1));
    Running<Void> sender =
        Running.start(() -> {
          for (int i = 0; i < 20_000; i++) {
            way.send(i);
          }
          return null;
        });
    for (int i = 0; i < 20_000; i++) {
      assertEquals(i, receive.sync());
    }
    sender.get();
    assertEquals(0, TimersPeek.size());
    assertTrue(TimersPeek.cancelled() <= TimersPeek.FEW, "cancelled " + TimersPeek.cancelled());
  }
}
