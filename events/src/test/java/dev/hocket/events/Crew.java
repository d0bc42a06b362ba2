package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The processes of a network that never ends by itself; a close ends them and throws their
 * failures.
 */
final class Crew implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /** Starts a process; an interrupt or the end of a channel ends it. */
  synchronized void start(Events.Body body) {
    threads.add(
        Thread.ofVirtual()
            .start(() -> {
              try {
                body.run();
              } catch (InterruptedException | ChannelClosedException end) {
                // The process ends.
              } catch (Throwable failure) {
                failures.add(failure);
              }
            }));
  }

  @Override
  public void close() {
    List<Thread> all;
    synchronized (this) {
      all = List.copyOf(threads);
    }
    all.forEach(Thread::interrupt);
    Eventually.holds(() -> all.stream().noneMatch(Thread::isAlive));
    assertEquals(List.of(), List.copyOf(failures));
  }
}
