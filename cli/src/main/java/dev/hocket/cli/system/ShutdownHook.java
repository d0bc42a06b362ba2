package dev.hocket.cli.system;

/** Runs an action if the JVM ends, for example by Ctrl-C, before this hook is closed. */
public final class ShutdownHook implements AutoCloseable {
  private final Thread hook;

  public ShutdownHook(String name, Runnable action) {
    hook = new Thread(action, name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down already, so the action runs anyway.
    }
  }
}
