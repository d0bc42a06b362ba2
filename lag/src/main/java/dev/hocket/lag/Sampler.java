package dev.hocket.lag;

import java.util.StringJoiner;

/** Samples an event thread's stack during long dispatches. */
final class Sampler implements Runnable {
  /** The shortest dispatch that is sampled; sampling short ones would cost time for nothing. */
  private static final long PATIENCE_NANOS = 20_000_000;

  private static final int PERIOD_MILLIS = 20;
  private static final int MOST_FRAMES = 200;

  private Sampler() {}

  static void start() {
    Thread thread = new Thread(null, new Sampler(), "hocket-lag-sampler");
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        Dispatches.Running running = running();
        if (running != null && System.nanoTime() - running.since() >= PATIENCE_NANOS) {
          record(running);
        }
      }
    } catch (InterruptedException stop) {
      // A program that interrupts all of its threads also ends the sampler.
    }
  }

  /**
   * Samples a dispatch, or else the task of JavaFX's thread that delays a probe, because JavaFX
   * does not report when it starts to handle an input.
   */
  private static Dispatches.Running running() {
    Dispatches.Running dispatch = Dispatches.running();
    return dispatch != null ? dispatch : FxProbe.running();
  }

  private static void record(Dispatches.Running running) {
    SampleEvent sample = new SampleEvent();
    sample.begin();
    StackTraceElement[] stack = running.thread().getStackTrace();
    if (running.equals(running())) {
      sample.stack = text(stack);
      sample.commit();
    }
  }

  private static String text(StackTraceElement[] stack) {
    StringJoiner text = new StringJoiner("\n");
    for (int i = 0; i < Math.min(MOST_FRAMES, stack.length); i++) {
      StackTraceElement frame = stack[i];
      text.add(frame.getClassName() + "." + frame.getMethodName() + "(" + place(frame) + ")");
    }
    return text.toString();
  }

  /** The text of a frame; a native method has no line. */
  private static String place(StackTraceElement frame) {
    if (frame.isNativeMethod()) {
      return "Native Method";
    }
    if (frame.getFileName() == null) {
      return "Unknown Source";
    }
    return frame.getFileName() + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber());
  }
}
