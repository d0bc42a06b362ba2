package dev.hocket.core;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A toolkit that offers its loop as a service, as a real one would. */
public final class ToyToolkit implements LoopDriver {
  /** The number of times that core has asked in vain whether the loop is alive, from 0. */
  static final AtomicInteger IN_VAIN = new AtomicInteger(Integer.MIN_VALUE);

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

  @Override
  public boolean isAlive() {
    if (IN_VAIN.get() >= 0) {
      IN_VAIN.incrementAndGet();
      throw new IllegalStateException("a driver that does not know");
    }
    return true;
  }

  private void loop() {
    while (true) {
      try {
        events.take().run();
      } catch (InterruptedException ignored) {
        // Continues, as toolkits do.
      }
    }
  }
}
