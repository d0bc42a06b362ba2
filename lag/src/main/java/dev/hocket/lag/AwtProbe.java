package dev.hocket.lag;

import java.awt.AWTEvent;
import java.awt.ActiveEvent;
import java.awt.Toolkit;
import java.awt.Window;
import java.util.concurrent.atomic.AtomicInteger;

/** A probe of AWT's event thread. */
final class AwtProbe extends AWTEvent implements ActiveEvent {
  private static final long serialVersionUID = 1L;

  private static final AtomicInteger PENDING = new AtomicInteger();

  /** Whether AWT has started; the agent itself must not start it. */
  private static volatile boolean awtRuns;

  private final transient long due;

  private AwtProbe(long due) {
    super(AwtProbe.class, RESERVED_ID_MAX + 1);
    this.due = due;
  }

  /** Records that the program has an event thread. */
  static void windowsMayBeOpen() {
    if (!awtRuns) {
      awtRuns = true;
    }
  }

  static void post(long due) {
    // Without a window, probes would keep the event thread, and so the program, alive.
    if (awtRuns && PENDING.get() < Probes.MOST_PENDING && hasWindow()) {
      PENDING.incrementAndGet();
      Toolkit.getDefaultToolkit().getSystemEventQueue().postEvent(new AwtProbe(due));
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
    ProbeEvent.record("edt", due);
  }
}
