package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.settings.Conveyance;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how sections wake and end. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SectionTest {
  private static final long FIRST_SLOW = 5_000;
  private static final long SLOW_NANOS = 50_000;
  private static final long LAST = FIRST_SLOW + 20;

  @Test
  void packetsThatTurnSlow_reachTheNextSectionWhileOthersFollow() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    FlowFn send =
        a -> {
          long n = (Long) a[0];
          if (n >= FIRST_SLOW) {
            compute(SLOW_NANOS);
          }
          if (n == LAST && !arrived.await(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the first slow packet has not been received");
          }
          return n;
        };
    FlowFn receive =
        a -> {
          if ((Long) a[0] == FIRST_SLOW) {
            arrived.countDown();
          }
          return a[0];
        };
    Flow flow =
        Flow.define(
            "turns slow",
            Functions.library(),
            f ->
                f.stateful(
                    "receive",
                    () -> receive,
                    f.stateful("send", () -> send, f.call("numbers", LAST + 1))));
    Target threads = Targets.createVirtual("flow-test-slow");
    try {
      assertEquals(LAST, flow.target(threads).run());
    } finally {
      threads.shutdown(Duration.ofMinutes(5));
    }
  }

  private static void compute(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aConveyanceThatFails_stopsTheFlow() {
    Conveyance failing =
        new Conveyance() {
          @Override
          public Object enter() {
            throw new IllegalStateException("nothing to carry");
          }

          @Override
          public void leave(Object token) {
            throw new AssertionError("left without having entered");
          }
        };
    Flow flow =
        Flow.define("carries", Functions.library(), f -> f.call("sum", f.call("numbers", 3)))
            .conveyance(failing);
    assertEquals(
        "nothing to carry", assertThrows(IllegalStateException.class, flow::run).getMessage());
  }
}
