package dev.hocket.cli.plan;

import java.io.PrintWriter;
import java.util.function.LongConsumer;

/** Prints the progress of reading and planning on the error output, if that is a terminal. */
public final class PlanProgress implements LongConsumer, AutoCloseable {
  private final PrintWriter err;
  private final String format;
  private final boolean terminal = System.console() != null && System.console().isTerminal();
  private boolean shown;

  public PlanProgress(PrintWriter err, String format) {
    this.err = err;
    this.format = format;
  }

  @Override
  public void accept(long done) {
    if (terminal) {
      err.printf("\rhocket: " + format, done);
      err.flush();
      shown = true;
    }
  }

  /** Clears the line with the progress. */
  @Override
  public void close() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }
}
