package dev.hocket.core.pool;

/** Reads the number of threads of the default worker. */
public final class DefaultSize {
  private DefaultSize() {}

  /**
   * Returns the value of the system property, or else of the environment variable, or the
   * processors.
   */
  public static int read(String property, String variable) {
    String set = System.getProperty(property);
    if (set != null) {
      return parse("system property " + property, set);
    }
    String inherited = System.getenv(variable);
    if (inherited != null) {
      return parse("environment variable " + variable, inherited);
    }
    return Runtime.getRuntime().availableProcessors();
  }

  private static int parse(String source, String text) {
    try {
      int threads = Integer.parseInt(text.strip());
      if (threads >= 1) {
        return threads;
      }
    } catch (NumberFormatException notANumber) {
      // This falls through to the one message for all invalid numbers of threads.
    }
    throw new IllegalArgumentException(
        source + " is \"" + text + "\"; it must be a number of threads, 1 or more");
  }
}
