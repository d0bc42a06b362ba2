package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hocket.core.Eventually;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A branch that throws, as a timer whose thread cannot be started. */
@Timeout(300)
class BrokenBranchTest {
  private static final int MOST_TRIES = 20;

  private final Channel<Integer> channel = new Channel<>("other");
  private final AtomicReference<Event<Void>> nack = new AtomicReference<>();

  /** Throws when it is to wait, after it has done something else. */
  static class Broken extends BaseEvent<Integer> {
    private final Port port;
    private final Runnable before;

    Broken(Port port, Runnable before) {
      this.port = port;
      this.before = before;
    }

    @Override
    Port port() {
      return port;
    }

    @Override
    Object attempt(Wakes wakes) {
      return NOT_YET;
    }

    @Override
    boolean seemsReady() {
      return false;
    }

    @Override
    void enqueue(Waiter waiter) {
      before.run();
      throw new IllegalStateException("no thread");
    }

    @Override
    void withdraw(Waiter waiter, Wakes wakes) {
      // It is never in.
    }

    @Override
    String describe() {
      return "broken";
    }
  }

  /** A choice waits in its queues, and not in a slot. */
  private static final class NotInSlotException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Throws when it is looked at while its choice stands in a slot. */
  private static final class BrokenLook extends Broken {
    private final Queues place;
    private final Runnable before;

    BrokenLook(Queues place, Runnable before) {
      super(null, () -> {});
      this.place = place;
      this.before = before;
    }

    @Override
    void enqueue(Waiter waiter) {
      throw new NotInSlotException();
    }

    @Override
    boolean seemsReady() {
      if (!place.isFree()) {
        before.run();
        throw new IllegalStateException("no look");
      }
      return false;
    }
  }

  /** On a single processor no thread spins, and so no choice stands in a slot. */
  private void assumeThreadsSpin() {
    assumeTrue(Heat.heat(channel).spin().pays());
  }

  /**
   * Carries out a choice that throws while it stands in a slot. One in {@link AdaptiveSpin#REGULAR}
   * does not stand there, so it is repeated until one does.
   *
   * @param before runs before it throws
   */
  private Integer syncInSlot(Runnable before) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      Heat.heat(channel);
      try {
        return choose(channel.recvEvt(), new BrokenLook(channel, before)).sync();
      } catch (NotInSlotException e) {
        assertTrue(tries < MOST_TRIES, "no choice stands in the slot");
      }
    }
  }

  private Event<Integer> either(Runnable before) {
    Event<Integer> received =
        withNack(lost -> {
          nack.set(lost);
          return channel.recvEvt();
        });
    return choose(received, new Broken(null, before));
  }

  private void assertNothingHappens(Callable<?> synchronisation) throws Exception {
    assertThrows(IllegalStateException.class, synchronisation::call);
    assertTrue(channel.receivers.isEmpty());
    assertFalse(channel.sendPoll(1));
    nack.get().sync();
  }

  @Test
  void aWaitThatCannotBegin_throws_andNothingHappens() throws Exception {
    assertNothingHappens(either(() -> {})::sync);
  }

  @Test
  void anAsynchronousOneThatCannotBegin_throws_andNothingHappens() throws Exception {
    assertNothingHappens(either(() -> {})::toFuture);
    assertNothingHappens(either(() -> {}).sTrans()::aSync);
  }

  @Test
  void roomForOneThatCannotBegin_goesToTheNext() throws Exception {
    Channel<Integer> narrow = Channel.limited("narrow", 1, Overflow.WAIT);
    narrow.aSend(0);
    Event<?> broken = choose(narrow.sendEvt(1), new Broken(channel, () -> {}));
    Running<Void> first = Running.start(broken.sTrans()::aSync);
    Eventually.holds(() -> narrow.room.waiting() == 1);
    Running<Void> second = Running.start(narrow.aSendEvt(2)::aSync);
    Eventually.holds(() -> narrow.room.waiting() == 2);
    assertEquals(0, narrow.recv());
    assertThrows(IllegalStateException.class, first::get);
    second.get();
    assertEquals(2, narrow.recv());
  }

  @Test
  void aCommitThatComesBefore_stands() throws Exception {
    assertEquals(7, either(() -> assertTrue(channel.sendPoll(7))).sync());
    assertEquals(8, either(() -> assertTrue(channel.sendPoll(8))).toFuture().get());
  }

  @Test
  void aLookOutThatThrows_throws_andLeavesTheSlot() {
    assumeThreadsSpin();
    assertEquals(
        "no look",
        assertThrows(IllegalStateException.class, () -> syncInSlot(() -> {})).getMessage());
    assertTrue(channel.isFree());
  }

  @Test
  void aCommitThatComesBeforeALookOutThrows_stands() throws Exception {
    assumeThreadsSpin();
    Channel<Integer> other = new Channel<>();
    Event<Void> partner = choose(channel.sendEvt(9), other.sendEvt(10));
    assertEquals(9, syncInSlot(() -> meet(partner)));
  }

  /** Meets the choice in the slot; a partner that waits in its queues does not, and tries again. */
  private void meet(Event<?> partner) {
    Event<Boolean> tried =
        choose(partner.wrap(met -> true), timeOutEvt(Duration.ofMillis(100)).wrap(none -> false));
    try {
      do {
        Heat.heat(channel);
      } while (!Running.start(tried::sync).get());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
