package dev.hocket.lag;

import java.awt.AWTEvent;
import java.awt.ActiveEvent;
import java.awt.Toolkit;
import java.awt.Window;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An event that is posted at a fixed rate, to see how long the event thread takes to come to it. It
 * counts from the time at which it was due: a thread that is late by 300 ms is so for all the
 * probes of that time, as it is for all that a user would have done.
 */
final class Probe extends AWTEvent implements ActiveEvent {
  private static final long serialVersionUID = 1L;
  private static final long PERIOD_NANOS = 50_000_000;

  /** Events that wait for an event thread that hangs. */
  private static final int MOST_PENDING = 1000;

  private static final AtomicInteger PENDING = new AtomicInteger();

  /** AWT is not to be started by us. */
  private static volatile boolean awtRuns;

  private final transient long due;

  private Probe(long due) {
    super(Probe.class, RESERVED_ID_MAX + 1);
    this.due = due;
  }

  /** The program has an event thread. */
  static void windowsMayBeOpen() {
    if (!awtRuns) {
      awtRuns = true;
    }
  }

  static void start() {
    Thread thread = new Thread(null, Probe::post, "hocket-lag-probe");
    thread.setDaemon(true);
    thread.start();
  }

  private static void post() {
    long due = System.nanoTime();
    while (!Thread.interrupted()) {
      due += PERIOD_NANOS;
      for (long ahead; (ahead = due - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(ahead);
      }
      // Without a window they would keep an event thread, and so a program, alive.
      if (awtRuns && PENDING.get() < MOST_PENDING && hasWindow()) {
        PENDING.incrementAndGet();
        Toolkit.getDefaultToolkit().getSystemEventQueue().postEvent(new Probe(due));
      }
    }
  }

  private static boolean hasWindow() {
    for (Window window : Window.getWindows()) {
      if (window.isDisplayable()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void dispatch() {
    PENDING.decrementAndGet();
    ProbeEvent event = new ProbeEvent();
    event.latency = System.nanoTime() - due;
    event.commit();
  }
}
