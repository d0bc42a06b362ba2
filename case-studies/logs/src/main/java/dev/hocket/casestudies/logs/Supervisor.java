package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.core.Block;
import dev.hocket.core.Body;
import dev.hocket.core.Targets;
import dev.hocket.core.VirtualWorker;
import dev.hocket.events.IVar;
import dev.hocket.flow.graph.FlowException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs services, each on a virtual thread, and starts again those that fail, after pauses that
 * double: a disk that is full, or a folder that is away, may need some time. A flow that is refused
 * would be refused again. Only one thread may use it, but for {@link #stop}.
 */
final class Supervisor {
  private static final int RESTARTS = 5;

  /** A service that has run so long begins with all its restarts. */
  private static final Duration SOUND = Duration.ofMinutes(2);

  private final Duration firstPause;
  private final IVar<Void> stopped = new IVar<>();
  private final VirtualWorker threads = Targets.createVirtual("services");
  private final Map<Block, Service> running = new LinkedHashMap<>();

  /**
   * @param gaveUp runs when it has failed too often
   * @param restarts how often it has been started again
   * @param started when it was started last, in nanoseconds
   */
  private record Service(Body body, Runnable gaveUp, int restarts, long started) {}

  /**
   * @param firstPause how long a service waits before its first restart
   */
  Supervisor(Duration firstPause) {
    this.firstPause = firstPause;
  }

  void start(String name, Body body, Runnable gaveUp) {
    start(name, body, new Service(body, gaveUp, 0, System.nanoTime()));
  }

  private void start(String name, Body first, Service service) {
    running.put(threads.submit(name, first), service);
  }

  /** Ends all pauses. Any thread may call it, once. */
  void stop() {
    stopped.put(null);
  }

  /** Returns when all services have ended. */
  void run() throws InterruptedException {
    while (!running.isEmpty()) {
      Block ended = choose(running.keySet().stream().map(block -> doneEvt(block)).toList()).sync();
      Service service = running.remove(ended);
      if (ended.failure() != null) {
        failed(ended, service);
      }
    }
  }

  private static String reason(Throwable failure) {
    return failure instanceof IOException disk ? Main.reason(disk) : failure.toString();
  }

  private void failed(Block ended, Service service) {
    boolean isSound = System.nanoTime() - service.started() > SOUND.toNanos();
    int restarts = isSound ? 0 : service.restarts();
    boolean isRefused = ended.failure() instanceof FlowException;
    boolean isLast = isRefused || restarts == RESTARTS;
    String ends = isRefused ? " cannot run: " : " has failed too often: ";
    System.err.println(
        "logs: " + ended.label() + (isLast ? ends : " starts again: ") + reason(ended.failure()));
    if (isLast) {
      service.gaveUp().run();
    } else {
      Duration pause = firstPause.multipliedBy(1L << restarts);
      Body afterPause =
          () -> {
            choose(timeOutEvt(pause), stopped.getEvt()).sync();
            service.body().run();
          };
      long start = System.nanoTime() + pause.toNanos();
      start(
          ended.label(),
          afterPause,
          new Service(service.body(), service.gaveUp(), restarts + 1, start));
    }
  }
}
