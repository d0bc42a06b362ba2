package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A dispatch that has not ended, recorded at the end of each chunk: a freeze that lasts until the
 * program ends has no other event. It counts only if no dispatch with its id is recorded.
 */
@Name("dev.hocket.lag.UnfinishedDispatch")
@Label("Unfinished dispatch")
@Category({"Hocket", "Lag"})
@Period("endChunk")
@StackTrace(false)
final class UnfinishedDispatchEvent extends DispatchFields {
  /** The time since the dispatch began. */
  @Label("Run time")
  @Timespan
  long runTime;
}
