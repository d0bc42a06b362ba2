package dev.hocket.casestudies.swerve;

import dev.hocket.events.Events;

/** Writes entries in the order in which they are logged. Thread-safe. */
public interface Log {

  /**
   * Writes a line.
   *
   * @param entry the event
   * @throws InterruptedException if the calling thread is interrupted
   */
  void write(Entry entry) throws InterruptedException;

  /**
   * Writes the last line: an error with which the server cannot continue. Cleans up, ensures that
   * the error is on disk, and ends the program.
   *
   * @param entry the error
   * @param cleanUp the action before the end
   * @throws InterruptedException if the calling thread is interrupted
   */
  void fatal(Entry entry, Events.Body cleanUp) throws InterruptedException;

  /**
   * Waits until all entries so far are on disk.
   *
   * @throws InterruptedException if the calling thread is interrupted
   */
  void flush() throws InterruptedException;

  /**
   * Waits until all entries so far are on disk, then closes the file and ends the process. Later
   * entries may be lost. Closing twice is harmless.
   *
   * @throws InterruptedException if the calling thread is interrupted; the log ends nevertheless
   */
  void close() throws InterruptedException;
}
