package dev.hocket.directives;

import dev.hocket.core.Targets;
import java.util.concurrent.atomic.AtomicBoolean;

/** Maps OpenMP's devices to targets: every device is the host. */
final class Device {
  private static final AtomicBoolean NOTICED = new AtomicBoolean();

  private Device() {}

  static String hostFor(int number, String label) {
    if (number < 0) {
      throw new IllegalArgumentException(
          "device("
              + number
              + ")"
              + (label.isEmpty() ? "" : " at " + label)
              + ": a device number is 0 or more; virtual(name) names a target");
    }
    if (NOTICED.compareAndSet(false, true)) {
      System.err.println(
          "hocket: no accelerator is supported; device blocks run on the host (target "
              + Targets.DEFAULT_WORKER
              + ")");
    }
    return Targets.DEFAULT_WORKER;
  }
}
