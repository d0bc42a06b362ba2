package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.timers.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the three short ways to limit a wait: poll, within, and a source's next or end. */
@Timeout(300)
class PollTest {
  private final Channel<Integer> c = new Channel<>("c");
  private final List<Object> taken = new ArrayList<>();

  @Test
  void poll_takesWhatIsReady() throws Exception {
    c.aSend(1);
    assertTrue(c.recvEvt().poll(taken::add));
    assertEquals(List.of(1), taken);
    assertEquals(0, c.pending());
  }

  @Test
  void poll_ofAnEventThatWouldWait_doesNothing() throws Exception {
    assertFalse(c.recvEvt().poll(taken::add));
    assertFalse(choose(c.recvEvt(), c.sendEvt(1)).poll(taken::add));
    assertEquals(List.of(), taken);
    assertEquals(0, c.waiting() + c.pending());
  }

  @Test
  void poll_onALoop_isAllowed() throws Exception {
    try (ToyLoop loop = new ToyLoop()) {
      loop.target.call("poll", () -> assertFalse(c.recvEvt().poll(taken::add)));
    }
  }

  @Test
  void poll_distinguishesTheValueNullFromNoValue() throws Exception {
    assertTrue(alwaysEvt(null).poll(taken::add));
    assertEquals(1, taken.size());
    assertNull(taken.get(0));
  }

  @Test
  void poll_alwaysTakesAReadyBranch() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertTrue(choose(alwaysEvt(1), never()).poll(value -> {}));
    }
  }

  @Test
  void within_ofAnEventInTime_isThatEvent() throws Exception {
    c.aSend(1);
    assertEquals(1, c.recvEvt().within(Duration.ZERO).sync());
  }

  @Test
  void within_ofAnEventThatIsLate_failsAndLeavesNothing() throws Exception {
    try (VirtualTime time = new VirtualTime()) {
      Running<Integer> late = Running.start(c.recvEvt().within(Duration.ofSeconds(2))::sync);
      Eventually.holds(() -> time.awaited() == 1);
      time.pass(Duration.ofMillis(1_999));
      assertFalse(late.isDone());
      time.pass(Duration.ofMillis(1));
      EventTimeoutException thrown = assertThrows(EventTimeoutException.class, late::get);
      assertEquals("receive from channel c has not happened within PT2S", thrown.getMessage());
      assertEquals(0, c.waiting());
    }
  }

  @Test
  void within_inAChoice_limitsItsBranchOnly() throws Exception {
    Event<Integer> limited = never().<Integer>wrap(none -> 0).within(Duration.ZERO);
    assertEquals(-1, choose(limited.wrapHandler(late -> -1), c.recvEvt()).sync());
  }

  @Test
  void nextEvt_yieldsTheValuesAndThenTheEnd() throws Exception {
    c.aSend(1);
    c.aSend(null);
    c.close();
    assertEquals(new Next.Value<>(1), c.nextEvt().sync());
    assertEquals(new Next.Value<>(null), c.nextEvt().sync());
    assertEquals(new Next.End<>(null), c.nextEvt().sync());
    assertEquals(new Next.End<>(null), c.nextEvt().sync());
  }

  @Test
  void nextEvt_ofASourceThatFails_yieldsTheCause_alsoToWaiters() throws Exception {
    IOException cause = new IOException("cut");
    Running<Next<Integer>> waiting = Running.start(c.nextEvt()::sync);
    Eventually.holds(() -> c.waiting() == 1);
    c.fail(cause);
    assertSame(cause, assertInstanceOf(Next.End.class, waiting.get()).cause());
  }

  @Test
  void nextEvt_throwsOtherFailures() {
    Event<Next<Integer>> next =
        c.nextEvt()
            .wrap(value -> {
              throw new IllegalStateException("of the program");
            });
    c.aSend(1);
    assertThrows(IllegalStateException.class, next::sync);
  }
}
