package dev.hocket.events.waiting;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;

/** Finds threads of event loops, which must not wait. */
public final class EventLoops {
  private EventLoops() {}

  /** Returns the loop of the calling thread, or null. */
  public static EventLoop ofThread() {
    return !Thread.currentThread().isVirtual()
            && Targets.current().orElse(null) instanceof EventLoop loop
        ? loop
        : null;
  }

  /** Makes the exception that replaces a wait on the thread of a loop. */
  public static IllegalStateException refusal(EventLoop loop, String what) {
    return new IllegalStateException(
        what
            + ": would have to wait on the thread of event loop "
            + loop
            + ", which would stop all its events; Event.syncThen goes on without waiting,"
            + " Event.toFuture also where an action waits, as that of a call does, and"
            + " Channel.aSend also where a limited channel has no room");
  }
}
