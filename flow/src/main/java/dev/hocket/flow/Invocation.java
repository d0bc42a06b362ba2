package dev.hocket.flow;

/**
 * Calls a function with values of a frame, and counts; in a recording, also for how long it ran.
 */
// Written by the section of the call. Others read what may be a little old.
final class Invocation {
  /** In place of a slot. */
  static final int CONSTANT = -1;

  final Node node;
  final String id;
  private final FlowFn function;
  private final int retries;
  private final boolean timed;
  private long calls;
  private long nanos;

  /**
   * Makes an invocation.
   *
   * @param function takes the slots of a frame
   */
  Invocation(Node node, String id, FlowFn function, int retries, boolean timed) {
    this.node = node;
    this.id = id;
    this.function = function;
    this.retries = retries;
    this.timed = timed;
  }

  long calls() {
    return calls;
  }

  /** How long the calls have taken, or -1 if nobody asked. */
  long nanos() {
    return timed ? nanos : -1;
  }

  Object invoke(Object[] slots) throws Op.Failed {
    calls++;
    try {
      return timed ? timed(slots) : function.call(slots);
    } catch (Throwable t) {
      return again(slots, t);
    }
  }

  private Object timed(Object[] slots) throws Exception {
    long begin = System.nanoTime();
    try {
      return function.call(slots);
    } finally {
      nanos += System.nanoTime() - begin;
    }
  }

  private Object again(Object[] slots, Throwable first) throws Op.Failed {
    Throwable failure = first;
    for (int i = 0; i < retries && !(failure instanceof InterruptedException); i++) {
      calls++;
      try {
        return timed ? timed(slots) : function.call(slots);
      } catch (Throwable t) {
        failure = t;
      }
    }
    throw new Op.Failed(node, failure);
  }
}
