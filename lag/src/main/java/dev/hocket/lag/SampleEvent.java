package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A recorded stack of the event thread, taken during a long dispatch. */
@Name("dev.hocket.lag.Sample")
@Label("Stack of the event thread")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class SampleEvent extends jdk.jfr.Event {
  /** The frames, one per line, innermost first. */
  @Label("Stack")
  String stack;
}
