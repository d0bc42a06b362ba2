package dev.hocket.core.recording;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** The fields of a recording for a part of a request that is no block and no dispatch. */
abstract class ProcessFields extends Event {
  @Label("Id")
  @Description("A number of its own within the program, as blocks have")
  long id;

  @Label("Request")
  @Description("Id of the part with which the request began; its own if this is the part")
  long request;

  @Label("Parent")
  @Description("Id of the part that began it, or sent the message; -1 if it begins a request")
  long parent = BlockFields.UNKNOWN;

  @Label("Kind")
  @Description("process, message, connection, request or packet")
  String kind;

  @Label("Name")
  String name;

  @Label("Queue Time")
  @Description("From the sending of its message to its start; -1 if it has none")
  @Timespan(Timespan.NANOSECONDS)
  long queueTime = BlockFields.UNKNOWN;

  @Label("Trace")
  @Description("The W3C trace id of a request that another program has begun")
  String trace;

  @Label("Remote Parent")
  @Description("The W3C id of the part of that program")
  String remoteParent;
}
