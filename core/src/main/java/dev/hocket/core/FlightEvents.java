package dev.hocket.core;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The events of JDK Flight Recorder that Hocket writes. {@code docs/recording.md} lists them. */
final class FlightEvents {
  private static final BlockEvent BLOCK = new BlockEvent();

  private FlightEvents() {}

  static boolean blocksOn() {
    return BLOCK.isEnabled();
  }

  static Object begin() {
    BlockEvent event = new BlockEvent();
    event.queueTime = System.nanoTime();
    event.begin();
    return event;
  }

  static void end(Object recording, Block block, boolean inPlace, long queuedAt, String outcome) {
    BlockEvent event = (BlockEvent) recording;
    event.end();
    if (event.shouldCommit()) {
      // A block queued before the recording began has an unknown queue time: 0.
      event.queueTime = queuedAt == 0 ? 0 : event.queueTime - queuedAt;
      event.target = block.target().name();
      event.label = block.label();
      event.tag = block.tag() == null ? null : block.tag().name();
      event.inPlace = inPlace;
      event.outcome = outcome;
      event.commit();
    }
  }

  static void suspended(Object recording) {
    ((BlockEvent) recording).suspendedAt = System.nanoTime();
  }

  static void resumed(Object recording) {
    BlockEvent event = (BlockEvent) recording;
    event.suspendedTime += System.nanoTime() - event.suspendedAt;
  }

  static void resized(Target target, int from, int to) {
    ResizeEvent event = new ResizeEvent();
    if (event.isEnabled()) {
      event.target = target.name();
      event.from = from;
      event.to = to;
      event.commit();
    }
  }

  @Name("dev.hocket.Block")
  @Label("Block")
  @Category("Hocket")
  @Description("A block that ran on a target; the duration is the run, waits inside it included")
  @StackTrace(false)
  static final class BlockEvent extends Event {
    @Label("Target")
    String target;

    @Label("Label")
    @Description("Position of the block in the source")
    String label;

    @Label("Tag")
    String tag;

    @Label("Queue Time")
    @Description("From the encounter of the block to its start")
    @Timespan(Timespan.NANOSECONDS)
    long queueTime;

    @Label("Suspended Time")
    @Description("The part of the duration for which the block was suspended in awaits")
    @Timespan(Timespan.NANOSECONDS)
    long suspendedTime;

    transient long suspendedAt;

    @Label("In Place")
    @Description("Ran on the encountering thread")
    boolean inPlace;

    @Label("Outcome")
    @Description(
        "completed, failed, cancelled (never ran) or rejected (never ran, or did not go on)")
    String outcome;
  }

  @Name("dev.hocket.Dispatch")
  @Label("Event Dispatch")
  @Category("Hocket")
  @Description("An event that a toolkit's event loop dispatched")
  @StackTrace(false)
  static final class DispatchEvent extends Event {
    @Label("Loop")
    String loop;

    @Label("Event")
    String event;

    @Label("Input")
    @Description("Whether a person caused it")
    boolean input;

    @Label("Wait Time")
    @Description("From the event's own timestamp, in whole milliseconds, to its dispatch; or -1")
    @Timespan(Timespan.NANOSECONDS)
    long waitTime;
  }

  @Name("dev.hocket.Resize")
  @Label("Target Resized")
  @Category("Hocket")
  @StackTrace(false)
  static final class ResizeEvent extends Event {
    @Label("Target")
    String target;

    @Label("From")
    int from;

    @Label("To")
    int to;
  }
}
