package dev.hocket.flow.engine;

import dev.hocket.flow.code.Output;
import dev.hocket.flow.code.Packet;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * Carries packets from one step to another: through a ring buffer between sections, by a call
 * inside a section.
 */
// The sender, when the ring is full: (1) blocked = true; (2) checks once more. The receiver: (3)
// takes packets; (4) if blocked, sets it to false and wakes the sender. With a full fence between
// (1) and (2), and one between (3) and (4), one of the two threads sees the other's write, so no
// sender sleeps while its ring has room. Only an arc that holds fewer packets than can be in flight
// is ever full.
public final class Arc implements Output {
  private final Section from;
  private final Step to;
  private final int capacity;
  private final Queue<Token> ring;
  private volatile boolean blocked;

  /** The most packets that the receiver has found at once. */
  private int mostFound;

  /**
   * Makes an arc.
   *
   * @param capacity the number of packets that the arc should hold
   * @param most the largest number of packets in flight
   */
  public Arc(Section from, Step to, int capacity, int most) {
    this.from = from;
    this.to = to;
    this.capacity = capacity;
    this.ring = from == to.section ? null : new SpscVarHandleArrayQueue<>(most);
    if (ring != null) {
      to.section.addInbound(this);
    }
  }

  /**
   * Returns whether the sender must wait for room. Inside a section the ring is full when its
   * receiver wants no further packet before it handles these.
   */
  public boolean isLimited() {
    return ring != null || to.gathers();
  }

  int depth() {
    return ring.size();
  }

  /** The most packets that the receiver has found. */
  int mostFound() {
    return mostFound;
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

  /** Sends a packet; called by the sending section. */
  @Override
  public void send(Packet packet) {
    Token token = (Token) packet;
    if (ring == null) {
      to.arrive(token);
      return;
    }
    if (token.span != null) {
      token.sentAt = System.nanoTime();
    }
    if (!ring.offer(token)) {
      throw new AssertionError("an arc holds more packets than are in flight");
    }
    from.sentTo(to.section);
  }

  /** Hands the packets in the ring to the step; called by the receiving section. */
  boolean receive(int most) {
    int received = 0;
    for (Token token; received < most && (token = ring.poll()) != null; received++) {
      if (token.span != null) {
        to.comes(token, token.sentAt);
      }
      to.arrive(token);
    }
    int found = received < most ? received : received + ring.size();
    mostFound = Math.max(mostFound, found);
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
