package dev.hocket.lag;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Records the dispatches of event threads. A dispatch may contain others, as that of a modal dialog
 * does, so a thread has a stack of open dispatches.
 */
final class Dispatches {
  private static final ThreadLocal<Deque<DispatchEvent>> OPEN =
      ThreadLocal.withInitial(ArrayDeque::new);

  /** Stands for a dispatch that is not recorded. */
  private static final DispatchEvent UNRECORDED = new DispatchEvent();

  /** The innermost dispatch that is running, for the sampler; null while no thread dispatches. */
  private static volatile Running running;

  /**
   * A dispatch that runs.
   *
   * @param since as by {@link System#nanoTime()}
   */
  record Running(Thread thread, long since) {}

  private Dispatches() {}

  static void begin(String loop, String event, boolean input, long waitNanos) {
    DispatchEvent dispatch = new DispatchEvent();
    dispatch.loop = loop;
    dispatch.event = event;
    dispatch.input = input;
    dispatch.waitTime = waitNanos;
    OPEN.get().push(dispatch);
    running = new Running(Thread.currentThread(), System.nanoTime());
    dispatch.begin();
  }

  static void beginUnrecorded() {
    OPEN.get().push(UNRECORDED);
  }

  static void end() {
    DispatchEvent dispatch = OPEN.get().pop();
    if (dispatch != UNRECORDED) {
      // The outer dispatch now either waits for its dialog or continues. The agent cannot tell
      // which, and the stack of a wait would show no lag.
      running = null;
      dispatch.commit();
    }
  }

  /** The innermost dispatch, or null. */
  static Running running() {
    return running;
  }
}
