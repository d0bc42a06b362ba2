package dev.hocket.core;

import dev.hocket.core.exit.ExitReport;
import dev.hocket.core.exit.Keeper;
import dev.hocket.core.exit.Leftovers;
import java.util.ArrayList;
import java.util.List;

/**
 * The life of the JVM: it lasts as long as a target has work, and reports unfinished blocks at
 * exit.
 */
final class JvmLife implements Leftovers {
  static final Keeper KEEPER = new Keeper(JvmLife::anyTargetHasWork, JvmLife::lookAfterTargets);

  /** A target that had work at the last check, or null. */
  private static volatile Target busy;

  /** Keeps the JVM alive after a block has been handed over. */
  static void keepAlive() {
    KEEPER.keepAlive();
  }

  /** Notes that a target is idle; called by a thread that has just finished its last work. */
  static void targetIsIdle() {
    KEEPER.wakeIfDone();
  }

  /** Makes the JVM report at its exit which blocks it cuts short. */
  static void reportAtExit() {
    ExitReport.install(new JvmLife());
  }

  private static boolean anyTargetHasWork() {
    // Usually the target that had work at the last check still has it: a long block runs there.
    Target last = busy;
    if (last != null && last.isBusy()) {
      return true;
    }
    for (Target target : Targets.made()) {
      if (target.isBusy()) {
        busy = target;
        return true;
      }
    }
    busy = null;
    return false;
  }

  /**
   * Checks the targets; false if a block waits for memory, so that the next check should be soon.
   */
  private static boolean lookAfterTargets() {
    boolean allGoOn = true;
    try {
      Targets.made().forEach(JvmLife::rejectIfDead);
      for (Target target : Targets.made()) {
        allGoOn &= target.suspended().goOnWithStalled();
      }
      Targets.forgetIdle();
    } catch (OutOfMemoryError noMemory) {
      allGoOn = false;
    }
    return allGoOn;
  }

  private static void rejectIfDead(Target target) {
    if (target instanceof EventLoop loop) {
      try {
        loop.rejectIfDead();
      } catch (RuntimeException | Error failed) {
        // A driver that fails here must not end the program early.
        loop.reportOnce(failed);
      }
    }
  }

  @Override
  public List<Unclaimed> unclaimed() {
    return Tag.allUnclaimed().stream()
        .map(block -> new Unclaimed(block.label(), block.tag().name(), block.outcome()))
        .toList();
  }

  @Override
  public List<LeftOn> blocks() {
    return Targets.made().stream().map(target -> new LeftOn(target.name(), left(target))).toList();
  }

  private static List<Left> left(Target target) {
    List<Left> left = new ArrayList<>();
    for (Block block : target.allUnfinished()) {
      if (!block.isDone()) {
        Context runner = block.runner();
        left.add(new Left(block, runner == null ? null : runner.thread, () -> hasEnded(block)));
      }
    }
    return left;
  }

  /** A drain never ends, but rests. */
  private static boolean hasEnded(Block block) {
    return block.isDone() || block.state() == Block.State.IDLE;
  }
}
