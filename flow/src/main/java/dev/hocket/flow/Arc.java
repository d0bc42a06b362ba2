package dev.hocket.flow;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** Takes packets from one step to another: a ring between sections, a call inside one. */
// The sender, when the ring is full: (1) blocked = true; (2) looks once more. The receiver: (3)
// takes
// packets; (4) if blocked, sets it to false and wakes the sender. With a full fence between (1) and
// (2), and one between (3) and (4), one of them sees the other: no sender sleeps beside a ring with
// room. Only arcs that hold fewer packets than can be on their way are ever full.
final class Arc {
  private final Section from;
  private final Step to;
  private final int capacity;
  private final Queue<Frame> ring;
  private volatile boolean blocked;

  /**
   * Makes an arc.
   *
   * @param capacity how many packets it is meant to hold
   * @param most how many packets can be on their way at a time
   */
  Arc(Section from, Step to, int capacity, int most) {
    this.from = from;
    this.to = to;
    this.capacity = capacity;
    this.ring = from == to.section ? null : new SpscVarHandleArrayQueue<>(most);
    if (ring != null) {
      to.section.addInbound(this);
    }
  }

  /**
   * Whether its sender waits for room: inside a section, if its receiver waits for more packets.
   */
  boolean isLimited() {
    return ring != null || to.gathers();
  }

  int depth() {
    return ring.size();
  }

  Step to() {
    return to;
  }

  boolean hasRoom() {
    if (ring == null) {
      return to.waiting() < capacity;
    }
    if (ring.size() < capacity) {
      return true;
    }
    blocked = true;
    VarHandle.fullFence();
    return ring.size() < capacity;
  }

  /** By the sending section. */
  void send(Frame frame) {
    if (ring == null) {
      to.arrive(frame);
      return;
    }
    if (!ring.offer(frame)) {
      throw new AssertionError("more packets on an arc than are on their way");
    }
    from.sentTo(to.section);
  }

  /** By the receiving section: hands what is there to the step. */
  boolean receive(int most) {
    int received = 0;
    for (Frame frame; received < most && (frame = ring.poll()) != null; received++) {
      to.arrive(frame);
    }
    if (received > 0 && capacity < Integer.MAX_VALUE) {
      VarHandle.fullFence();
      if (blocked) {
        blocked = false;
        from.wake();
      }
    }
    return received > 0;
  }
}
