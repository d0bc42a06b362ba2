package dev.hocket.core.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The record so far of a block that has not ended when a chunk of the recording ends. */
@Name("dev.hocket.UnfinishedBlock")
@Label("Unfinished Block")
@Category("Hocket")
@Description(
    "A block that has not ended at the end of a chunk; counts if no Block event has its id")
@Period("endChunk")
@StackTrace(false)
final class UnfinishedBlockEvent extends BlockFields {
  @Label("State")
  @Description("queued, running or suspended")
  String state;

  @Label("Run Time")
  @Description("Since its start, waits and suspensions included; -1 if it has not begun")
  @Timespan(Timespan.NANOSECONDS)
  long runTime = UNKNOWN;
}
