package dev.hocket.events;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An event loop with a thread of its own, as Executor-based toolkits have them. */
final class ToyLoop implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Thread driver;
  final EventLoop target;

  ToyLoop() throws InterruptedException {
    LinkedBlockingQueue<EventLoop> made = new LinkedBlockingQueue<>();
    driver =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              made.add(Targets.register("toy-loop-" + NUMBER.incrementAndGet(), tasks::add));
              try {
                while (true) {
                  tasks.take().run();
                }
              } catch (InterruptedException end) {
                // The loop is closed.
              }
            });
    target = made.take();
  }

  @Override
  public void close() {
    try {
      target.shutdown(Duration.ofMinutes(2));
    } catch (InterruptedException late) {
      throw new AssertionError("the loop still runs blocks", late);
    }
    driver.interrupt();
  }
}
