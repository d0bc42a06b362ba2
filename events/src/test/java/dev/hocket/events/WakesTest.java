package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever has been claimed is told. */
class WakesTest {
  @Test
  void oneThatFails_doesNotKeepTheNextWaiting() throws Exception {
    List<Object> told = new ArrayList<>();
    Completion failing =
        (sync, wakes) -> {
          throw new IllegalStateException("for this test");
        };
    Completion next = (sync, wakes) -> told.add("next");
    Running.start(
            () -> {
              Thread.currentThread().setUncaughtExceptionHandler((t, thrown) -> told.add(thrown));
              Wakes wakes = new Wakes();
              wakes.add(new Sync(failing, null));
              wakes.add(new Sync(next, null));
              wakes.tell();
              return null;
            })
        .get();
    assertEquals(2, told.size());
    assertEquals("next", told.get(1));
  }
}
