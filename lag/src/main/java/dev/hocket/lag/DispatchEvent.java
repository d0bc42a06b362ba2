package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The recorded dispatch of an event by the event thread, with the fields of {@code
 * dev.hocket.Dispatch}.
 */
@Name("dev.hocket.lag.Dispatch")
@Label("Dispatch")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class DispatchEvent extends jdk.jfr.Event {
  /** From 1. */
  @Label("Id")
  long id;

  @Label("Loop")
  String loop;

  @Label("Event")
  String event;

  @Label("Input")
  boolean input;

  /** The time since the event's own timestamp (AWT's are whole milliseconds); −1 if it has none. */
  @Label("Wait time")
  @Timespan
  long waitTime;
}
