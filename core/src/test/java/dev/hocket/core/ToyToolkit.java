package dev.hocket.core;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A toolkit that offers its loop as a service, as a real one would. */
public final class ToyToolkit implements LoopDriver {
  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::loop, "toy-toolkit");

  /** Starts the loop. */
  public ToyToolkit() {
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public String name() {
    return "toy-toolkit";
  }

  @Override
  public boolean isLoopThread() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void post(Runnable task) {
    events.add(task);
  }

  private void loop() {
    while (true) {
      try {
        events.take().run();
      } catch (InterruptedException ignored) {
        // Goes on, as toolkits do.
      }
    }
  }
}
