package dev.hocket.cli;

/** What is done if the JVM is ended, by Ctrl-C for example, before this is closed. */
final class ShutdownHook implements AutoCloseable {
  private final Thread hook;

  ShutdownHook(String name, Runnable action) {
    hook = new Thread(action, name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is on its way out already, and the action runs.
    }
  }
}
