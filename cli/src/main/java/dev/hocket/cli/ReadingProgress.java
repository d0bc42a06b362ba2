package dev.hocket.cli;

import java.io.PrintWriter;
import java.util.function.LongConsumer;

/** Prints how far a long recording has been read, on the error output, if that is a terminal. */
final class ReadingProgress implements LongConsumer, AutoCloseable {
  private final PrintWriter err;
  private final boolean terminal = System.console() != null && System.console().isTerminal();
  private boolean shown;

  ReadingProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void accept(long events) {
    if (terminal) {
      err.printf("\rhocket: %,d events read", events);
      err.flush();
      shown = true;
    }
  }

  /** Clears the line. */
  @Override
  public void close() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }
}
