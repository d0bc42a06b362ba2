package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.ChildJvm;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a thread is made only when an event with an action is consumed, or for a timer. */
class NoThreadTest {
  @Test
  void eventsThatAreCreated_haveNoThread_beforeTheFirstIsConsumed() throws Exception {
    assertEquals(
        """
        made before a consumption: 0
        threads before a consumption: []
        made for the first consumption: 1
        timers: true
        """,
        ChildJvm.run(Duration.ofMinutes(1), List.of(), ChildJvm.CLASS_PATH, NoThread.class)
            .output());
  }
}
