package dev.hocket.core.recording;

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
// Written by the thread that has the block, and passed on together with the block. A snapshot reads
// it at any time, and may see the state of the previous phase.
@Name("dev.hocket.Block")
@Label("Block")
@Category("Hocket")
@Description("A block that has ended; the duration is the run, waits and suspensions included")
@StackTrace(false)
public final class BlockEvent extends BlockFields {
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

  @Label("Ready Time")
  @Description("That its threads were ready but had no processor; -1 where that is not counted")
  @Timespan(Timespan.NANOSECONDS)
  long readyTime = UNKNOWN;

  @Label("Items")
  @Description("How many pieces of work it handled: 1, or the result of a drain's batch")
  int items;

  @Label("Outcome")
  @Description("completed, failed, cancelled (never ran) or rejected (never ran, or did not go on)")
  String outcome;

  private transient byte phase = QUEUED;
  private transient long since;
  private transient long startedAt;
  // The number of nested waits of its thread.
  private transient int waits;
  // The thread's processor time when the block got the thread; UNKNOWN if it is not recorded.
  private transient long processorAt = UNKNOWN;
  // The recorded block that runs this one in its middle; null if there is none, or no thread.
  private transient BlockEvent around;
  // The thread's ready time when the block got the thread.
  private transient long readyAt = UNKNOWN;
  // The part of a request, as core has it; or null.
  private transient Object part;
  // The record of the wait for which the block is suspended; null if waits are not recorded.
  private transient FlightEvents.WaitEvent suspension;

  private BlockEvent() {}

  private BlockEvent(Subject block) {
    id = nextId();
    describe(block);
    since = System.nanoTime();
  }

  public static boolean isOn() {
    return ANY.isEnabled();
  }

  /** A setting of the event that requests the processor time of blocks. */
  @SettingDefinition
  @Name("processorTime")
  @Label("Processor Time")
  boolean processorTime(ProcessorTime setting) {
    return true;
  }

  public long id() {
    return id;
  }

  /** Makes the block a part of a request. */
  public void belongsTo(long requestId, Object partOfCore) {
    request = requestId;
    part = partOfCore;
  }

  /** The argument of {@link #belongsTo}; null if it was not called. */
  public Object part() {
    return part;
  }

  /** Returns the id of a block, whose record may be null. */
  public static long id(BlockEvent block) {
    return block == null ? UNKNOWN : block.id;
  }

  /** Makes the event of a block that is encountered now. */
  public static BlockEvent encountered(Subject block, long parent) {
    BlockEvent event = new BlockEvent(block);
    event.parent = parent;
    event.queueTime = 0;
    return event;
  }

  /** Makes the event of a block that was not recorded when it was encountered. */
  public static BlockEvent found(Subject block) {
    return new BlockEvent(block);
  }

  BlockEvent around() {
    return around;
  }

  public void begins(boolean runsInPlace, BlockEvent enclosing) {
    inPlace = runsInPlace;
    waitTime = 0;
    suspendedTime = 0;
    requeueTime = 0;
    enter(RUNNING);
    startedAt = since;
    beginLeg(enclosing);
    begin();
  }

  private boolean hasBegun() {
    return waitTime != UNKNOWN;
  }

  /** Notes that the block's thread begins a wait, in the block or in one that it runs meanwhile. */
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

  public void suspends() {
    endLeg();
    try {
      suspension = FlightEvents.WaitEvent.ofSuspended();
    } catch (OutOfMemoryError noMemory) {
      suspension = null; // The recording lacks the wait.
    }
    enter(SUSPENDED);
  }

  /** Notes that the awaited block has ended. */
  public void isRequeued() {
    enter(REQUEUED);
  }

  /** Notes that the block continues; returns the record of its wait if that is to be written. */
  public FlightEvents.WaitEvent goesOn(BlockEvent enclosing) {
    long before = requeueTime;
    enter(RUNNING);
    beginLeg(enclosing);
    FlightEvents.WaitEvent wait = suspension;
    suspension = null;
    return wait != null && wait.endsSuspension(this, requeueTime - before) ? wait : null;
  }

  public void ends(String how, int itemsHandled) {
    if (!hasBegun()) {
      begin(); // A block that never ran has a duration of zero.
    }
    end();
    endLeg();
    if (shouldCommit()) {
      if (phase != RUNNING) {
        enter(phase);
      }
      outcome = how;
      items = itemsHandled;
      commit();
    }
  }

  /** Writes a block that has not ended; its record may be null. */
  public static void writeUnfinished(
      BlockEvent record, Subject block, boolean inPlace, String state) {
    UnfinishedBlockEvent event = new UnfinishedBlockEvent();
    event.describe(block);
    event.inPlace = inPlace;
    event.state = state;
    if (record != null) {
      record.copyTo(event);
    }
    event.commit();
  }

  /** Fills in the times of an unfinished block up to now; any thread may call this. */
  private void copyTo(UnfinishedBlockEvent event) {
    long now = System.nanoTime();
    event.id = id;
    event.parent = parent;
    event.request = request;
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
        // The rest of the duration counts as this phase.
      }
    }
    phase = next;
    since = now;
  }

  private static long plus(long time, long more) {
    return time == UNKNOWN ? UNKNOWN : time + more;
  }

  private void beginLeg(BlockEvent enclosing) {
    around = enclosing;
    if (ProcessorTime.isAskedFor()) {
      processorAt = ProcessorTime.ofThisThread();
      readyAt = ReadyTime.ofThisThread();
    }
  }

  private void endLeg() {
    if (processorAt != UNKNOWN) {
      long spent = ProcessorTime.ofThisThread() - processorAt;
      long ready = readyAt == UNKNOWN ? UNKNOWN : ReadyTime.ofThisThread() - readyAt;
      processorAt = UNKNOWN;
      readyAt = UNKNOWN;
      processorTime = Math.max(0, processorTime) + spent;
      readyTime = ready == UNKNOWN ? UNKNOWN : Math.max(0, readyTime) + ready;
      if (!inPlace) {
        excludeFromThoseAround(spent, Math.max(0, ready));
      }
    }
    around = null;
  }

  /**
   * Excludes processor and ready time from the outer blocks: a loop's thread that waits in one
   * block may run another in its middle, whose times are not those of the first.
   */
  private void excludeFromThoseAround(long spent, long ready) {
    for (BlockEvent block = around; block != null; block = block.around) {
      if (block.processorAt != UNKNOWN) {
        block.processorAt += spent;
        block.readyAt = plus(block.readyAt, ready);
      }
    }
  }
}
