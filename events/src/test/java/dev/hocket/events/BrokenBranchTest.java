package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.channels.QueuesPeek;
import dev.hocket.events.choice.Operation;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a branch that throws, such as a timer whose thread cannot be started. */
@Timeout(300)
class BrokenBranchTest {
  private final Channel<Integer> channel = new Channel<>("other");
  private final AtomicReference<Event<Void>> nack = new AtomicReference<>();

  /** An operation that runs something, then throws instead of waiting. */
  static class Broken extends Operation {
    private final Port port;
    private final Runnable before;

    Broken(Port port, Runnable before) {
      this.port = port;
      this.before = before;
    }

    @Override
    protected Port port() {
      return port;
    }

    @Override
    protected Object attempt(Object offered, Wakes wakes) {
      return NOT_YET;
    }

    @Override
    protected boolean seemsReady() {
      return false;
    }

    @Override
    protected void enqueue(Waiter waiter) {
      before.run();
      throw new IllegalStateException("no thread");
    }

    @Override
    protected void withdraw(Waiter waiter, Wakes wakes) {
      // There is nothing to remove, because it is never in a queue.
    }

    @Override
    protected String describe() {
      return "broken";
    }
  }

  private Event<Integer> either(Runnable before) {
    Event<Integer> received =
        withNack(lost -> {
          nack.set(lost);
          return channel.recvEvt();
        });
    return choose(received, new Primitive<>(new Broken(null, before)));
  }

  private void assertNothingHappens(Callable<?> synchronisation) throws Exception {
    assertThrows(IllegalStateException.class, synchronisation::call);
    assertTrue(QueuesPeek.receivers(channel.queues).isEmpty());
    assertFalse(channel.sendPoll(1));
    nack.get().sync();
  }

  @Test
  void aWaitThatCannotBegin_throwsWithoutEffect() throws Exception {
    assertNothingHappens(either(() -> {})::sync);
  }

  @Test
  void anAsynchronousEventThatCannotBegin_throwsWithoutEffect() throws Exception {
    assertNothingHappens(either(() -> {})::toFuture);
    assertNothingHappens(either(() -> {}).sTrans()::aSync);
  }

  @Test
  void roomOfASenderThatCannotBegin_goesToTheNext() throws Exception {
    Channel<Integer> narrow = Channel.limited("narrow", 1, Overflow.WAIT);
    narrow.aSend(0);
    Event<?> broken =
        choose(narrow.sendEvt(1), new Primitive<>(new Broken(channel.queues, () -> {})));
    Running<Void> first = Running.start(broken.sTrans()::aSync);
    Eventually.holds(() -> QueuesPeek.inLine(narrow.queues) == 1);
    Running<Void> second = Running.start(narrow.aSendEvt(2)::aSync);
    Eventually.holds(() -> QueuesPeek.inLine(narrow.queues) == 2);
    assertEquals(0, narrow.recv());
    assertThrows(IllegalStateException.class, first::get);
    second.get();
    assertEquals(2, narrow.recv());
  }

  @Test
  void aCommitBeforeTheInterrupt_isKept() throws Exception {
    assertEquals(7, either(() -> assertTrue(channel.sendPoll(7))).sync());
    assertEquals(8, either(() -> assertTrue(channel.sendPoll(8))).toFuture().get());
  }
}
