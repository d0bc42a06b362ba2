package dev.hocket.lag;

import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** The fields that are recorded for a dispatch, whether or not it has ended. */
abstract class DispatchFields extends Event {
  /** The number of the dispatch, from 1. */
  @Label("Id")
  long id;

  @Label("Loop")
  String loop;

  @Label("Event")
  String event;

  @Label("Input")
  boolean input;

  /**
   * The time since the event's own timestamp (in whole milliseconds for AWT); −1 if it has none.
   */
  @Label("Wait time")
  @Timespan
  long waitTime;

  /** Copies the fields of another event of the same dispatch. */
  final void describe(DispatchFields dispatch) {
    id = dispatch.id;
    loop = dispatch.loop;
    event = dispatch.event;
    input = dispatch.input;
    waitTime = dispatch.waitTime;
  }
}
