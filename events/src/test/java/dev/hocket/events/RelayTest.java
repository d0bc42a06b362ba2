package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that a thread outside the target hands over blocks for handlers of one target. */
class RelayTest {
  @Test
  void handingOver_needsNoThreadOfTheProgramsFactory() throws Exception {
    AtomicInteger made = new AtomicInteger();
    LinkedBlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    Channel<Integer> channel = new Channel<>("c");
    Target target = Targets.create("relayed", 1);
    Events.setThreadFactory(body -> {
      made.incrementAndGet();
      return Thread.ofVirtual().unstarted(body);
    });
    try {
      channel.recvEvt().syncThen(target, received::add);
      target.execute("send", () -> channel.aSend(1));
      assertEquals(1, received.poll(2, TimeUnit.MINUTES));
      assertEquals(0, made.get());
    } finally {
      Events.setThreadFactory(null);
      target.shutdown(Duration.ofMinutes(2));
    }
  }
}
