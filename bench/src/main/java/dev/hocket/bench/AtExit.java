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
      // The hook is at it. What fails now for want of what it ends, nobody needs to hear of.
      while (true) {
        LockSupport.park();
      }
    }
    action.run();
  }
}
