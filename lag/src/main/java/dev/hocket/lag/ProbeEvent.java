package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A probe that an event thread has handled. */
@Name("dev.hocket.lag.Probe")
@Label("Probe")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class ProbeEvent extends jdk.jfr.Event {
  @Label("Loop")
  String loop;

  /** From the time at which the probe was due. */
  @Label("Latency")
  @Timespan
  long latency;

  /**
   * Records one that is handled now.
   *
   * @param due as by {@link System#nanoTime()}
   */
  static void record(String loop, long due) {
    ProbeEvent event = new ProbeEvent();
    event.loop = loop;
    event.latency = System.nanoTime() - due;
    event.commit();
  }
}
