package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Events;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SupervisorTest {
  private final AtomicInteger starts = new AtomicInteger();
  private final AtomicBoolean gaveUp = new AtomicBoolean();

  private void failUntil(int last) {
    if (starts.incrementAndGet() < last) {
      throw new IllegalStateException("start " + starts);
    }
  }

  @Test
  void serviceThatFails_isStartedAgain_fiveTimes_butNotAFlowThatIsRefused()
      throws InterruptedException {
    Supervisor supervisor = new Supervisor(Duration.ofHours(1));
    supervisor.start("good", () -> failUntil(6), () -> gaveUp.set(true));
    Thread running = Events.spawn(supervisor::run);
    // It ends the pauses, which would be longer than any test.
    supervisor.stop();
    running.join();
    assertEquals(6, starts.get());
    assertFalse(gaveUp.get());
    supervisor.start("bad", () -> failUntil(100), () -> gaveUp.set(true));
    supervisor.run();
    assertEquals(12, starts.get());
    assertTrue(gaveUp.get());
    gaveUp.set(false);
    supervisor.start("refused", this::refuse, () -> gaveUp.set(true));
    supervisor.run();
    assertEquals(13, starts.get());
    assertTrue(gaveUp.get());
  }

  private void refuse() {
    starts.incrementAndGet();
    throw new FlowException(new Position("A.java", 1, 1), "not on this engine");
  }
}
