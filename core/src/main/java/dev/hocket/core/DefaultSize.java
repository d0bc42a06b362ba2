package dev.hocket.core;

/** How many threads the default worker has. */
final class DefaultSize {
  private DefaultSize() {}

  static int read() {
    String property = System.getProperty(Targets.SIZE_PROPERTY);
    if (property != null) {
      return parse("system property " + Targets.SIZE_PROPERTY, property);
    }
    String variable = System.getenv(Targets.SIZE_VARIABLE);
    if (variable != null) {
      return parse("environment variable " + Targets.SIZE_VARIABLE, variable);
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
      // Falls through to the one message for everything that is no number of threads.
    }
    throw new IllegalArgumentException(
        source + " is \"" + text + "\"; it must be a number of threads, 1 or more");
  }
}
