package dev.hocket.flow.mapping;

import java.io.PrintStream;

/**
 * The streams to which the JVM prints. Streams that {@link System#out} and {@link System#err} get
 * later are the program's, whose code they may run.
 */
// The JDK does not show what is behind a stream, so this class is to be loaded early.
public final class JvmOutput {
  private static final PrintStream OUT = System.out;
  private static final PrintStream ERR = System.err;

  private JvmOutput() {}

  /** Remembers the present streams, unless that has been done. */
  public static void remember() {
    // The class has been initialised.
  }

  /** Returns whether a stream is one of the JVM. */
  public static boolean isOne(PrintStream stream) {
    return stream == OUT || stream == ERR;
  }
}
