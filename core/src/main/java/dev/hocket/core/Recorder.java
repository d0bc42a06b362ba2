package dev.hocket.core;

import dev.hocket.core.platform.Optionals;
import dev.hocket.core.recording.BlockEvent;
import dev.hocket.core.recording.FlightEvents;
import dev.hocket.core.recording.FlightHooks;
import dev.hocket.core.recording.Inventory;
import dev.hocket.core.recording.Load;
import dev.hocket.core.recording.ProcessEvent;
import dev.hocket.core.recording.RegionEvent;
import dev.hocket.core.recording.Shape;
import dev.hocket.core.recording.Subject;
import java.util.List;
import java.util.Locale;

/**
 * The recording as the rest of core uses it: costs almost nothing while no recording runs, and has
 * no effect if {@code jdk.jfr} is missing. This class names no class of {@code jdk.jfr}, so it
 * loads anywhere; the classes of events are loaded only if it is there.
 */
// A block's record is made when the block is encountered; it is null for a block that was not
// recorded then. A record for which there is no memory is left out, because the block must
// continue.
final class Recorder implements Inventory {
  private static final Inventory PROGRAM = new Recorder();

  private Recorder() {}

  /**
   * Returns whether the recorder exists. Only then may a class of events be used: initialising the
   * first one loads the types of all events of the JDK, which is half of a small program's start.
   */
  static boolean isThere() {
    return Optionals.FLIGHT_RECORDER && FlightHooks.isRecorderThere();
  }

  /** Returns whether blocks are being recorded now. */
  private static boolean blocksOn() {
    return isThere() && BlockEvent.isOn();
  }

  /** Makes the record of a block that the calling thread encounters; null if none is recorded. */
  static Object encountered(Block block) {
    if (!blocksOn()) {
      return null;
    }
    try {
      Context context = Context.current();
      Span cause = Spans.followed(block.cause(context));
      BlockEvent event = BlockEvent.encountered(subject(block), parent(cause, context));
      Spans.joins(event, cause, !(block instanceof Drain));
      return event;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** The id of the part of a request, or else of the block, that hands a block over. */
  private static long parent(Span cause, Context context) {
    return cause == null ? BlockEvent.id(recordOf(context.block)) : cause.id;
  }

  /** Records that the block begins, on the calling thread; returns its record. */
  static Object begins(Object recording, Block block, boolean inPlace) {
    if (recording == null && !blocksOn()) {
      return null;
    }
    try {
      BlockEvent event = recording == null ? found(block) : (BlockEvent) recording;
      Context context = Context.current();
      context.noteInRecording();
      context.span = (Span) event.part();
      event.begins(inPlace, around(block));
      return event;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /**
   * Records that a block begins which is the rest of a handler, and is suspended at once: the
   * thread continues with the handler's caller, which is another part of the request.
   */
  static Object beginsRest(Block block) {
    Context context = Context.current();
    Span callers = context.span;
    Object recording = begins(encountered(block), block, true);
    context.span = callers;
    return recording;
  }

  /** Records that the block is suspended, and still on its thread. */
  static void suspends(Object recording) {
    if (recording != null) {
      ((BlockEvent) recording).suspends();
    }
  }

  /** Records that the block which the suspended one awaited has ended. */
  static void isRequeued(Object recording) {
    if (recording != null) {
      ((BlockEvent) recording).isRequeued();
    }
  }

  /** Records that the suspended block continues, on the calling thread. */
  static void goesOn(Object recording, Block block) {
    if (recording != null) {
      BlockEvent event = (BlockEvent) recording;
      Context.current().span = (Span) event.part();
      FlightEvents.WaitEvent wait = event.goesOn(around(block));
      try {
        if (wait != null) {
          wait.write(block.coroutine().awaiting().what(), event, block.label());
        }
      } catch (OutOfMemoryError noMemory) {
        // The block must continue in any case.
      }
    }
  }

  /** Records that the block has ended; {@code items} is the number of items it has handled. */
  static void ends(Object recording, String outcome, int items) {
    if (recording == null) {
      return;
    }
    try {
      ((BlockEvent) recording).ends(outcome, items);
    } catch (OutOfMemoryError noMemory) {
      // The block itself must end in any case.
    }
  }

  /** Records that the block will not run. */
  static void neverRuns(Object recording, Block block, String outcome) {
    if (recording == null && !blocksOn()) {
      return;
    }
    try {
      ends(recording == null ? found(block) : recording, outcome, 0);
    } catch (OutOfMemoryError noMemory) {
      // As above, the block must end in any case.
    }
  }

  /** Writes a block that has not ended. */
  static void unfinished(Block block, Block.State state) {
    BlockEvent.writeUnfinished(
        recordOf(block), subject(block), block.isInPlace(), state.name().toLowerCase(Locale.ROOT));
  }

  /** Records that the calling thread begins a wait; returns the argument for {@link #waited}. */
  static Object waits(Wait wait) {
    if (!isThere() || !FlightEvents.WaitEvent.isOn()) {
      return null;
    }
    try {
      Context context = Context.current();
      ProcessEvent process = context.span == null ? null : (ProcessEvent) context.span.record;
      return FlightEvents.WaitEvent.begins(nearestRecord(context.block), process, wait);
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** Records that the wait of the calling thread is over, for any reason. */
  static void waited(Object recording, Wait wait) {
    if (recording == null) {
      return;
    }
    try {
      FlightEvents.WaitEvent event = (FlightEvents.WaitEvent) recording;
      Context context = Context.current();
      if (event.ends()) {
        Span span = Spans.followed(context.span);
        Block block = context.block;
        if (span != null && !Spans.isOver(span)) {
          event.isIn(span.id, span.request);
        }
        event.write(how(wait), recordOf(block), block == null ? null : block.label());
      }
    } catch (OutOfMemoryError noMemory) {
      // The wait has ended in any case.
    }
  }

  /** Describes a wait without its blocks: a wait names those that have not ended, here none. */
  private static String how(Wait wait) {
    return wait instanceof Waiter waiter ? waiter.how() : Context.named(wait);
  }

  /**
   * Notes that the calling thread begins a region; returns the argument for {@link #regionEnds}.
   */
  static Object regionBegins(String label, int asked, Context encountering) {
    if (!isThere() || !RegionEvent.isOn()) {
      return null;
    }
    try {
      RegionEvent event = RegionEvent.begins(label, asked);
      Span around = Spans.followed(encountering.span);
      if (around != null) {
        event.isIn(around.id, around.request);
        encountering.span = around.part(event.id(), around);
      }
      return event;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** Records that the region has ended, with a number of threads. */
  static void regionEnds(Object recording, Context encountering, int threads) {
    if (recording == null) {
      return;
    }
    try {
      boolean nested = encountering.member != null;
      RegionEvent event = (RegionEvent) recording;
      Spans.endRegion(encountering, event.id());
      event.ends(threads, nested, recordOf(encountering.block));
    } catch (OutOfMemoryError noMemory) {
      // The region has ended in any case.
    }
  }

  static void made(Target target) {
    if (isThere()) {
      FlightEvents.TargetEvent.write(target.shape());
    }
  }

  static void resized(String target, int from, int to) {
    if (isThere()) {
      FlightEvents.ResizeEvent.write(target, from, to);
    }
  }

  /** Runs an event handler of a loop, as a dispatch; {@code waitNanos} is -1 if not known. */
  static void dispatch(String loop, String event, boolean input, long waitNanos, Runnable handler) {
    if (isThere() && FlightEvents.DispatchEvent.isOn()) {
      FlightEvents.DispatchEvent.run(PROGRAM, loop, event, input, waitNanos, handler);
    } else {
      handler.run();
    }
  }

  /** Sets up the hooks for events of the whole program, written while a recording asks for them. */
  static void install() {
    if (Optionals.FLIGHT_RECORDER) {
      FlightHooks.install(PROGRAM);
    }
  }

  @Override
  public List<Shape> shapes() {
    return Targets.made().stream().map(Target::shape).toList();
  }

  @Override
  public List<Load> loads() {
    return Targets.made().stream().map(Target::load).toList();
  }

  @Override
  public void writeUnfinished() {
    Unfinished.write();
  }

  @Override
  public String named(Object wait) {
    return how((Wait) wait);
  }

  @Override
  public Object dispatches(long id) {
    return Spans.dispatches(id);
  }

  @Override
  public boolean dispatched(Object begun) {
    return Spans.dispatched(begun);
  }

  /** Makes the record of a block that was not recorded when it was encountered. */
  private static BlockEvent found(Block block) {
    return BlockEvent.found(subject(block));
  }

  private static Subject subject(Block block) {
    Tag tag = block.tag();
    return new Subject(block.target().name(), block.label(), tag == null ? null : tag.name());
  }

  /** The record of a block; null if there is no block, or it is not recorded. */
  private static BlockEvent recordOf(Block block) {
    return block == null ? null : (BlockEvent) block.recording();
  }

  /** The record of the block that runs this one in its middle on the calling thread, or null. */
  private static BlockEvent around(Block block) {
    Block innermost = Context.current().block;
    return nearestRecord(innermost == block ? block.outer() : innermost);
  }

  /** The record of the innermost block that has one, or null. */
  private static BlockEvent nearestRecord(Block innermost) {
    Block block = innermost;
    while (block != null && block.recording() == null) {
      block = block.outer();
    }
    return recordOf(block);
  }
}
