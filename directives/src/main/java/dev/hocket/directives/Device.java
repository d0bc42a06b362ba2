package dev.hocket.directives;

import dev.hocket.core.Targets;
import java.util.concurrent.atomic.AtomicBoolean;

/** The device targets of OpenMP, all of which are the host here. */
final class Device {
  private static final AtomicBoolean NOTICED = new AtomicBoolean();

  private Device() {}

  static String hostFor(int number) {
    if (number < 0) {
      throw new IllegalArgumentException(
          "device(" + number + "): a device number is 0 or more; virtual(name) names a target");
    }
    if (NOTICED.compareAndSet(false, true)) {
      System.err.println(
          "hocket: no accelerator here; device blocks run on the host (target "
              + Targets.DEFAULT_WORKER
              + ")");
    }
    return Targets.DEFAULT_WORKER;
  }
}
