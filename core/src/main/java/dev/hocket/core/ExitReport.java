package dev.hocket.core;

import java.time.Duration;
import java.util.List;

/**
 * The report on standard error when the JVM exits: failures that no wait has claimed, and blocks
 * that had not ended. Prints nothing when there are none.
 *
 * <p>A running block gets a moment to end: it may just have given the program its result, or
 * another shutdown hook may be ending it.
 */
final class ExitReport {
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final long PAUSE_MILLIS = 2;

  /** How many lines of one kind are printed. */
  private static final int MOST_LINES = 20;

  private ExitReport() {}

  static void install() {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(ExitReport::print, "hocket-exit-report"));
    } catch (IllegalStateException exiting) {
      // Hocket is first used while the JVM exits: nothing can be left behind later.
    }
  }

  private static void print() {
    awaitRunning(MOMENT);
    List<Block> unclaimed = Tag.allUnclaimed();
    for (Block block : first(unclaimed)) {
      System.err.println(
          "hocket: block " + block.label() + " failed and no wait(" + block.tag() + ") came:");
      Throwable failure = block.outcome();
      if (failure != null) { // Not yet, if the exit came between two steps of the block's end.
        Failures.printTrace(failure);
      }
    }
    sayRest(unclaimed.size(), "failures");
    for (Target target : Targets.made()) {
      List<Block> left = left(target);
      if (!left.isEmpty()) {
        System.err.println(
            "hocket: the program exits with "
                + left.size()
                + (left.size() == 1 ? " block" : " blocks")
                + " left on target "
                + target.name()
                + ":");
        first(left).forEach(block -> System.err.println("  " + block));
        sayRest(left.size(), "blocks");
      }
    }
  }

  private static List<Block> left(Target target) {
    List<Block> left = target.allUnfinished();
    left.removeIf(block -> block.isDone() || isTheOneThatExits(block));
    return left;
  }

  /** Waits until no block runs, for a time at most. */
  static void awaitRunning(Duration most) {
    long begin = System.nanoTime();
    try {
      while (anyRuns() && System.nanoTime() - begin < most.toNanos()) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException ignored) {
      // The report cannot wait any longer.
    }
  }

  private static boolean anyRuns() {
    return Targets.made().stream()
        .flatMap(target -> left(target).stream())
        .anyMatch(block -> block.runner() != null);
  }

  /** A block that calls {@code System.exit} has not been left behind. */
  private static boolean isTheOneThatExits(Block block) {
    Context runner = block.runner();
    if (runner == null) {
      return false;
    }
    for (StackTraceElement frame : runner.thread.getStackTrace()) {
      if (frame.getClassName().equals("java.lang.Shutdown")) {
        return true;
      }
    }
    return false;
  }

  private static List<Block> first(List<Block> blocks) {
    return blocks.subList(0, Math.min(MOST_LINES, blocks.size()));
  }

  private static void sayRest(int size, String what) {
    if (size > MOST_LINES) {
      System.err.println("hocket: and " + (size - MOST_LINES) + " more " + what);
    }
  }
}
