package dev.hocket.core.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A part of a request that has not ended when a chunk of the recording ends. */
@Name("dev.hocket.UnfinishedProcess")
@Label("Unfinished Process")
@Category("Hocket")
@Description("A process that has not ended at the end of a chunk; counts if no Process has its id")
@Period("endChunk")
@StackTrace(false)
final class UnfinishedProcessEvent extends ProcessFields {
  @Label("Run Time")
  @Description("From its start until now, or until its thread began to wait for the next message")
  @Timespan(Timespan.NANOSECONDS)
  long runTime;

  @Label("Age")
  @Description("From its start until now")
  @Timespan(Timespan.NANOSECONDS)
  long age;

  @Label("Wait Time")
  @Description("How long its thread has waited; 0 if it does not wait, or for the next message")
  @Timespan(Timespan.NANOSECONDS)
  long waitTime;

  @Label("What")
  @Description("What the thread waits for")
  String what;

  @Label("Thread Name")
  @Description("The name of the thread that runs it")
  String threadName;
}
