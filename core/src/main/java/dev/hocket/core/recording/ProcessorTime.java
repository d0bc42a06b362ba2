package dev.hocket.core.recording;

import dev.hocket.core.platform.Optionals;
import dev.hocket.core.platform.VirtualThreads;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Set;
import jdk.jfr.SettingControl;

/** The setting {@code processorTime} of block events: whether the processor time is recorded. */
final class ProcessorTime extends SettingControl {
  private static volatile boolean askedFor;

  /** Loaded on first use: loading takes some ten milliseconds. */
  private static final class Threads {
    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
    private static final boolean SUPPORTED = BEAN.isCurrentThreadCpuTimeSupported();
  }

  private String value = "false";

  static boolean isAskedFor() {
    return askedFor;
  }

  /**
   * Returns nanoseconds; unknown where the platform does not count them, as for virtual threads.
   */
  static long ofThisThread() {
    return Threads.SUPPORTED && !VirtualThreads.isVirtual(Thread.currentThread())
        ? Threads.BEAN.getCurrentThreadCpuTime()
        : BlockFields.UNKNOWN;
  }

  @Override
  public String combine(Set<String> settings) {
    return String.valueOf(settings.contains("true"));
  }

  @Override
  public void setValue(String setting) {
    value = setting;
    askedFor = "true".equals(setting) && Optionals.MANAGEMENT;
  }

  @Override
  public String getValue() {
    return value;
  }
}
