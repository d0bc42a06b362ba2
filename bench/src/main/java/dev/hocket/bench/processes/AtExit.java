package dev.hocket.bench.processes;

import java.util.concurrent.locks.LockSupport;

/** An action that runs once: when this is closed, or else when the JVM ends. */
public final class AtExit implements AutoCloseable {
  private final Runnable action;
  private final Thread hook;

  public AtExit(String name, Runnable action) {
    this.action = action;
    hook = new Thread(action, name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException interrupted) {
      // The JVM is ending and the hook runs. What the hook ends may fail elsewhere; those failures
      // need no report.
      while (true) {
        LockSupport.park();
      }
    }
    action.run();
  }
}
