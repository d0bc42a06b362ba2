package dev.hocket.lag;

import java.awt.AWTEvent;
import java.awt.ActiveEvent;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.awt.event.InvocationEvent;
import java.time.Instant;

/** The methods that AWT's event thread calls before and after it gets or dispatches an event. */
public final class EventThread {
  /** An event that is older has no time: programs and tests post events with the time 0. */
  private static final long START_MILLIS =
      ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli).orElse(1L);

  private EventThread() {}

  /**
   * Called before each dispatch.
   *
   * @param event the event
   */
  public static void begin(AWTEvent event) {
    if (event instanceof AwtProbe) {
      Dispatches.beginUnrecorded();
    } else {
      AwtProbe.windowsMayBeOpen();
      Dispatches.begin("edt", name(event), event instanceof InputEvent, waitNanos(event));
    }
  }

  /** Called after each dispatch, even if it threw an exception. */
  public static void end() {
    Dispatches.end();
  }

  /** Called before the thread waits for its next event. */
  public static void idles() {
    Dispatches.idles("edt");
  }

  /** Called when the thread has got its next event. */
  public static void resumes() {
    Dispatches.resumes();
  }

  private static long waitNanos(AWTEvent event) {
    long when =
        switch (event) {
          case InputEvent input -> input.getWhen();
          case ActionEvent action -> action.getWhen();
          case InvocationEvent invocation -> invocation.getWhen();
          default -> -1;
        };
    return when < START_MILLIS ? -1 : Math.max(0, System.currentTimeMillis() - when) * 1_000_000;
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
