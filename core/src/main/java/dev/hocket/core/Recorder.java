package dev.hocket.core;

/**
 * The recording as the rest of core calls it: costs almost nothing while no recording runs, and
 * does nothing where {@code jdk.jfr} is missing. This class names no class of {@code jdk.jfr}, so
 * it loads anywhere; the classes of events are touched only if it is there.
 */
// A block's record is made where the block is encountered, and is null for a block for which none
// was made a record then. A record for which there is no memory is left out: the block must go on.
final class Recorder {
  private Recorder() {}

  /** Whether blocks are being recorded now. */
  static boolean blocksOn() {
    return Optionals.FLIGHT_RECORDER && BlockEvent.isOn();
  }

  /** The record of a block that the calling thread encounters; null if none is wanted. */
  static Object encountered() {
    if (!blocksOn()) {
      return null;
    }
    try {
      return BlockEvent.encountered();
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** The block begins, on the calling thread; returns its record. */
  static Object begins(Object recording) {
    if (recording == null && !blocksOn()) {
      return null;
    }
    try {
      BlockEvent event = recording == null ? BlockEvent.found() : (BlockEvent) recording;
      event.begins(Context.current());
      return event;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** The block is suspended, and still on its thread. */
  static void suspends(Object recording, Block block) {
    if (recording != null) {
      ((BlockEvent) recording).suspends(block);
    }
  }

  /** The block that the suspended one awaited has ended. */
  static void isRequeued(Object recording) {
    if (recording != null) {
      ((BlockEvent) recording).isRequeued();
    }
  }

  /** The suspended block goes on, on the calling thread. */
  static void goesOn(Object recording) {
    if (recording != null) {
      ((BlockEvent) recording).goesOn();
    }
  }

  /** The block has ended; {@code items} is how many it has handled. */
  static void ends(Object recording, Block block, String outcome, int items) {
    if (recording == null) {
      return;
    }
    try {
      ((BlockEvent) recording).ends(block, outcome, items);
    } catch (OutOfMemoryError noMemory) {
      // The block itself must end in any case.
    }
  }

  /** The block will not run. */
  static void neverRuns(Object recording, Block block, String outcome) {
    if (recording == null && !blocksOn()) {
      return;
    }
    try {
      ends(recording == null ? BlockEvent.found() : recording, block, outcome, 0);
    } catch (OutOfMemoryError noMemory) {
      // As above.
    }
  }

  /** Notes that the calling thread begins a wait; returns the argument for {@link #waited}. */
  static Object waits() {
    if (!Optionals.FLIGHT_RECORDER || !FlightEvents.WaitEvent.isOn()) {
      return null;
    }
    try {
      return FlightEvents.WaitEvent.begins(Context.current());
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** The wait is over, one way or the other. */
  static void waited(Object recording, Wait wait) {
    if (recording == null) {
      return;
    }
    try {
      ((FlightEvents.WaitEvent) recording).ends(wait);
    } catch (OutOfMemoryError noMemory) {
      // The wait has ended in any case.
    }
  }

  /**
   * Notes that the calling thread begins a region; returns the argument for {@link #regionEnds}.
   */
  static Object regionBegins(String label, int asked) {
    if (!Optionals.FLIGHT_RECORDER || !RegionEvent.isOn()) {
      return null;
    }
    try {
      return RegionEvent.begins(label, asked);
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** The region has ended, with that many threads. */
  static void regionEnds(Object recording, Context encountering, int threads) {
    if (recording == null) {
      return;
    }
    try {
      ((RegionEvent) recording).ends(encountering, threads);
    } catch (OutOfMemoryError noMemory) {
      // The region has ended in any case.
    }
  }

  static void made(Target target) {
    if (Optionals.FLIGHT_RECORDER) {
      FlightEvents.TargetEvent.write(target);
    }
  }

  static void resized(Target target, int from, int to) {
    if (Optionals.FLIGHT_RECORDER) {
      FlightEvents.ResizeEvent.write(target, from, to);
    }
  }

  /** Runs an event handler of a loop, as a dispatch; {@code waitNanos} is -1 if not known. */
  static void dispatch(String loop, String event, boolean input, long waitNanos, Runnable handler) {
    if (Optionals.FLIGHT_RECORDER && FlightEvents.DispatchEvent.isOn()) {
      FlightEvents.DispatchEvent.run(loop, event, input, waitNanos, handler);
    } else {
      handler.run();
    }
  }

  /** Sets up the hooks for events of the whole program, written while a recording asks for them. */
  static void install() {
    if (Optionals.FLIGHT_RECORDER) {
      FlightHooks.install();
    }
  }
}
