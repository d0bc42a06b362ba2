package dev.hocket.casestudies.swerve;

/** Watches the deadlines of all connections. Thread-safe. */
public interface TimeoutManager {

  /**
   * Checks a watch regularly from now on, until its connection has ended.
   *
   * @param watch the watch of a new connection
   * @throws InterruptedException if the calling thread is interrupted
   */
  void add(Watch watch) throws InterruptedException;

  /** Stops checking all watches. */
  void stop();
}
