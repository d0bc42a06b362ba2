package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A dispatch that has not ended, at the end of each chunk of the recording: a freeze that lasts
 * until the program ends has no other event. It counts only if there is no dispatch with its id.
 */
@Name("dev.hocket.lag.UnfinishedDispatch")
@Label("Unfinished dispatch")
@Category({"Hocket", "Lag"})
@Period("endChunk")
@StackTrace(false)
final class UnfinishedDispatchEvent extends DispatchFields {
  /** Since the dispatch began. */
  @Label("Run time")
  @Timespan
  long runTime;
}
