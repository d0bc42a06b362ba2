package dev.hocket.core;

import java.util.concurrent.ThreadFactory;

/** The one place that names virtual threads, so that the rest loads on Android, which has none. */
final class VirtualThreads {
  private static final boolean EXIST = exist();

  /** Set once a virtual thread drives an event loop, which the others are then asked about. */
  static volatile boolean driveALoop;

  /** Set once a virtual thread begins a parallel region, in which it counts while it runs. */
  static volatile boolean openARegion;

  private VirtualThreads() {}

  static boolean isVirtual(Thread thread) {
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

  static ThreadFactory factory(String prefix) {
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
