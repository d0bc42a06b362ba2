package dev.hocket.plan.report;

import dev.hocket.plan.measure.DispatchLog;
import java.util.ArrayList;
import java.util.List;

/** A kind of work of an event thread (paper 2, table 3). */
enum IntervalKind {
  DISPATCH("dispatches an event"),
  MODAL("shows a modal window"),
  LISTENER("runs a listener of the program"),
  ASYNC("runs what another thread posted"),
  PAINT("paints");

  final String words;

  IntervalKind(String words) {
    this.words = words;
  }

  /** The name of its CSS class. */
  String style() {
    return name().toLowerCase();
  }

  /** Returns the kind of a dispatch without a known stack. */
  static IntervalKind ofEvent(String event) {
    if (event.startsWith("PaintEvent") || event.startsWith(DispatchLog.FX_PULSE)) {
      return PAINT;
    }
    return event.startsWith("InvocationEvent") || event.equals("runLater") ? ASYNC : DISPATCH;
  }

  /**
   * Finds the kind of each frame, outermost first: a frame that begins an interval gives its kind
   * to the frames it calls, up to the next one that begins an interval.
   *
   * @param innermostFirst frames as in {@link StackSample}
   */
  static List<IntervalKind> ofFrames(List<String> innermostFirst) {
    List<IntervalKind> kinds = new ArrayList<>();
    IntervalKind current = DISPATCH;
    boolean callerIsToolkit = false;
    for (String frame : innermostFirst.reversed()) {
      boolean toolkit = isToolkit(frame);
      IntervalKind begun = begun(frame);
      if (begun != null) {
        current = begun;
      } else if (!toolkit && callerIsToolkit && current != ASYNC) {
        current = LISTENER;
      }
      callerIsToolkit = toolkit;
      kinds.add(current);
    }
    return kinds;
  }

  private static IntervalKind begun(String frame) {
    if (frame.startsWith("java.awt.event.InvocationEvent.dispatch")
        || frame.startsWith("dev.hocket.lag.FxThread.")
        || frame.startsWith("com.sun.javafx.application.PlatformImpl.lambda$runLater")) {
      return ASYNC;
    }
    if (frame.startsWith("java.awt.Dialog.show")
        || frame.startsWith("java.awt.WaitDispatchSupport.enter")
        || frame.startsWith("javafx.stage.Stage.showAndWait")) {
      return MODAL;
    }
    if (frame.startsWith("javax.swing.RepaintManager.p")
        || frame.startsWith("javax.swing.JComponent.paint")
        || frame.startsWith("java.awt.Component.paint")
        || frame.startsWith("java.awt.Container.paint")
        || frame.startsWith("com.sun.javafx.tk.Toolkit.firePulse")) {
      return PAINT;
    }
    return frame.startsWith("java.awt.EventQueue.dispatchEvent")
            || frame.startsWith("com.sun.javafx.tk.quantum.GlassViewEventHandler.handle")
        ? DISPATCH
        : null;
  }

  /** Returns whether a frame is the JDK's, JavaFX's, Hocket's or the agent's. */
  static boolean isToolkit(String frame) {
    return frame.startsWith("java.")
        || frame.startsWith("javax.")
        || frame.startsWith("javafx.")
        || frame.startsWith("dev.hocket.lag.")
        || frame.startsWith("dev.hocket.core.")
        || frame.startsWith("dev.hocket.directives.")
        || frame.startsWith("sun.")
        || frame.startsWith("jdk.")
        || frame.startsWith("com.sun.");
  }
}
