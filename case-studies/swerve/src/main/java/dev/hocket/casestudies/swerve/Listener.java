package dev.hocket.casestudies.swerve;

import dev.hocket.events.Event;

/** Accepts connections, up to a limit at a time, and starts a process for each. */
public interface Listener {

  /** Begins to accept connections. */
  void start();

  /** Stops accepting connections; accepted ones stay open. */
  void stop();

  /**
   * The event that happens when all connections have ended after a {@link #stop}.
   *
   * @return the event, which stays ready
   */
  Event<Void> endedEvt();
}
