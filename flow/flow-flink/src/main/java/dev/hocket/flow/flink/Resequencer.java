package dev.hocket.flow.flink;

import java.util.Arrays;

/**
 * Puts the packets of parallel subtasks back in order, by their numbers. The buffers of Flink in
 * front of the slowest subtask limit how many packets wait here, unless most packets pass by it.
 */
final class Resequencer {
  /** The most packets that may wait for an earlier one. */
  static final int MOST = 1_000_000;

  private static final int FIRST_CAPACITY = 64;

  private final int most;
  private long next;

  /**
   * The packets that wait, each at its number modulo the capacity, a power of two. It is larger
   * than the distance of the last one from the next, so no two have one place.
   */
  private Carried[] waiting = new Carried[FIRST_CAPACITY];

  private int count;

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
    if (count == most) {
      throw new Overtaken(
          most
              + " packets wait for packet "
              + next
              + ", which one copy keeps; divide the work of the copies more evenly, or choose the"
              + " order :free");
    }
    if (packet.number - next >= waiting.length) {
      grow(packet.number - next);
    }
    waiting[place(packet.number)] = packet;
    count++;
    return false;
  }

  private int place(long number) {
    return (int) number & waiting.length - 1;
  }

  // The distance is bounded: packets that have not come are in Flink's buffers, or are waited for.
  private void grow(long distance) {
    Carried[] before = waiting;
    waiting = new Carried[Math.toIntExact(2 * Long.highestOneBit(distance))];
    Arrays.stream(before)
        .filter(packet -> packet != null)
        .forEach(packet -> waiting[place(packet.number)] = packet);
  }

  /** Returns the packet that comes next, if it has come already; else null. */
  Carried poll() {
    int place = place(next);
    Carried packet = waiting[place];
    if (packet != null) {
      waiting[place] = null;
      count--;
      next++;
    }
    return packet;
  }

  long next() {
    return next;
  }

  /** Checks that no packet waits when all have come. */
  void checkEnd() {
    if (count > 0) {
      throw new IllegalStateException(
          count + " packets wait for packet " + next + ", which has never come");
    }
  }

  /**
   * Checks that no packet waits at a checkpoint. Flink takes it when the barrier has come from all
   * subtasks; then all packets before it have come, too, and none behind it.
   */
  void checkEmpty() {
    if (count > 0) {
      throw new IllegalStateException(
          count + " packets wait at a checkpoint; unaligned checkpoints are not supported");
    }
  }
}
