package dev.hocket.core.platform;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** The platform threads of the JVM. */
public final class LiveThreads {
  private LiveThreads() {}

  /** Finds a thread for which a condition holds, if there is one. */
  public static Optional<Thread> find(Predicate<Thread> wanted) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    // Leaves room for threads that start meanwhile: enumerate drops those that do not fit.
    Thread[] threads = new Thread[root.activeCount() + 16];
    root.enumerate(threads);
    return Arrays.stream(threads).filter(Objects::nonNull).filter(wanted).findAny();
  }
}
