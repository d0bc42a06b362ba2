package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.joinEvt;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.core.Eventually;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a failure on one side of a communication does not reach the other. */
@Timeout(300)
class PartnersTest {
  private final Channel<Integer> c = new Channel<>("c");

  @Test
  void anActionThatGetsNoThread_isReportedAndOthersGetTheFailure() throws Exception {
    BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    IVar<Integer> written = new IVar<>();
    written.getEvt().sTrans().aTap(value -> {}).aSync();
    Running<Integer> reader = Running.start(written::get);
    Eventually.holds(() -> written.waiting() == 2);
    Events.setThreadFactory(body -> {
      throw new OutOfMemoryError("no thread, for this test");
    });
    try {
      Running<Void> writer =
          Running.start(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((t, thrown) -> reported.add(thrown));
            written.put(7);
            return null;
          });
      writer.get();
    } finally {
      Events.setThreadFactory(null);
    }
    assertEquals(7, reader.get());
    assertInstanceOf(OutOfMemoryError.class, reported.take());
  }

  @Test
  void anAction_inheritsNothingFromThePartner() throws Exception {
    InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    c.aRecvEvt().aTap(value -> seen.add("action: " + user.get())).aSync();
    user.set("the sender");
    try {
      c.send(1);
      Events.spawn(() -> seen.add("spawned: " + user.get())).join();
    } finally {
      user.remove();
    }
    assertEquals(Set.of("action: null", "spawned: the sender"), Set.of(seen.take(), seen.take()));
  }

  @Test
  void anInterruptedAction_doesNotInterruptThreadsThatWaitForItsCallback() throws Exception {
    InterruptedException interrupt = new InterruptedException("of the action");
    Event<Integer> callback =
        c.aRecvEvt()
            .aWrap(value -> {
              if (value > 0) {
                throw interrupt;
              }
              return value;
            })
            .callbackEvt(value -> value)
            .aSync();
    c.send(1);
    IllegalStateException told = assertThrows(IllegalStateException.class, callback::sync);
    assertEquals(interrupt, told.getCause());
  }

  @Test
  void nullInsteadOfAFunction_takesNoValue() {
    c.aSend(1);
    assertThrows(NullPointerException.class, () -> c.recvPoll(null));
    assertThrows(NullPointerException.class, () -> c.forEach(null));
    assertEquals(1, c.pending());
  }

  @Test
  void nullInsteadOfATarget_runsNoGuard() {
    boolean[] ran = {false};
    Event<Integer> event =
        Events.guard(() -> {
          ran[0] = true;
          return never();
        });
    assertThrows(NullPointerException.class, () -> event.syncThen(null, value -> {}));
    assertFalse(ran[0]);
  }

  @Test
  void nullInsteadOfAnEventsSource_isRefusedAtTheCall() {
    assertThrows(NullPointerException.class, () -> joinEvt(null));
    assertThrows(NullPointerException.class, () -> Events.doneEvt(null));
    assertThrows(NullPointerException.class, () -> Events.futureEvt(null));
  }

  @Test
  void aThreadThatWasNotStarted_countsAsEndedUntilItIs() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Thread thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                go.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    Event<String> ended = prefer(joinEvt(thread).wrap(none -> "ended"), alwaysEvt("runs"));
    assertEquals("ended", ended.sync());
    thread.start();
    assertEquals("runs", ended.sync());
    go.countDown();
    joinEvt(thread).sync();
    assertEquals("ended", ended.sync());
  }
}
