package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every claimed synchronisation is woken, even if one before it fails. */
class WakesTest {
  @Test
  void oneThatFails_doesNotKeepTheNextWaiting() throws Exception {
    List<Object> told = new ArrayList<>();
    Operation failing =
        new BrokenBranchTest.Broken(null, () -> {}) {
          @Override
          Object result(Object given) {
            throw new IllegalStateException("for this test");
          }
        };
    Continuation tell = new Continuation.Quick(value -> told.add("next"), new Continuation.Drop());
    Running.start(
            () -> {
              Thread.currentThread().setUncaughtExceptionHandler((t, thrown) -> told.add(thrown));
              Wakes wakes = new Wakes();
              wakes.add(new Deposit(failing, null, tell));
              wakes.add(new Deposit(new Always(1), null, tell));
              wakes.wakeAll();
              return null;
            })
        .get();
    assertEquals(2, told.size());
    assertEquals("next", told.get(1));
  }
}
