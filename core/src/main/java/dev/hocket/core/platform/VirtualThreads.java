package dev.hocket.core.platform;

import java.util.concurrent.ThreadFactory;

/** The one place that names virtual threads, so that the rest loads on Android, which has none. */
public final class VirtualThreads {
  private static final boolean EXIST = exist();

  private VirtualThreads() {}

  /** Returns whether a thread is virtual; false if there are no virtual threads. */
  public static boolean isVirtual(Thread thread) {
    return EXIST && thread.isVirtual();
  }

  private static boolean exist() {
    try {
      Thread.currentThread().isVirtual();
      return true;
    } catch (LinkageError missing) {
      return false;
    }
  }

  /**
   * Makes the virtual threads of a target, with numbered names.
   *
   * @throws UnsupportedOperationException if the platform has none
   */
  public static ThreadFactory factory(String prefix) {
    try {
      return Thread.ofVirtual().name(prefix, 1).factory();
    } catch (LinkageError | UnsupportedOperationException missing) {
      throw new UnsupportedOperationException(
          "there are no virtual threads on this platform; "
              + "Targets.create(name, n) makes a pool of platform threads",
          missing);
    }
  }
}
