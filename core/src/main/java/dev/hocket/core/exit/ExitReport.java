package dev.hocket.core.exit;

import dev.hocket.core.platform.Throwables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The report on standard error when the JVM exits: failures that no wait has claimed, and blocks
 * that had not ended. Prints nothing when there are none.
 *
 * <p>A running block gets a moment to end: it may just have passed its result to the program, or
 * another shutdown hook may be ending it.
 */
public final class ExitReport {
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final long PAUSE_MILLIS = 2;

  /** The most lines of one kind that are printed. */
  private static final int MOST_LINES = 20;

  private final Leftovers program;

  ExitReport(Leftovers program) {
    this.program = program;
  }

  /** Makes the JVM print the report when it exits. */
  public static void install(Leftovers program) {
    ExitReport report = new ExitReport(program);
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(report::print, "hocket-exit-report"));
    } catch (IllegalStateException exiting) {
      // Hocket is first used while the JVM exits, so no block can be left later.
    }
  }

  void print() {
    awaitRunning(program, MOMENT);
    List<Leftovers.Unclaimed> unclaimed = program.unclaimed();
    for (Leftovers.Unclaimed failed : first(unclaimed)) {
      System.err.println(
          "hocket: block " + failed.block() + " failed and no wait(" + failed.tag() + ") came:");
      if (failed.failure() != null) {
        Throwables.print(failed.failure());
      }
    }
    sayRest(unclaimed.size() - first(unclaimed).size(), "failures");
    program.blocks().forEach(ExitReport::print);
  }

  private static void print(Leftovers.LeftOn target) {
    List<Leftovers.Left> left = left(target);
    List<String> lines = linesOfUnfinished(first(left));
    int size = left.size() - (first(left).size() - lines.size());
    if (size == 0) {
      return;
    }
    System.err.println(
        "hocket: the program exits with "
            + size
            + (size == 1 ? " block" : " blocks")
            + " left on target "
            + target.target()
            + ":");
    lines.forEach(line -> System.err.println("  " + line));
    sayRest(size - lines.size(), "blocks");
  }

  /** Describes blocks, without those that have ended by the time the description is made. */
  private static List<String> linesOfUnfinished(List<Leftovers.Left> blocks) {
    List<String> lines = new ArrayList<>();
    for (Leftovers.Left block : blocks) {
      String line = String.valueOf(block.description());
      if (!block.hasEnded().getAsBoolean()) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Leaves out a block that calls {@code System.exit}: it is not reported. */
  private static List<Leftovers.Left> left(Leftovers.LeftOn target) {
    return target.blocks().stream().filter(block -> !exits(block.runner())).toList();
  }

  /** Waits until no block runs, for a limited time. */
  public static void awaitRunning(Leftovers program, Duration most) {
    long begin = System.nanoTime();
    try {
      while (anyRuns(program) && System.nanoTime() - begin < most.toNanos()) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException ignored) {
      // The report cannot wait any longer.
    }
  }

  private static boolean anyRuns(Leftovers program) {
    return program.blocks().stream()
        .flatMap(target -> left(target).stream())
        .anyMatch(block -> block.runner() != null);
  }

  private static boolean exits(Thread runner) {
    if (runner == null) {
      return false;
    }
    for (StackTraceElement frame : runner.getStackTrace()) {
      if (frame.getClassName().equals("java.lang.Shutdown")) {
        return true;
      }
    }
    return false;
  }

  private static <T> List<T> first(List<T> all) {
    return all.subList(0, Math.min(MOST_LINES, all.size()));
  }

  private static void sayRest(int more, String what) {
    if (more > 0) {
      System.err.println("hocket: and " + more + " more " + what);
    }
  }
}
