package dev.hocket.core;

import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The recorded event of one block, made when the block is encountered. It adds up the time that the
 * block spends in each phase.
 */
// Written by the thread that has the block, and handed over together with the block. A snapshot
// reads it at any time, and may see the state of one phase before.
@Name("dev.hocket.Block")
@Label("Block")
@Category("Hocket")
@Description("A block that has ended; the duration is the run, waits and suspensions included")
@StackTrace(false)
final class BlockEvent extends BlockFields {
  private static final AtomicLong IDS = new AtomicLong();

  /** Used only to ask whether blocks are recorded. */
  private static final BlockEvent ANY = new BlockEvent();

  private static final byte QUEUED = 0;
  private static final byte RUNNING = 1;
  private static final byte WAITING = 2;
  private static final byte SUSPENDED = 3;
  private static final byte REQUEUED = 4;

  @Label("Processor Time")
  @Description("That its threads spent on the run; -1 unless the setting processorTime is true")
  @Timespan(Timespan.NANOSECONDS)
  long processorTime = UNKNOWN;

  @Label("Items")
  @Description("How many pieces of work it handled: 1, or the result of a drain's batch")
  int items;

  @Label("Outcome")
  @Description("completed, failed, cancelled (never ran) or rejected (never ran, or did not go on)")
  String outcome;

  private transient byte phase = QUEUED;
  private transient long since;
  private transient long startedAt;
  // How many waits its thread is in, one inside the other.
  private transient int waits;
  // The thread's processor time when the block got the thread; UNKNOWN if it is not recorded.
  private transient long processorAt = UNKNOWN;

  private BlockEvent() {}

  static boolean isOn() {
    return ANY.isEnabled();
  }

  /** A setting of the event that requests the processor time of blocks. */
  @SettingDefinition
  @Name("processorTime")
  @Label("Processor Time")
  boolean processorTime(ProcessorTime setting) {
    return true;
  }

  /** Makes the event of a block that the calling thread encounters now. */
  static BlockEvent encountered() {
    BlockEvent event = new BlockEvent();
    event.id = IDS.incrementAndGet();
    Block outer = Context.current().block;
    if (outer != null && outer.recording() instanceof BlockEvent parent) {
      event.parent = parent.id;
    }
    event.queueTime = 0;
    event.since = System.nanoTime();
    return event;
  }

  /** Makes the event of a block that was not recorded when it was encountered. */
  static BlockEvent found() {
    BlockEvent event = new BlockEvent();
    event.id = IDS.incrementAndGet();
    event.since = System.nanoTime();
    return event;
  }

  void begins(Context thread) {
    waitTime = 0;
    suspendedTime = 0;
    requeueTime = 0;
    enter(RUNNING);
    startedAt = since;
    beginLeg();
    if (thread.pool == null) {
      thread.noteInRecording();
    }
    begin();
  }

  private boolean hasBegun() {
    return waitTime != UNKNOWN;
  }

  /** The block's thread begins a wait, in the block or in one that it runs in its middle. */
  void waits() {
    if (waits++ == 0) {
      enter(WAITING);
    }
  }

  void waited() {
    if (--waits == 0) {
      enter(RUNNING);
    }
  }

  void suspends(Block block) {
    endLeg(block);
    enter(SUSPENDED);
  }

  /** It has what it awaited. */
  void isRequeued() {
    enter(REQUEUED);
  }

  void goesOn() {
    enter(RUNNING);
    beginLeg();
  }

  void ends(Block block, String how, int itemsHandled) {
    if (!hasBegun()) {
      begin(); // A block that never ran has a duration of zero.
    }
    end();
    endLeg(block);
    if (shouldCommit()) {
      if (phase != RUNNING) {
        enter(phase);
      }
      describe(block);
      outcome = how;
      items = itemsHandled;
      commit();
    }
  }

  /** Fills in the times up to now, of a block that has not ended; any thread may call this. */
  void copyTo(UnfinishedBlockEvent event) {
    long now = System.nanoTime();
    event.id = id;
    event.parent = parent;
    long inPhase = Math.max(0, now - since);
    event.queueTime = plus(queueTime, phase == QUEUED ? inPhase : 0);
    event.waitTime = plus(waitTime, phase == WAITING ? inPhase : 0);
    event.suspendedTime = plus(suspendedTime, phase == SUSPENDED ? inPhase : 0);
    event.requeueTime = plus(requeueTime, phase == REQUEUED ? inPhase : 0);
    event.runTime = hasBegun() ? now - startedAt : UNKNOWN;
  }

  private void enter(byte next) {
    long now = System.nanoTime();
    long spent = now - since;
    switch (phase) {
      case QUEUED -> queueTime = plus(queueTime, spent);
      case WAITING -> waitTime = plus(waitTime, spent);
      case SUSPENDED -> suspendedTime = plus(suspendedTime, spent);
      case REQUEUED -> requeueTime = plus(requeueTime, spent);
      default -> {
        // The rest of the duration.
      }
    }
    phase = next;
    since = now;
  }

  private static long plus(long time, long more) {
    return time == UNKNOWN ? UNKNOWN : time + more;
  }

  private void beginLeg() {
    if (ProcessorTime.isAskedFor()) {
      processorAt = ProcessorTime.ofThisThread();
    }
  }

  private void endLeg(Block block) {
    if (processorAt == UNKNOWN) {
      return;
    }
    long spent = ProcessorTime.ofThisThread() - processorAt;
    processorAt = UNKNOWN;
    processorTime = Math.max(0, processorTime) + spent;
    // A loop's thread that waits in one block may run another, whose time does not count for the
    // first.
    if (!block.isInPlace()
        && Context.current().block instanceof Block outer
        && outer.recording() instanceof BlockEvent around
        && around.processorAt != UNKNOWN) {
      around.processorAt += spent;
    }
  }
}
