package dev.hocket.lag;

import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** The fields that a recording has for a dispatch whether or not it has ended. */
abstract class DispatchFields extends Event {
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

  /** Takes the fields of another event of the same dispatch. */
  final void describe(DispatchFields dispatch) {
    id = dispatch.id;
    loop = dispatch.loop;
    event = dispatch.event;
    input = dispatch.input;
    waitTime = dispatch.waitTime;
  }
}
