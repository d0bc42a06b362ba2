package dev.hocket.core;

import java.util.concurrent.ThreadFactory;

/** The one place that names virtual threads, so that the rest loads on Android, which has none. */
final class VirtualThreads {
  private VirtualThreads() {}

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
