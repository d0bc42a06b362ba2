package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads are made for what is consumed and has an action, and for timers: not before. */
class NoThreadTest {
  @TempDir Path directory;

  @Test
  void eventsThatAreCreated_haveNoThread_beforeTheFirstIsConsumed() throws Exception {
    assertEquals(
        """
        made before a consumption: 0
        threads before a consumption: []
        made for the first consumption: 1
        timers: true
        """,
        ChildJvm.run(directory, Duration.ofMinutes(1), List.of(), NoThread.class));
  }
}
