package dev.hocket.casestudies.swerve;

import dev.hocket.events.Events;

/**
 * The log of a server without a folder for logs: it writes failures to standard error, and drops
 * responses.
 */
final class ErrorLog implements Log {
  private final Runnable exit;

  ErrorLog(Runnable exit) {
    this.exit = exit;
  }

  @Override
  public void write(Entry entry) {
    System.err.print(entry.line());
  }

  @Override
  public void fatal(Entry entry, Events.Body cleanUp) throws InterruptedException {
    write(entry);
    cleanUp.run();
    flush();
    exit.run();
  }

  @Override
  public void flush() {
    System.err.flush();
  }

  @Override
  public void close() {
    flush();
  }
}
