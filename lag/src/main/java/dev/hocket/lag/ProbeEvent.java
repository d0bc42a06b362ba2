package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The recorded delay of a probe: an event that is posted only to measure when the event thread
 * handles it.
 */
@Name("dev.hocket.lag.Probe")
@Label("Probe")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class ProbeEvent extends jdk.jfr.Event {
  @Label("Loop")
  String loop;

  /** The delay since the time at which the probe was due. */
  @Label("Latency")
  @Timespan
  long latency;

  /**
   * Records a probe that is handled now.
   *
   * @param due the time at which it was due, as {@link System#nanoTime()}
   */
  static void record(String loop, long due) {
    ProbeEvent event = new ProbeEvent();
    event.loop = loop;
    event.latency = System.nanoTime() - due;
    event.commit();
  }
}
