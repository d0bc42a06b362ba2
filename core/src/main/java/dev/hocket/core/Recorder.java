package dev.hocket.core;

/**
 * What the rest of core knows of recording: near free while no recording runs, nothing at all where
 * {@code jdk.jfr} is missing. This class names no class of {@code jdk.jfr}, so it loads anywhere;
 * {@link FlightEvents} is touched only if they are there.
 */
final class Recorder {
  private Recorder() {}

  /** Whether blocks are being recorded now. */
  static boolean blocksOn() {
    return Optionals.FLIGHT_RECORDER && FlightEvents.blocksOn();
  }

  /** Begins the record of a block; only while {@link #blocksOn}. Null if there is no memory. */
  static Object begin() {
    try {
      return FlightEvents.begin();
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** Ends what {@link #begin} began; {@code queuedAt} is 0 if it was not recorded. */
  static void end(Object recording, Block block, boolean inPlace, long queuedAt, String outcome) {
    try {
      if (recording != null) {
        FlightEvents.end(recording, block, inPlace, queuedAt, outcome);
      }
    } catch (OutOfMemoryError noMemory) {
      // The block itself must end all the same.
    }
  }

  /** What {@link #begin} began is suspended. */
  static void suspended(Object recording) {
    FlightEvents.suspended(recording);
  }

  /** It goes on. */
  static void resumed(Object recording) {
    FlightEvents.resumed(recording);
  }

  static void resized(Target target, int from, int to) {
    if (Optionals.FLIGHT_RECORDER) {
      FlightEvents.resized(target, from, to);
    }
  }

  /** Sees to it that the dispatches of AWT's event thread are recorded while they are asked for. */
  static void watchDispatches() {
    if (Optionals.FLIGHT_RECORDER && Optionals.AWT) {
      DispatchRecorder.install();
    }
  }
}
