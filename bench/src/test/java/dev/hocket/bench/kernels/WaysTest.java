package dev.hocket.bench.kernels;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.directives.Omp;
import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way to handle an event gives the result of a sequential run, with teams of any size. */
class WaysTest {
  private static final int EVENTS = 3;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void handlers_showTheValueOfTheSequentialRun(int threads) throws Exception {
    int before = Omp.getMaxThreads();
    Omp.setNumThreads(threads);
    try (Ways ways = new Ways()) {
      Map<String, Consumer<Request>> handlers = new LinkedHashMap<>(ways.offloading());
      handlers.putAll(ways.parallel());
      for (Kernel kernel : Kernel.values()) {
        long expected = kernel.compute();
        for (Map.Entry<String, Consumer<Request>> handler : handlers.entrySet()) {
          handle(kernel, expected, handler);
        }
      }
    } finally {
      Omp.setNumThreads(before);
    }
  }

  /** A request whose result is wrong is never over. */
  private static void handle(
      Kernel kernel, long expected, Map.Entry<String, Consumer<Request>> handler)
      throws InterruptedException {
    CountDownLatch left = new CountDownLatch(EVENTS);
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      Request request = new Request(kernel, expected, left, System.nanoTime(), 0);
      requests.add(request);
      EventQueue.invokeLater(() -> handler.getValue().accept(request));
    }
    String what = handler.getKey() + ": " + kernel.title();
    assertTrue(left.await(5, TimeUnit.MINUTES), what);
    assertTrue(requests.stream().allMatch(Request::isOver), what);
  }
}
