package dev.hocket.core.recording;

import dev.hocket.core.loops.SwingLoop;
import dev.hocket.core.platform.LiveThreads;
import java.awt.AWTEvent;
import java.awt.ActiveEvent;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.awt.event.InvocationEvent;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Records the dispatches of AWT's event thread. It pushes an event queue over the program's when a
 * recording requests dispatches and the program has an event thread. It never starts the toolkit,
 * and does nothing without a recording.
 */
final class DispatchRecorder extends EventQueue {
  private static final long LOOK_PERIOD_MILLIS = 20;
  private static final AtomicBoolean LOOKING = new AtomicBoolean();

  /** An event that is older has no time: programs and tests post events with the time 0. */
  private static final long START_MILLIS =
      ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli).orElse(1L);

  private final Inventory program;

  private DispatchRecorder(Inventory program) {
    this.program = program;
  }

  /** Waits until there is an event thread, while dispatches are requested. */
  static void lookForEventThread(Inventory program) {
    if (FlightEvents.DispatchEvent.isOn() && LOOKING.compareAndSet(false, true)) {
      Thread looker = new Thread(null, () -> pushOnceThereIsOne(program), "hocket-dispatches");
      looker.setDaemon(true);
      looker.start();
    }
  }

  private static void pushOnceThereIsOne(Inventory program) {
    try {
      while (FlightEvents.DispatchEvent.isOn()) {
        if (LiveThreads.find(SwingLoop::isEventThread).isPresent()) {
          push(program);
          return;
        }
        Thread.sleep(LOOK_PERIOD_MILLIS);
      }
    } catch (InterruptedException stop) {
      // No code of the library interrupts this thread; if another does, the search ends.
    }
    LOOKING.set(false);
  }

  /** Once pushed, the queue is never removed: it checks at every event whether to record. */
  private static void push(Inventory program) {
    EventQueue programs = Toolkit.getDefaultToolkit().getSystemEventQueue();
    if (programs.getClass() == EventQueue.class) {
      programs.push(new DispatchRecorder(program));
    } else {
      // Events would bypass the dispatchEvent of that queue, and the program would behave
      // differently.
      System.err.println(
          "hocket: dispatches are not recorded: the program has an event queue of its own, "
              + programs.getClass().getName());
    }
  }

  @Override
  protected void dispatchEvent(AWTEvent event) {
    if (FlightEvents.DispatchEvent.isOn()) {
      boolean input = event instanceof InputEvent;
      FlightEvents.DispatchEvent.run(
          program, "edt", name(event), input, waitNanos(event), () -> super.dispatchEvent(event));
    } else {
      super.dispatchEvent(event);
    }
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
