package dev.hocket.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Makes recordings with events of the same form as core's. */
final class Recordings {
  private Recordings() {}

  @Name("dev.hocket.Dispatch")
  @StackTrace(false)
  static final class DispatchEvent extends Event {
    String loop;
    String event;
    boolean input;
    @Timespan long waitTime;
  }

  @Name("dev.hocket.Block")
  @StackTrace(false)
  static final class BlockEvent extends Event {
    long id;
    String target;
    String label;
    @Timespan long queueTime;
    boolean inPlace;
    String outcome;
  }

  @Name("dev.hocket.UnfinishedBlock")
  @StackTrace(false)
  static final class UnfinishedBlockEvent extends Event {
    long id;
    String target;
    @Timespan long runTime;
  }

  @Name("javafx.Input")
  @StackTrace(false)
  static final class FxInputEvent extends Event {
    String input;
  }

  @Name("javafx.PulsePhase")
  @StackTrace(false)
  static final class FxPulsePhaseEvent extends Event {
    int pulseId;
    String phaseName;
  }

  /** Records what happens meanwhile. */
  static Path record(Path file, Runnable program) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Dispatch");
      recording.enable("dev.hocket.Block");
      recording.start();
      program.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  static void input(long waitMillis, Runnable handler) {
    dispatch(
        "edt",
        "MouseEvent.MOUSE_PRESSED",
        true,
        TimeUnit.MILLISECONDS.toNanos(waitMillis),
        handler);
  }

  static void dispatch(String loop, String name, boolean input, long waitNanos, Runnable handler) {
    DispatchEvent event = new DispatchEvent();
    event.begin();
    handler.run();
    event.end();
    event.loop = loop;
    event.event = name;
    event.input = input;
    event.waitTime = waitNanos;
    event.commit();
  }

  static void block(String target) {
    block(1, target);
  }

  static void block(long id, String target) {
    BlockEvent event = new BlockEvent();
    event.begin();
    event.end();
    event.id = id;
    event.target = target;
    event.label = "Photos.java:12";
    event.outcome = "completed";
    event.commit();
  }

  /** {@code runNanos} is -1 for a block that has not begun. */
  static void unfinishedBlock(long id, String target, long runNanos) {
    UnfinishedBlockEvent event = new UnfinishedBlockEvent();
    event.id = id;
    event.target = target;
    event.runTime = runNanos;
    event.commit();
  }

  static void fxInput(Runnable handler) {
    FxInputEvent event = new FxInputEvent();
    event.begin();
    handler.run();
    event.input = "MOUSE_PRESSED";
    event.commit();
  }

  static void fxPulsePhase(Runnable phase) {
    FxPulsePhaseEvent event = new FxPulsePhaseEvent();
    event.begin();
    phase.run();
    event.phaseName = "Layout pass";
    event.commit();
  }
}
