package dev.hocket.core;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The events that no block causes: targets and their loads, blocks that have not ended, the
 * dispatches of AWT. None of their hooks is set up before a recording runs.
 */
final class FlightHooks implements FlightRecorderListener {
  private static final AtomicBoolean REGISTERED = new AtomicBoolean();

  private FlightHooks() {}

  static void install() {
    FlightRecorder.addListener(new FlightHooks());
    if (FlightRecorder.isInitialized()) {
      FlightRecorder.getFlightRecorder().getRecordings().stream()
          .filter(recording -> recording.getState() == RecordingState.RUNNING)
          .findAny()
          .ifPresent(FlightHooks::begins);
    }
  }

  @Override
  public void recordingStateChanged(Recording recording) {
    if (recording.getState() == RecordingState.RUNNING) {
      begins(recording);
    }
  }

  private static void begins(Recording recording) {
    if (REGISTERED.compareAndSet(false, true)) {
      FlightRecorder.addPeriodicEvent(
          FlightEvents.TargetEvent.class, ofEachTarget(FlightEvents.TargetEvent::write));
      FlightRecorder.addPeriodicEvent(
          FlightEvents.LoadEvent.class, ofEachTarget(FlightEvents.LoadEvent::write));
      FlightRecorder.addPeriodicEvent(UnfinishedBlockEvent.class, Unfinished::write);
    }
    // The chunk began before the hook was set up, so the event is written here.
    Targets.made().forEach(FlightEvents.TargetEvent::write);
    if (Optionals.AWT) {
      DispatchRecorder.lookForEventThread();
    }
  }

  private static Runnable ofEachTarget(Consumer<Target> write) {
    return () -> Targets.made().forEach(write);
  }
}
