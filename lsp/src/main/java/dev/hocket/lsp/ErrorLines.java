package dev.hocket.lsp;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Reports each failure in one line on standard error, which editors show in a log. */
final class ErrorLines extends Handler {
  private static final String OURS = "dev.hocket.";

  /** Referenced here, because unreferenced loggers are collected together with their handlers. */
  private static final Logger PROTOCOL = Logger.getLogger("org.eclipse.lsp4j");

  private ErrorLines() {}

  /** Prints the log entries of LSP4J in place of LSP4J, which would print stack traces. */
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

  /** Prints a failure, with the place if it is in Hocket. */
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
