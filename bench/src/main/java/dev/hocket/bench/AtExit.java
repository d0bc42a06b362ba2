package dev.hocket.bench;

import java.util.concurrent.locks.LockSupport;

/** What must be done once: when it is closed, or else at the end of the JVM. */
final class AtExit implements AutoCloseable {
  private final Runnable action;
  private final Thread hook;

  AtExit(String name, Runnable action) {
    this.action = action;
    hook = new Thread(action, name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException interrupted) {
      // The hook is running. Failures caused by what it ends need not be reported.
      while (true) {
        LockSupport.park();
      }
    }
    action.run();
  }
}
