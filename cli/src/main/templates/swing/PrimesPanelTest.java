package com.example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.EventQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the panel without a window, so it needs no display. */
class PrimesPanelTest {
  private final CompletableFuture<String> shown = new CompletableFuture<>();
  private PrimesPanel panel;

  @Test
  void button_leavesTheEventThreadFree_andThenShowsThePrimes() throws Exception {
    EventQueue.invokeAndWait(this::press);
    assertEquals("25 primes", shown.get(60, TimeUnit.SECONDS));
    EventQueue.invokeAndWait(() -> assertTrue(panel.button.isEnabled()));
  }

  private void press() {
    panel = new PrimesPanel(100);
    panel.result.addPropertyChangeListener(
        "text",
        change -> {
          if (change.getNewValue().toString().endsWith("primes")) {
            shown.complete(change.getNewValue().toString());
          }
        });
    panel.button.doClick();
    // The handler has returned to the event thread; that runs this code, so it cannot show the
    // result yet.
    assertFalse(shown.isDone());
    assertFalse(panel.button.isEnabled());
  }
}
