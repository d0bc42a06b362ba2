package dev.hocket.core.recording;

import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** The fields of a recording for a block whether or not it has ended; -1 stands for unknown. */
abstract class BlockFields extends Event {
  static final long UNKNOWN = -1;

  private static final AtomicLong IDS = new AtomicLong();

  @Label("Id")
  @Description("A number of its own within the program, from 1")
  long id = UNKNOWN;

  @Label("Parent")
  @Description("Id of the block, or other part of a request, that encountered it; -1 if unknown")
  long parent = UNKNOWN;

  @Label("Request")
  @Description("Id of the part with which its request began; -1 if it belongs to none")
  long request = UNKNOWN;

  @Label("Target")
  String target;

  @Label("Label")
  @Description("Position of the block in the source")
  String label;

  @Label("Tag")
  String tag;

  @Label("In Place")
  @Description("Ran on the encountering thread")
  boolean inPlace;

  @Label("Queue Time")
  @Description("From the encounter of the block to its start")
  @Timespan(Timespan.NANOSECONDS)
  long queueTime = UNKNOWN;

  @Label("Wait Time")
  @Description("The part of the run for which its thread waited, inside it")
  @Timespan(Timespan.NANOSECONDS)
  long waitTime = UNKNOWN;

  @Label("Suspended Time")
  @Description("The part of the run for which it was suspended in awaits that were not over")
  @Timespan(Timespan.NANOSECONDS)
  long suspendedTime = UNKNOWN;

  @Label("Requeue Time")
  @Description("The part of the run for which it had what it awaited and waited for a thread")
  @Timespan(Timespan.NANOSECONDS)
  long requeueTime = UNKNOWN;

  /** Returns a number that no block, and no other part of a request, has. */
  static long nextId() {
    return IDS.incrementAndGet();
  }

  final void describe(Subject block) {
    target = block.target();
    label = block.label();
    tag = block.tag();
  }
}
