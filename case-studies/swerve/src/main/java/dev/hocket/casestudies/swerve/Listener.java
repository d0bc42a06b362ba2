package dev.hocket.casestudies.swerve;

import dev.hocket.events.Event;

/** Accepts connections, up to a limit at a time, and starts a process for each. */
public interface Listener {

  /** Begins to accept. */
  void start();

  /** Stops accepting; accepted connections stay open. */
  void stop();

  /**
   * The event that happens when all connections have ended after a {@link #stop}.
   *
   * @return the event; ready from then on
   */
  Event<Void> endedEvt();
}
