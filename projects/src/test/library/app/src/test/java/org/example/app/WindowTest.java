package org.example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.EventQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WindowTest {
  private final Window window = new Window();
  private final CountDownLatch ended = new CountDownLatch(1);

  @Test
  void handler_isSuspendedWithTheLibrarysMethod_andContinuesOnTheEventThread() throws Exception {
    EventQueue.invokeAndWait(
        () -> {
          //#omp async-call nowait(void clicked(Runnable))
          window.clicked(ended::countDown);
          window.note("returned; ");
        });
    assertTrue(ended.await(5, TimeUnit.MINUTES));
    assertEquals(
        "returned; Search found one on a worker, Search found two on a worker (event thread)",
        window.log());
  }
}
