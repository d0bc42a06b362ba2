package dev.hocket.flow;

import dev.hocket.flow.Node.Call;

/** Calls a function and counts its calls; in a recording, also for how long it ran. */
// Written by the section of the call. Others read what may be a little old.
final class Counter implements FlowFn {
  final String id;
  final Call call;
  private final FlowFn function;
  private final boolean timed;
  private long calls;
  private long nanos;

  Counter(String id, Call call, FlowFn function, boolean timed) {
    this.id = id;
    this.call = call;
    this.function = function;
    this.timed = timed;
  }

  long calls() {
    return calls;
  }

  /** How long the calls have taken, or -1 if nobody asked. */
  long nanos() {
    return timed ? nanos : -1;
  }

  @Override
  public Object call(Object[] arguments) throws Exception {
    calls++;
    if (!timed) {
      return function.call(arguments);
    }
    long begin = System.nanoTime();
    try {
      return function.call(arguments);
    } finally {
      nanos += System.nanoTime() - begin;
    }
  }
}
