package dev.hocket.events.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that every claimed synchronisation is woken, even if one before it fails. */
class WakesTest {
  /** A synchronisation without a thread, which runs an action when it is woken. */
  private static final class Completed extends Synchronization {
    private final Runnable effect;

    Completed(Runnable effect) {
      super(null, null);
      this.effect = effect;
    }

    @Override
    protected void complete(Wakes wakes) {
      effect.run();
    }
  }

  @Test
  void aFailingWake_doesNotKeepTheNextWaiting() throws Exception {
    List<Object> seen = new ArrayList<>();
    Wakes wakes = new Wakes();
    wakes.add(
        new Completed(() -> {
          throw new IllegalStateException("for this test");
        }));
    wakes.add(new Completed(() -> seen.add("next")));
    Thread thread = new Thread(wakes::wakeAll);
    thread.setUncaughtExceptionHandler((t, thrown) -> seen.add(thrown));
    thread.start();
    thread.join();
    assertEquals(2, seen.size());
    assertInstanceOf(IllegalStateException.class, seen.get(0));
    assertEquals("next", seen.get(1));
  }
}
