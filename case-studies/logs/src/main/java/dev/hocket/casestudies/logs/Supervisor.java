package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;

import dev.hocket.core.Block;
import dev.hocket.core.Body;
import dev.hocket.core.Targets;
import dev.hocket.core.VirtualWorker;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs services, each on a virtual thread, and starts again those that fail. Only one thread may
 * use it.
 */
final class Supervisor {
  private static final int RESTARTS = 5;

  private final VirtualWorker threads = Targets.createVirtual("services");
  private final Map<Block, Service> running = new LinkedHashMap<>();

  /**
   * @param gaveUp runs when it has failed too often
   * @param restarts how often it has been started again
   */
  private record Service(Body body, Runnable gaveUp, int restarts) {}

  void start(String name, Body body, Runnable gaveUp) {
    start(name, new Service(body, gaveUp, 0));
  }

  private void start(String name, Service service) {
    running.put(threads.submit(name, service.body()), service);
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

  private void failed(Block ended, Service service) {
    boolean isLast = service.restarts() == RESTARTS;
    System.err.println(
        "logs: "
            + ended.label()
            + (isLast ? " has failed too often: " : " starts again: ")
            + ended.failure());
    if (isLast) {
      service.gaveUp().run();
    } else {
      start(ended.label(), new Service(service.body(), service.gaveUp(), service.restarts() + 1));
    }
  }
}
