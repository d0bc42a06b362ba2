package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A probe that the event thread has handled. */
@Name("dev.hocket.lag.Probe")
@Label("Probe")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class ProbeEvent extends jdk.jfr.Event {
  /** From the time at which the probe was due. */
  @Label("Latency")
  @Timespan
  long latency;
}
