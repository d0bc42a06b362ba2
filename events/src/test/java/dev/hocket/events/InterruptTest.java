package dev.hocket.events;

import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that either the event or the interrupt happens, never both, and that no value is lost. */
class InterruptTest {
  private static final int RACES = 20_000;

  private final Channel<Integer> c = new Channel<>("c");
  private final Channel<Integer> idle = new Channel<>("idle");

  @Test
  void anInterruptedThread_doesNotBegin() {
    c.aSend(1);
    for (Event<?> event : List.of(c.recvEvt(), c.sendEvt(2), Events.choose(c.recvEvt(), never()))) {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, event::sync);
      assertFalse(Thread.currentThread().isInterrupted());
    }
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, c::recv);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> c.send(2));
    assertEquals(1, c.pending());
  }

  @Test
  void anInterruptedWait_leavesNothing() throws Exception {
    Running<Integer> single = Running.start(c::recv);
    Running<Integer> choice = Running.start(() -> select(c.recvEvt(), idle.recvEvt()));
    Eventually.holds(() -> c.waiting() == 2);
    single.thread.interrupt();
    choice.thread.interrupt();
    assertThrows(InterruptedException.class, single::get);
    assertThrows(InterruptedException.class, choice::get);
    assertEquals(0, c.waiting() + idle.waiting());
    assertFalse(c.sendPoll(1));
  }

  @Test
  void asynchronousCreation_ignoresTheInterrupt() throws Exception {
    Thread.currentThread().interrupt();
    c.aSendEvt(1).aSync();
    c.aSendEvt(2).sWrap(v -> 0).aSync();
    assertTrue(Thread.interrupted());
    assertEquals(1, c.recv());
    assertEquals(2, c.recv());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReceiverThatIsInterrupted_getsTheValueOrTheInterrupt(boolean inAChoice) throws Exception {
    Event<Integer> event = inAChoice ? Events.choose(idle.recvEvt(), c.recvEvt()) : c.recvEvt();
    AtomicInteger both = new AtomicInteger();
    int received = 0;
    for (int i = 0; i < RACES; i++) {
      int value = i;
      Running<Integer> receiver = Running.start(() -> syncCountingLateInterrupts(event, both));
      Running<Boolean> sender =
          Running.start(() -> {
            while (c.waiting() == 0 && !receiver.isDone()) {
              Eventually.pause();
            }
            return c.sendPoll(value);
          });
      if (i % 3 == 0) {
        Thread.yield();
      }
      receiver.thread.interrupt();
      Integer got = receiver.get();
      assertEquals(sender.get(), got != null, "race " + i);
      received += got == null ? 0 : 1;
    }
    assertEquals(0, c.waiting() + c.pending() + idle.waiting());
    System.out.println(
        "interrupt races: " + received + " of " + RACES + " received, " + both + " with a flag");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSenderThatIsInterrupted_hasSentOrNot(boolean inAChoice) throws Exception {
    AtomicInteger late = new AtomicInteger();
    for (int i = 0; i < RACES; i++) {
      int value = i;
      Event<Void> send = c.sendEvt(value);
      Event<Void> event = inAChoice ? Events.choose(send, idle.recvEvt().wrap(v -> null)) : send;
      Running<Boolean> sender =
          Running.start(() -> {
            try {
              event.sync();
              late.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
              return true;
            } catch (InterruptedException interrupted) {
              return false;
            }
          });
      int[] got = {-1};
      Running<Boolean> receiver =
          Running.start(() -> {
            while (c.pending() == 0 && !sender.isDone()) {
              Eventually.pause();
            }
            return c.recvPoll(v -> got[0] = v);
          });
      sender.thread.interrupt();
      assertEquals(sender.get(), receiver.get(), "race " + i);
      assertEquals(receiver.get() ? value : -1, got[0]);
    }
    assertEquals(0, c.waiting() + c.pending() + idle.waiting());
  }

  private static Integer syncCountingLateInterrupts(Event<Integer> event, AtomicInteger late) {
    try {
      Integer value = event.sync();
      late.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
      return value;
    } catch (InterruptedException interrupted) {
      return null;
    }
  }
}
