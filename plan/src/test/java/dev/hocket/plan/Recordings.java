package dev.hocket.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Makes recordings with events of the same form as core's. */
public final class Recordings {
  private Recordings() {}

  @Name("dev.hocket.Dispatch")
  @StackTrace(false)
  public static final class DispatchEvent extends Event {
    String loop;
    String event;
    boolean input;
    @Timespan long waitTime;
  }

  @Name("dev.hocket.Block")
  @StackTrace(false)
  public static final class BlockEvent extends Event {
    long id;
    String target;
    String label;
    @Timespan long queueTime;
    @Timespan long waitTime;
    @Timespan long suspendedTime;
    @Timespan long requeueTime;
    @Timespan long processorTime = -1;
    @Timespan long readyTime = -1;
    boolean inPlace;
    String outcome;
    int items = 1;
  }

  @Name("dev.hocket.UnfinishedBlock")
  @StackTrace(false)
  public static final class UnfinishedBlockEvent extends Event {
    long id;
    String target;
    @Timespan long runTime;
  }

  @Name("dev.hocket.Target")
  @StackTrace(false)
  public static final class TargetEvent extends Event {
    String target;
    String kind;
    int size;
  }

  @Name("dev.hocket.Resize")
  @StackTrace(false)
  public static final class ResizeEvent extends Event {
    String target;
    int from;
    int to;
  }

  @Name("dev.hocket.Region")
  @StackTrace(false)
  public static final class RegionEvent extends Event {
    String label;
    long block = -1;
    int threads;
  }

  @Name("dev.hocket.Section")
  @StackTrace(false)
  public static final class SectionEvent extends Event {
    String flow;
    String section;
    double rate;
    float busy;
    int queued;
    boolean limits;
  }

  @Name("dev.hocket.Tuning")
  @StackTrace(false)
  public static final class TuningEvent extends Event {
    String target;
    String action;
    String reason;
    int from;
    int to;
    boolean dryRun;
  }

  @Name("dev.hocket.lag.Dispatch")
  @StackTrace(false)
  public static final class LagDispatchEvent extends Event {
    long id;
    String loop;
    String event;
    boolean input;
    @Timespan long waitTime;
  }

  @Name("dev.hocket.lag.UnfinishedDispatch")
  @StackTrace(false)
  public static final class LagUnfinishedDispatchEvent extends Event {
    long id;
    String loop;
    String event;
    boolean input;
    @Timespan long waitTime;
    @Timespan long runTime;
  }

  @Name("dev.hocket.lag.Sample")
  @StackTrace(false)
  public static final class LagSampleEvent extends Event {
    String stack;
  }

  @Name("javafx.Input")
  @StackTrace(false)
  public static final class FxInputEvent extends Event {
    String input;
  }

  @Name("javafx.PulsePhase")
  @StackTrace(false)
  public static final class FxPulsePhaseEvent extends Event {
    int pulseId;
    String phaseName;
  }

  /** Records Hocket's events while a program runs. */
  public static Path record(Path file, Runnable program) throws IOException {
    try (Recording recording = new Recording()) {
      for (String type : List.of("Block", "Dispatch", "Resize", "Target")) {
        recording.enable("dev.hocket." + type);
      }
      recording.start();
      program.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  /** Writes an event about a section of a flow in one second. */
  public static void section(String name, double rate, boolean limits) {
    SectionEvent event = new SectionEvent();
    event.flow = "words";
    event.section = name;
    event.rate = rate;
    event.busy = limits ? .9F : .1F;
    event.queued = 3;
    event.limits = limits;
    event.commit();
  }

  /** Writes a decision to give a target another size. */
  public static void tuning(String target, String action, int from, int to) {
    TuningEvent event = new TuningEvent();
    event.target = target;
    event.action = action;
    event.reason = "because of <it>";
    event.from = from;
    event.to = to;
    event.commit();
  }

  public static void input(long waitMillis, Runnable handler) {
    dispatch(
        "edt",
        "MouseEvent.MOUSE_PRESSED",
        true,
        TimeUnit.MILLISECONDS.toNanos(waitMillis),
        handler);
  }

  public static void dispatch(
      String loop, String name, boolean input, long waitNanos, Runnable handler) {
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

  public static void lagDispatch(String name, Runnable handler) {
    lagDispatch(0, name, handler);
  }

  public static void lagDispatch(long id, String name, Runnable handler) {
    LagDispatchEvent event = new LagDispatchEvent();
    event.begin();
    handler.run();
    event.end();
    event.id = id;
    event.loop = "edt";
    event.event = name;
    event.input = true;
    event.commit();
  }

  /**
   * Writes a dispatch that began {@code runNanos} ago and has not ended, as at the end of a chunk.
   */
  public static void lagUnfinished(long id, String name, long runNanos) {
    LagUnfinishedDispatchEvent event = new LagUnfinishedDispatchEvent();
    event.id = id;
    event.loop = "edt";
    event.event = name;
    event.runTime = runNanos;
    event.commit();
  }

  public static void lagSample(String stack) {
    LagSampleEvent event = new LagSampleEvent();
    event.stack = stack;
    event.commit();
  }

  public static void block(String target) {
    block(1, target);
  }

  public static void block(long id, String target) {
    BlockEvent event = new BlockEvent();
    event.begin();
    event.end();
    event.id = id;
    event.target = target;
    event.label = "Photos.java:12";
    event.outcome = "completed";
    event.commit();
  }

  /** Writes a block that was queued for 3 ms and then ran its handler. */
  public static void block(String label, String target, boolean inPlace, Runnable handler) {
    BlockEvent event = new BlockEvent();
    event.begin();
    handler.run();
    event.end();
    event.label = label;
    event.target = target;
    event.inPlace = inPlace;
    event.queueTime = 3_000_000;
    event.outcome = "completed";
    event.commit();
  }

  /** Writes a block with the time for which its thread had a processor, or was ready for one. */
  public static void block(String label, double processor, double ready, Runnable handler) {
    BlockEvent event = new BlockEvent();
    long begin = System.nanoTime();
    event.begin();
    handler.run();
    event.end();
    long run = System.nanoTime() - begin;
    event.label = label;
    event.target = "worker";
    event.processorTime = (long) (processor * run);
    event.readyTime = ready < 0 ? -1 : (long) (ready * run);
    event.outcome = "completed";
    event.commit();
  }

  /** Writes a block that waited for two thirds of its run; returns for how long. */
  public static long blockThatWaits(String label, Runnable handler) {
    BlockEvent event = new BlockEvent();
    event.begin();
    long begin = System.nanoTime();
    handler.run();
    long pause = 2 * (System.nanoTime() - begin) / 3;
    event.end();
    event.label = label;
    event.target = "worker";
    event.waitTime = pause / 2;
    event.suspendedTime = pause - pause / 2;
    event.items = 1;
    event.outcome = "completed";
    event.commit();
    return pause;
  }

  /**
   * Writes a block that ran {@code items} pieces of work and waited for {@code pauseNanos} in its
   * run.
   */
  public static void block(String label, int items, long pauseNanos, Runnable handler) {
    BlockEvent event = new BlockEvent();
    event.begin();
    handler.run();
    event.end();
    event.label = label;
    event.target = "worker";
    event.waitTime = pauseNanos / 2;
    event.suspendedTime = pauseNanos - pauseNanos / 2;
    event.items = items;
    event.outcome = "completed";
    event.commit();
  }

  /** Writes a block that waited {@code requeueNanos} for a thread after its await had ended. */
  public static void requeuedBlock(String label, long requeueNanos, Runnable handler) {
    BlockEvent event = new BlockEvent();
    event.begin();
    handler.run();
    event.end();
    event.label = label;
    event.target = "worker";
    event.requeueTime = requeueNanos;
    event.outcome = "completed";
    event.commit();
  }

  /** Writes a region of the block that ends next on this thread, whose id is 0. */
  public static void regionOfABlock(String label, int threads) {
    region(label, 0, threads, () -> {});
  }

  public static void region(String label, int threads, Runnable body) {
    region(label, -1, threads, body);
  }

  private static void region(String label, long block, int threads, Runnable body) {
    RegionEvent event = new RegionEvent();
    event.block = block;
    event.begin();
    body.run();
    event.end();
    event.label = label;
    event.threads = threads;
    event.commit();
  }

  public static void target(String name, String kind, int size) {
    TargetEvent event = new TargetEvent();
    event.target = name;
    event.kind = kind;
    event.size = size;
    event.commit();
  }

  public static void resize(String target, int from, int to) {
    ResizeEvent event = new ResizeEvent();
    event.target = target;
    event.from = from;
    event.to = to;
    event.commit();
  }

  /** Writes an unfinished block; {@code runNanos} is -1 if it has not begun. */
  public static void unfinishedBlock(long id, String target, long runNanos) {
    UnfinishedBlockEvent event = new UnfinishedBlockEvent();
    event.id = id;
    event.target = target;
    event.runTime = runNanos;
    event.commit();
  }

  public static void fxInput(Runnable handler) {
    FxInputEvent event = new FxInputEvent();
    event.begin();
    handler.run();
    event.input = "MOUSE_PRESSED";
    event.commit();
  }

  public static void fxPulsePhase(Runnable phase) {
    FxPulsePhaseEvent event = new FxPulsePhaseEvent();
    event.begin();
    phase.run();
    event.phaseName = "Layout pass";
    event.commit();
  }
}
