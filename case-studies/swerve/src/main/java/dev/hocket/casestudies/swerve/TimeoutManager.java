package dev.hocket.casestudies.swerve;

/** Watches the deadlines of all connections. Thread-safe. */
public interface TimeoutManager {

  /**
   * Checks a watch regularly from now on, until its connection has ended.
   *
   * @param watch of a new connection
   * @throws InterruptedException the calling thread was interrupted
   */
  void add(Watch watch) throws InterruptedException;

  /** Looks at nothing any more. */
  void stop();
}
