package dev.hocket.flow.flink;

import java.util.HashMap;
import java.util.Map;

/**
 * Puts the packets of parallel subtasks back in order, by their numbers. The buffers of Flink in
 * front of the slowest subtask limit how many packets wait here, unless most packets pass by it.
 */
final class Resequencer {
  /** The most packets that may wait for an earlier one. */
  static final int MOST = 1_000_000;

  private final Map<Long, Carried> waiting = new HashMap<>();
  private final int most;
  private long next;

  /**
   * Makes one.
   *
   * @param next the number of the first packet
   * @param most the most packets that may wait
   */
  Resequencer(long next, int most) {
    this.next = next;
    this.most = most;
  }

  /** Takes a packet; returns whether it comes next. If not, it waits. */
  boolean isNext(Carried packet) {
    if (packet.number == next) {
      next++;
      return true;
    }
    if (waiting.size() == most) {
      throw new Overtaken(
          most
              + " packets wait for packet "
              + next
              + ", which one copy keeps; divide the work of the copies more evenly, or choose the"
              + " order :free");
    }
    waiting.put(packet.number, packet);
    return false;
  }

  /** Returns the packet that comes next, if it has come already; else null. */
  Carried poll() {
    Carried packet = waiting.remove(next);
    if (packet != null) {
      next++;
    }
    return packet;
  }

  long next() {
    return next;
  }

  /** Checks that no packet waits when all have come. */
  void checkEnd() {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException(
          waiting.size() + " packets wait for packet " + next + ", which has never come");
    }
  }

  /**
   * Checks that no packet waits at a checkpoint. Flink takes it when the barrier has come from all
   * subtasks; then all packets before it have come, too, and none behind it.
   */
  void checkEmpty() {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException(
          waiting.size()
              + " packets wait at a checkpoint; unaligned checkpoints are not supported");
    }
  }
}
