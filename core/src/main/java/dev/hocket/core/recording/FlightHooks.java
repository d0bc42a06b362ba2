package dev.hocket.core.recording;

import dev.hocket.core.platform.Optionals;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The events that no block causes: targets and their loads, blocks that have not ended, the
 * dispatches of AWT. Their hooks are set up only when a recording runs.
 */
public final class FlightHooks implements FlightRecorderListener {
  private static final AtomicBoolean REGISTERED = new AtomicBoolean();

  private final Inventory program;

  private FlightHooks(Inventory program) {
    this.program = program;
  }

  /** Returns whether the JVM has made its recorder, without which it records nothing. */
  public static boolean isRecorderThere() {
    return FlightRecorder.isInitialized();
  }

  public static void install(Inventory program) {
    FlightHooks hooks = new FlightHooks(program);
    FlightRecorder.addListener(hooks);
    if (isRecorderThere()) {
      FlightRecorder.getFlightRecorder().getRecordings().stream()
          .filter(recording -> recording.getState() == RecordingState.RUNNING)
          .findAny()
          .ifPresent(recording -> hooks.begin());
    }
  }

  @Override
  public void recordingStateChanged(Recording recording) {
    if (recording.getState() == RecordingState.RUNNING) {
      if (isAlone(recording)) {
        ProcessEvent.dropThoseBefore(recording.getStartTime());
      }
      begin();
    }
  }

  private static boolean isAlone(Recording begun) {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .noneMatch(
            other -> other.getId() != begun.getId() && other.getState() == RecordingState.RUNNING);
  }

  private void begin() {
    if (REGISTERED.compareAndSet(false, true)) {
      FlightRecorder.addPeriodicEvent(FlightEvents.TargetEvent.class, this::writeTargets);
      FlightRecorder.addPeriodicEvent(
          FlightEvents.LoadEvent.class,
          () -> program.loads().forEach(FlightEvents.LoadEvent::write));
      FlightRecorder.addPeriodicEvent(UnfinishedBlockEvent.class, program::writeUnfinished);
      FlightRecorder.addPeriodicEvent(
          UnfinishedProcessEvent.class, () -> ProcessEvent.writeUnfinished(program));
      FlightRecorder.addPeriodicEvent(
          FlightEvents.ProgramEvent.class, FlightEvents.ProgramEvent::write);
    }
    // The chunk began before the hook was set up, so the event is written here.
    writeTargets();
    FlightEvents.ProgramEvent.write();
    if (Optionals.AWT) {
      DispatchRecorder.lookForEventThread(program);
    }
  }

  private void writeTargets() {
    program.shapes().forEach(FlightEvents.TargetEvent::write);
  }
}
