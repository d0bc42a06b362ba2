package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a failure of a post-consumption action names its event and the creator. */
@Timeout(300)
class OriginTest {
  private static final String OF = "thrown by a post-consumption action of ";

  private final Channel<Integer> c = new Channel<>("c");
  private final Channel<Integer> d = new Channel<>("d");
  private final LinkedBlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
  private final IllegalStateException failure = new IllegalStateException("boom");

  @BeforeEach
  void collect() {
    Events.setThreadFactory(
        Thread.ofVirtual()
            .uncaughtExceptionHandler((thread, thrown) -> reported.add(thrown))
            .factory());
  }

  @AfterEach
  void end() {
    Events.setThreadFactory(null);
    Events.setTracing(false);
  }

  private <T> T fail(Object value) {
    throw failure;
  }

  private void by(String thread, Events.Body body) throws Exception {
    Thread creator =
        Thread.ofVirtual()
            .name(thread)
            .start(() -> {
              try {
                body.run();
              } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
              }
            });
    creator.join();
  }

  private List<String> notes() throws Exception {
    assertSame(failure, reported.take());
    return Arrays.stream(failure.getSuppressed()).map(Throwable::toString).toList();
  }

  @Test
  void anActionOfOneOperation_isOfItsChannelAndTheThreadThatCreatedIt() throws Exception {
    by("maker", () -> c.aRecvEvt().aWrap(this::fail).aSync());
    c.send(1);
    assertEquals(List.of(OF + "receive from channel c, created by thread maker"), notes());
  }

  @Test
  void anActionOfASend_namesTheSend() throws Exception {
    by("maker", () -> c.aSendEvt(1).aWrap(this::fail).aSync());
    assertEquals(1, c.recv());
    assertEquals(List.of(OF + "send to channel c, created by thread maker"), notes());
  }

  @Test
  void anActionOfAnEventConsumedAtItsCreation_namesTheSameEvent() throws Exception {
    c.aSend(1);
    by("maker", () -> c.aRecvEvt().aWrap(this::fail).aSync());
    assertEquals(List.of(OF + "receive from channel c, created by thread maker"), notes());
  }

  @Test
  void anActionOfAChoice_isOfTheBranchThatWasTaken() throws Exception {
    by("maker", () -> choose(c.recvEvt(), d.recvEvt()).sTrans().aWrap(this::fail).aSync());
    d.send(1);
    assertEquals(List.of(OF + "receive from channel d, created by thread maker"), notes());
  }

  @Test
  void anActionThatASynchronousEventHides_isOfTheThreadThatSynchronised() throws Exception {
    c.aSend(1);
    by("maker", () -> choose(c.aRecvEvt().aWrap(this::fail).aTrans(), never()).sync());
    assertEquals(List.of(OF + "receive from channel c, created by thread maker"), notes());
  }

  @Test
  void aThreadWithoutAName_isReportedAsUnnamed() throws Exception {
    by("", () -> c.aRecvEvt().aWrap(this::fail).aSync());
    c.send(1);
    assertEquals(
        List.of(OF + "receive from channel c, created by a thread without a name"), notes());
  }

  @Test
  void anActionOnATarget_reportsTheSameToItsUncaughtHandler() throws Exception {
    Target target = Targets.create("of origins", 1);
    target.setUncaughtHandler((block, thrown) -> reported.add(thrown));
    by("maker", () -> c.recvEvt().<Integer>wrap(this::fail).syncThen(target, v -> {}));
    c.send(1);
    assertEquals(List.of(OF + "receive from channel c, created by thread maker"), notes());
    target.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void oneFailureThrownByTwoActions_isReportedOnce() throws Exception {
    for (int i = 0; i < 2; i++) {
      by("maker", () -> c.aRecvEvt().aWrap(this::fail).aSync());
      c.send(1);
      assertEquals(List.of(OF + "receive from channel c, created by thread maker"), notes());
    }
  }

  @Test
  void aFailureThatAHandlerGets_isUnchanged() throws Exception {
    Event<Integer> handled = c.recvEvt().<Integer>wrap(this::fail).wrapHandler(thrown -> 2);
    LinkedBlockingQueue<Integer> got = new LinkedBlockingQueue<>();
    handled.sTrans().aTap(got::add).aSync();
    c.send(1);
    assertEquals(2, got.take());
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void whileTracingIsOn_theNoteShowsThePlaceOfTheCreation() throws Exception {
    Events.setTracing(true);
    c.aRecvEvt().aWrap(this::fail).aSync();
    c.send(1);
    notes();
    StackTraceElement[] site = failure.getSuppressed()[0].getStackTrace();
    assertTrue(site.length > 0);
    assertEquals("whileTracingIsOn_theNoteShowsThePlaceOfTheCreation", site[0].getMethodName());
  }
}
