package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.core.Eventually;
import dev.hocket.events.timers.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a ticker does not drift, and does not accumulate ticks. */
@Timeout(300)
class TickerTest {
  private static final Duration PERIOD = Duration.ofMillis(10);

  private final VirtualTime time = new VirtualTime();
  private final Ticker ticker = Ticker.every(PERIOD);

  @AfterEach
  void end() {
    time.close();
  }

  @Test
  void aTick_comesOncePerPeriod() throws Exception {
    for (long n = 1; n <= 3; n++) {
      Running<Long> tick = Running.start(ticker.tickEvt()::sync);
      Eventually.holds(() -> time.awaited() == 1);
      time.pass(PERIOD.minusNanos(1));
      assertFalse(tick.isDone());
      time.pass(Duration.ofNanos(1));
      assertEquals(n, tick.get());
    }
  }

  @Test
  void workThatTakesPartOfAPeriod_doesNotShiftTheTicks() throws Exception {
    time.pass(PERIOD);
    assertEquals(1, ticker.tickEvt().sync());
    time.pass(PERIOD.dividedBy(2));
    assertFalse(ticker.tickEvt().poll(tick -> {}));
    time.pass(PERIOD.dividedBy(2));
    assertEquals(2, ticker.tickEvt().sync());
  }

  @Test
  void ticksThatHavePassed_countAsOne() throws Exception {
    time.pass(PERIOD.multipliedBy(5));
    assertEquals(5, ticker.tickEvt().sync());
    assertFalse(ticker.tickEvt().poll(tick -> {}));
  }

  @Test
  void aTickThatLosesAChoice_isNotTaken() throws Exception {
    Channel<Long> c = new Channel<>("c");
    time.pass(PERIOD);
    c.aSend(0L);
    assertEquals(0, prefer(c.recvEvt(), ticker.tickEvt()).sync());
    assertEquals(1, choose(c.recvEvt(), ticker.tickEvt()).sync());
  }

  @Test
  void aPeriodThatIsNotPositive_isRefused_andOneOfCenturiesNeverTicks() throws Exception {
    for (Duration none : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1)}) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Ticker.every(none));
      assertEquals(
          "a ticker every " + none + "; the period must be positive", refusal.getMessage());
    }
    Ticker rare = Ticker.every(Duration.ofSeconds(Long.MAX_VALUE));
    assertFalse(rare.tickEvt().poll(tick -> {}));
  }
}
