package dev.hocket.core;

import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/**
 * The events of JDK Flight Recorder that Hocket writes, beside those of blocks ({@link
 * BlockEvent}). {@code docs/recording.md} describes them all.
 */
final class FlightEvents {
  // Used only to ask whether events of these kinds are enabled.
  private static final WaitEvent WAIT = new WaitEvent();
  private static final DispatchEvent DISPATCH = new DispatchEvent();

  private FlightEvents() {}

  @Name("dev.hocket.Target")
  @Label("Target")
  @Category("Hocket")
  @Description("A target, when it is made and at both ends of each chunk of the recording")
  @Period("everyChunk")
  @StackTrace(false)
  static final class TargetEvent extends Event {
    @Label("Target")
    String target;

    @Label("Kind")
    @Description("worker, virtual or loop")
    String kind;

    @Label("Size")
    @Description("How many blocks run at once at most; 2147483647 for any number")
    int size;

    @Label("Limit")
    @Description("How many blocks may wait for that at most; 2147483647 for any number")
    int limit;

    static void write(Target target) {
      TargetEvent event = new TargetEvent();
      if (event.isEnabled()) {
        Target.Shape shape = target.shape();
        event.target = target.name();
        event.kind = shape.kind();
        event.size = shape.size();
        event.limit = shape.limit();
        event.commit();
      }
    }
  }

  @Name("dev.hocket.Load")
  @Label("Target Load")
  @Category("Hocket")
  @Description("The current load of a target")
  @Period("1 s")
  @StackTrace(false)
  static final class LoadEvent extends Event {
    @Label("Target")
    String target;

    @Label("Queued")
    @Description("Blocks that wait for a thread")
    int queued;

    @Label("Active")
    @Description("Threads that run a block or look for one")
    int active;

    @Label("Waiting")
    @Description("Threads that wait inside a block; -1 if the target does not know")
    int waiting;

    static void write(Target target) {
      Target.Load load = target.load();
      LoadEvent event = new LoadEvent();
      event.target = target.name();
      event.queued = load.queued();
      event.active = load.active();
      event.waiting = load.waiting();
      event.commit();
    }
  }

  @Name("dev.hocket.Wait")
  @Label("Wait")
  @Category("Hocket")
  @Description("A wait of a thread by a method of Hocket: for blocks, an event, a blocking call")
  @Threshold("1 ms")
  @StackTrace(false)
  static final class WaitEvent extends Event {
    @Label("What")
    @Description("What was waited for")
    String what;

    @Label("Block")
    @Description("Id of the block that waited; -1 if none did, or one without an id")
    long block = BlockFields.UNKNOWN;

    @Label("Label")
    @Description("Position of that block in the source")
    String label;

    private transient Context thread;

    /** Whether a recording asks for waits, or for blocks, whose records count their waits. */
    static boolean isOn() {
      return WAIT.isEnabled() || BlockEvent.isOn();
    }

    static WaitEvent begins(Context thread) {
      WaitEvent event = new WaitEvent();
      event.thread = thread;
      forEachThatWaits(thread, BlockEvent::waits);
      event.begin();
      return event;
    }

    void ends(Wait wait) {
      end();
      forEachThatWaits(thread, BlockEvent::waited);
      if (shouldCommit()) {
        // Not named by its blocks: a wait names those that have not ended, and by now there are
        // none.
        what = wait instanceof Waiter waiter ? waiter.how() : Context.named(wait);
        Block innermost = thread.block;
        if (innermost != null) {
          label = innermost.label();
          if (innermost.recording() instanceof BlockEvent waiter) {
            block = waiter.id;
          }
        }
        commit();
      }
    }

    /** The innermost block and those around it; one that is in a wait already counts one more. */
    private static void forEachThatWaits(Context thread, Consumer<BlockEvent> action) {
      for (Block b = thread.block; b != null; b = b.outer()) {
        if (b.recording() instanceof BlockEvent event) {
          action.accept(event);
        }
      }
    }
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
    long waitTime = BlockFields.UNKNOWN;

    static boolean isOn() {
      return DISPATCH.isEnabled();
    }

    static void run(String loop, String name, boolean input, long waitNanos, Runnable handler) {
      DispatchEvent record = new DispatchEvent();
      record.waitTime = waitNanos;
      record.begin();
      try {
        handler.run();
      } finally {
        record.end();
        record.loop = loop;
        record.event = name;
        record.input = input;
        record.commit();
      }
    }
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

    static void write(Target target, int from, int to) {
      ResizeEvent event = new ResizeEvent();
      if (event.isEnabled()) {
        event.target = target.name();
        event.from = from;
        event.to = to;
        event.commit();
      }
    }
  }
}
