package dev.hocket.plan.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The times for which each thread slept or waited, by the JDK's own events, until the block around
 * these waits has been read. The events of one thread are in the order in which they ended, so
 * those of a block come before the block.
 */
final class ThreadPauses {
  private static final Set<String> TYPES =
      Set.of(
          "jdk.ThreadSleep",
          "jdk.ThreadPark",
          "jdk.JavaMonitorWait",
          "jdk.JavaMonitorEnter",
          "jdk.SocketRead",
          "jdk.FileRead");

  /** An idle thread parks between blocks; only its last pauses can belong to one. */
  private static final int MOST = 10_000;

  private final Map<Long, List<Pause>> byThread = new HashMap<>();

  private record Pause(Instant start, Duration length) {}

  void add(RecordedEvent event) {
    if (event.getThread() != null && TYPES.contains(event.getEventType().getName())) {
      List<Pause> pauses =
          byThread.computeIfAbsent(event.getThread().getId(), thread -> new ArrayList<>());
      if (pauses.size() == MOST) {
        pauses.subList(0, MOST / 2).clear();
      }
      pauses.add(new Pause(event.getStartTime(), event.getDuration()));
    }
  }

  /** The pauses of a block's thread within the block, in nanoseconds; 0 if none were recorded. */
  long within(RecordedEvent block) {
    if (block.getThread() == null) {
      return 0;
    }
    List<Pause> pauses = byThread.getOrDefault(block.getThread().getId(), List.of());
    long sum = 0;
    for (Pause pause : pauses) {
      if (!pause.start.isBefore(block.getStartTime())) {
        sum += pause.length.toNanos();
      }
    }
    // A block around one that ran in place still needs the same pauses.
    if (!pauses.isEmpty() && !block.getBoolean("inPlace")) {
      pauses.clear();
    }
    return sum;
  }
}
