package dev.hocket.lag;

import java.awt.AWTEvent;
import java.awt.ActiveEvent;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.awt.event.InvocationEvent;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the event thread calls before and after it dispatches an event. A dispatch may dispatch
 * others before it ends, as that of a modal dialog does, so the open ones are a stack.
 */
public final class EventThread {
  private static final ThreadLocal<Deque<DispatchEvent>> OPEN =
      ThreadLocal.withInitial(ArrayDeque::new);

  /** Stands for a dispatch that is not recorded. */
  private static final DispatchEvent PROBE = new DispatchEvent();

  /** The innermost dispatch that runs now, for the sampler; null while the thread is idle. */
  private static volatile Running running;

  /**
   * A dispatch that runs.
   *
   * @param since as by {@link System#nanoTime()}
   */
  record Running(Thread thread, long since) {}

  private EventThread() {}

  /**
   * Called before each dispatch.
   *
   * @param event the event
   */
  public static void begin(AWTEvent event) {
    if (event instanceof Probe) {
      OPEN.get().push(PROBE);
      return;
    }
    DispatchEvent dispatch = new DispatchEvent();
    dispatch.loop = "edt";
    dispatch.event = name(event);
    dispatch.input = event instanceof InputEvent;
    dispatch.waitTime = waitNanos(event);
    OPEN.get().push(dispatch);
    running = new Running(Thread.currentThread(), System.nanoTime());
    Probe.windowsMayBeOpen();
    dispatch.begin();
  }

  /** Called after each dispatch, also one that threw. */
  public static void end() {
    DispatchEvent dispatch = OPEN.get().pop();
    if (dispatch != PROBE) {
      // An outer dispatch waits for its dialog now, or goes on; which of the two is not known, and
      // a
      // stack of waiting would be no lag.
      running = null;
      dispatch.commit();
    }
  }

  /** The innermost dispatch, or null. */
  static Running running() {
    return running;
  }

  private static long waitNanos(AWTEvent event) {
    long when =
        switch (event) {
          case InputEvent input -> input.getWhen();
          case ActionEvent action -> action.getWhen();
          case InvocationEvent invocation -> invocation.getWhen();
          default -> -1;
        };
    return when < 0 ? -1 : Math.max(0, System.currentTimeMillis() - when) * 1_000_000;
  }

  private static String name(AWTEvent event) {
    String type = event.getClass().getSimpleName();
    if (!(event instanceof InputEvent) || event instanceof ActiveEvent) {
      return type;
    }
    String parameters = event.paramString();
    int end = parameters.indexOf(',');
    return type + "." + (end < 0 ? parameters : parameters.substring(0, end));
  }
}
