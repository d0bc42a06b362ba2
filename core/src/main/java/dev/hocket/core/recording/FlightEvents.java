package dev.hocket.core.recording;

import java.util.HexFormat;
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
public final class FlightEvents {
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
  public static final class TargetEvent extends Event {
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

    public static void write(Shape shape) {
      TargetEvent event = new TargetEvent();
      if (event.isEnabled()) {
        event.target = shape.target();
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

    static void write(Load load) {
      LoadEvent event = new LoadEvent();
      event.target = load.target();
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
  public static final class WaitEvent extends Event {
    @Label("What")
    @Description("What was waited for")
    String what;

    @Label("Block")
    @Description("Id of the block that waited; -1 if none did, or one without an id")
    long block = BlockFields.UNKNOWN;

    @Label("Label")
    @Description("Position of that block in the source")
    String label;

    @Label("Request")
    @Description("Id of the part with which its request began; -1 if it belongs to none")
    long request = BlockFields.UNKNOWN;

    @Label("Part")
    @Description("Id of the part of the request that waited; -1 if it belongs to none")
    long part = BlockFields.UNKNOWN;

    @Label("Suspended")
    @Description("Whether the block waited without a thread")
    boolean suspended;

    @Label("Requeue Time")
    @Description("The last part of the wait: the block had what it awaited, but no thread")
    @Timespan(Timespan.NANOSECONDS)
    long requeueTime;

    /** The innermost recorded block of the thread; null if there is none. */
    private transient BlockEvent innermost;

    /** The part of a request, no block, in which the thread waits; or null. */
    private transient ProcessEvent process;

    /** Returns whether a recording requests waits, or blocks, whose records count their waits. */
    public static boolean isOn() {
      return WAIT.isEnabled() || BlockEvent.isOn();
    }

    /**
     * Begins a wait of the innermost block and those around it, each of which counts its waits.
     *
     * @param process the part of a request, no block, in which the thread waits; or null
     * @param wait the thing for which it waits, as core has it
     */
    public static WaitEvent begins(BlockEvent innermost, ProcessEvent process, Object wait) {
      WaitEvent event = new WaitEvent();
      event.innermost = innermost;
      event.process = process;
      if (process != null) {
        process.waits(wait);
      }
      for (BlockEvent b = innermost; b != null; b = b.around()) {
        b.waits();
      }
      event.begin();
      return event;
    }

    /** Begins the wait of a suspended block; null if waits are not recorded. */
    static WaitEvent ofSuspended() {
      if (!WAIT.isEnabled()) {
        return null;
      }
      WaitEvent event = new WaitEvent();
      event.suspended = true;
      event.begin();
      return event;
    }

    /** Ends the wait of a suspended block; true if it is long enough to be written. */
    boolean endsSuspension(BlockEvent waited, long requeued) {
      end();
      if (waited.request != BlockFields.UNKNOWN) {
        isIn(waited.id, waited.request);
      }
      requeueTime = requeued;
      return shouldCommit();
    }

    /** Makes the wait belong to a part of a request. */
    public void isIn(long partId, long requestId) {
      part = partId;
      request = requestId;
    }

    /** Ends the wait; true if it is long enough to be written by {@link #write}. */
    public boolean ends() {
      end();
      if (process != null) {
        process.waited();
      }
      for (BlockEvent b = innermost; b != null; b = b.around()) {
        b.waited();
      }
      return shouldCommit();
    }

    /** Writes the wait; {@code around} is the record of the block that waited, or null. */
    public void write(String named, BlockEvent around, String blockLabel) {
      what = named;
      block = BlockEvent.id(around);
      label = blockLabel;
      commit();
    }
  }

  @Name("dev.hocket.Dispatch")
  @Label("Event Dispatch")
  @Category("Hocket")
  @Description("An event that a toolkit's event loop dispatched")
  @StackTrace(false)
  public static final class DispatchEvent extends Event {
    @Label("Id")
    @Description("A number of its own within the program, as blocks have")
    long id;

    @Label("Request")
    @Description("The same, if it is a request; -1 if it only runs blocks of other requests")
    long request = BlockFields.UNKNOWN;

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

    public static boolean isOn() {
      return DISPATCH.isEnabled();
    }

    /** Runs a handler as a dispatch, which {@code program} notes. */
    public static void run(
        Inventory program,
        String loop,
        String name,
        boolean input,
        long waitNanos,
        Runnable handler) {
      DispatchEvent record = new DispatchEvent();
      record.id = BlockFields.nextId();
      record.waitTime = waitNanos;
      record.begin();
      Object begun = program.dispatches(record.id);
      try {
        handler.run();
      } finally {
        record.end();
        record.request = program.dispatched(begun) ? record.id : BlockFields.UNKNOWN;
        record.loop = loop;
        record.event = name;
        record.input = input;
        record.commit();
      }
    }
  }

  @Name("dev.hocket.Program")
  @Label("Program")
  @Category("Hocket")
  @Description("The run of the program, as other programs know it, at both ends of each chunk")
  @Period("everyChunk")
  @StackTrace(false)
  static final class ProgramEvent extends Event {
    @Label("Trace")
    @Description("The first half of the W3C trace ids of its requests; the other half is their id")
    String trace;

    static void write() {
      ProgramEvent event = new ProgramEvent();
      if (event.isEnabled()) {
        event.trace = HexFormat.of().toHexDigits(Program.ID);
        event.commit();
      }
    }
  }

  @Name("dev.hocket.Resize")
  @Label("Target Resized")
  @Category("Hocket")
  @StackTrace(false)
  public static final class ResizeEvent extends Event {
    @Label("Target")
    String target;

    @Label("From")
    int from;

    @Label("To")
    int to;

    public static void write(String target, int from, int to) {
      ResizeEvent event = new ResizeEvent();
      if (event.isEnabled()) {
        event.target = target;
        event.from = from;
        event.to = to;
        event.commit();
      }
    }
  }
}
