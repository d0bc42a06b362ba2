package dev.hocket.casestudies.swerve;

import dev.hocket.events.Events;

/** Writes down what happens, in the order in which it is told. Thread-safe. */
public interface Log {

  /**
   * Writes a line.
   *
   * @param entry what happened
   * @throws InterruptedException the calling thread was interrupted
   */
  void write(Entry entry) throws InterruptedException;

  /**
   * Writes the last line: an error with which the server cannot go on. Cleans up, makes sure that
   * the error is on disk, and ends the program.
   *
   * @param entry the error
   * @param cleanUp what to do before the end
   * @throws InterruptedException the calling thread was interrupted
   */
  void fatal(Entry entry, Events.Body cleanUp) throws InterruptedException;

  /**
   * Waits until all that was told so far is on disk.
   *
   * @throws InterruptedException the calling thread was interrupted
   */
  void flush() throws InterruptedException;

  /**
   * Waits until all that was told so far is on disk, and lets go of the file and the process. What
   * is told later may be lost. Closing twice is harmless.
   *
   * @throws InterruptedException the calling thread was interrupted; the log ends all the same
   */
  void close() throws InterruptedException;
}
