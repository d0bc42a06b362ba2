package dev.hocket.lsp;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Lines on standard error, which editors show in a log: what failed, in one line each. */
final class ErrorLines extends Handler {
  private static final String OURS = "dev.hocket.";

  /** Held, because loggers that nobody holds are forgotten together with their handlers. */
  private static final Logger PROTOCOL = Logger.getLogger("org.eclipse.lsp4j");

  private ErrorLines() {}

  /** Prints what LSP4J logs, which would print stack traces. */
  static synchronized void replaceLog() {
    if (PROTOCOL.getUseParentHandlers()) {
      PROTOCOL.setUseParentHandlers(false);
      ErrorLines handler = new ErrorLines();
      handler.setLevel(Level.WARNING);
      PROTOCOL.addHandler(handler);
    }
  }

  static void print(String text) {
    System.err.println("hocket lsp: " + text.strip().replaceAll("\\s*\\R\\s*", " "));
  }

  /** Prints what failed, with the place if it is in Hocket. */
  static void print(String text, Throwable failure) {
    StringBuilder line = new StringBuilder(text);
    line.append(": ").append(failure);
    for (Throwable each = failure; each != null; each = each.getCause()) {
      for (StackTraceElement frame : each.getStackTrace()) {
        if (frame.getClassName().startsWith(OURS)) {
          print(line.append(" (").append(frame).append(")").toString());
          return;
        }
      }
    }
    print(line.toString());
  }

  @Override
  public void publish(LogRecord entry) {
    if (!isLoggable(entry)) {
      return;
    }
    if (entry.getThrown() == null) {
      print(entry.getMessage());
    } else {
      print(entry.getMessage(), entry.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
