package dev.hocket.events;

import static dev.hocket.events.Events.atTimeEvt;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.timers.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests timers while the system's clock is changed. */
class ClockTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** The longest delay that {@code atTimeEvt} promises. */
  private static final Duration LATEST = Duration.ofSeconds(10);

  private final VirtualTime time = new VirtualTime();

  @AfterEach
  void end() {
    try {
      assertEquals(0, time.awaited());
    } finally {
      time.close();
    }
  }

  @Test
  void aClockSetForwardsPastTheInstant_isNoticedWithinTenSeconds() throws Exception {
    CompletableFuture<Void> waiting = atTimeEvt(time.instant().plus(HOUR)).toFuture();
    time.setClock(HOUR);
    time.pass(LATEST);
    assertHasHappened(waiting);
  }

  /** A heap alone would not keep the order of equal times. */
  @Test
  void equalTimes_happenInTheOrderOfTheirWaits() throws Exception {
    CompletableFuture<Void> another = timeOutEvt(SECOND).toFuture();
    CompletableFuture<String> preferred =
        prefer(timeOutEvt(SECOND).wrap(none -> "first"), timeOutEvt(SECOND).wrap(none -> "second"))
            .toFuture();
    time.pass(SECOND);
    assertEquals("first", preferred.get());
    assertHasHappened(another);
  }

  @Test
  void lateTimeouts_happenInTheirOrder_howeverLongReadingsOfTheClockTake() throws Exception {
    inOrder(begin -> timeOutEvt(Duration.between(time.instant(), begin.plusMillis(1_001))));
  }

  @Test
  void lateInstants_happenInTheirOrder_howeverLongReadingsOfTheClockTake() throws Exception {
    inOrder(begin -> atTimeEvt(begin.plusMillis(1_001)));
  }

  /** {@code event} happens 1,001 ms after the time it is given. */
  private void inOrder(Function<Instant, Event<Void>> event) throws Exception {
    Instant begin = time.instant();
    time.passAfterReadings(Duration.ofMillis(2));
    CompletableFuture<Void> later = event.apply(begin).toFuture();
    time.passAfterReadings(Duration.ZERO);
    CompletableFuture<Void> sooner = event.apply(begin.minusMillis(1)).toFuture();
    time.passToNext();
    CompletableFuture.anyOf(sooner, later).join();
    assertFalse(later.isDone());
    time.passToNext();
    later.join();
  }

  @Test
  void aClockSetForwards_leavesTheRemainingTime() throws Exception {
    CompletableFuture<Void> waiting = atTimeEvt(time.instant().plus(HOUR)).toFuture();
    time.pass(SECOND);
    time.setClock(HOUR.minus(SECOND.multipliedBy(30)));
    time.pass(SECOND.multipliedBy(28));
    assertEquals(1, time.awaited());
    time.pass(SECOND);
    assertHasHappened(waiting);
  }

  @Test
  void aClockSetBack_isNeverOvertaken() throws Exception {
    Instant instant = time.instant().plus(SECOND.multipliedBy(5));
    CompletableFuture<Void> waiting = atTimeEvt(instant).toFuture();
    time.pass(SECOND.multipliedBy(4));
    time.setClock(HOUR.negated());
    for (int i = 0; i < HOUR.toSeconds(); i++) {
      time.pass(SECOND);
      assertEquals(1, time.awaited(), () -> "at " + time.instant() + ", not " + instant);
    }
    time.pass(SECOND);
    assertHasHappened(waiting);
  }

  @Test
  void aClockSetBackAndForwards_countsByItsPresentTime() throws Exception {
    CompletableFuture<Void> waiting =
        atTimeEvt(time.instant().plus(SECOND.multipliedBy(5))).toFuture();
    time.setClock(HOUR.negated());
    time.pass(SECOND.multipliedBy(6));
    assertEquals(1, time.awaited());
    time.setClock(HOUR);
    time.pass(LATEST);
    assertHasHappened(waiting);
  }

  @Test
  void anInstantThatWasOverBeforeTheClockWasSetBack_isNotOver() throws Exception {
    Event<String> event = prefer(atTimeEvt(time.instant()).wrap(none -> "over"), later());
    assertEquals("over", event.sync());
    time.setClock(SECOND.negated());
    assertEquals("not over", event.sync());
  }

  private static Event<String> later() {
    return Events.alwaysEvt("not over");
  }

  @Test
  void aTimeout_ignoresTheClock() throws Exception {
    CompletableFuture<Void> waiting = timeOutEvt(SECOND.multipliedBy(2)).toFuture();
    time.setClock(HOUR);
    time.pass(SECOND);
    assertEquals(1, time.awaited());
    time.setClock(HOUR.multipliedBy(2).negated());
    time.pass(SECOND);
    assertHasHappened(waiting);
  }

  @Test
  void instantsFarApart_comeInOrder_howeverTheClockIsSet() throws Exception {
    CompletableFuture<Void> later = atTimeEvt(time.instant().plus(HOUR)).toFuture();
    CompletableFuture<Void> sooner = atTimeEvt(time.instant().plus(SECOND)).toFuture();
    time.setClock(HOUR.negated());
    time.pass(HOUR);
    assertEquals(2, time.awaited());
    time.pass(SECOND);
    assertHasHappened(sooner);
    assertEquals(1, time.awaited());
    time.pass(HOUR);
    assertHasHappened(later);
  }

  /** Waits for the value, which a separate step sets after the commit. */
  private static void assertHasHappened(CompletableFuture<Void> future) {
    Eventually.holds(future::isDone);
    assertTrue(future.isDone() && !future.isCompletedExceptionally());
  }
}
