package dev.hocket.events;

import java.util.ArrayList;
import java.util.List;

/**
 * What a channel is behind its methods: its queues, its buffer, its end, its limit. All fields are
 * guarded by the lock, but {@link #seemsToHave}, {@link #seemsToTake}, {@link #lockToSend} and
 * {@link #lockToReceive} look without it. {@link #give} and those methods that wait, or end the
 * channel, take it themselves; the others are called under it.
 *
 * <p>Without a buffer, whoever waits in one queue rules out all others in the other queue: a send
 * that finds a receiver does not wait. With a buffer, senders wait only if it is full, receivers
 * only if it is empty and no sender waits.
 *
 * <p>An asynchronous send that nobody can withdraw, nor hear of, is no more than its value. If no
 * sender waits it is left in the buffer, however full that is, before all senders that come after
 * it; so a buffer may hold more values than it has room for, and values where there is room for
 * none.
 */
abstract class Exchange extends Buffer {
  /** Null while the channel is open. */
  Failed end;

  /** Null if there is no limit on pending asynchronous sends. */
  final PendingLimit room;

  /** Null with a buffer: who sleeps until it has filled or emptied has more to do at once. */
  private final AdaptiveSpin spin;

  Exchange(int capacity, int limit, Overflow overflow) {
    super(capacity);
    this.spin = capacity == 0 ? new AdaptiveSpin() : null;
    this.room = overflow == null ? null : new PendingLimit(this, limit, overflow);
  }

  private boolean hasBuffer() {
    return spin == null;
  }

  final boolean isLimited() {
    return room != null;
  }

  /** Null if the value is sent, else {@link BaseEvent#NOT_YET} or the end. */
  final Object trySend(Object value, Wakes wakes) {
    if (end != null) {
      return end;
    }
    Waiter receiver = receivers.claimFirst(value);
    if (receiver != null) {
      wakes.add(receiver.sync());
      return null;
    }
    return hold(value) ? null : BaseEvent.NOT_YET;
  }

  /** A value, {@link BaseEvent#NOT_YET} or the end. */
  final Object tryReceive(Wakes wakes) {
    // Before: what is pending now was so when this receive arrived.
    serveLine(wakes);
    Waiter sender;
    Object value;
    if (holdsNone()) {
      sender = senders.claimFirst();
      value = sender != null ? sender.value : end != null ? end : BaseEvent.NOT_YET;
    } else {
      value = takeHeld();
      sender = refill();
    }
    if (sender != null) {
      wakes.add(sender.sync());
    }
    // And after, in the room that it has made.
    serveLine(wakes);
    return value;
  }

  /** Moves the first waiting sender's value into the room that a receive has made, if any. */
  final Waiter refill() {
    if (!hasRoom()) {
      return null;
    }
    Waiter sender = senders.claimFirst();
    if (sender != null) {
      hold(sender.value);
    }
    return sender;
  }

  final void withdrawSender(Waiter sender, Wakes wakes) {
    senders.remove(sender);
    serveLine(wakes);
  }

  /** Puts a send that had no room in place now that it has: as one that arrives. */
  final void place(Synchronization send, Wakes wakes) {
    Waiter receiver = receivers.claimFirst(send.value);
    if (receiver == null) {
      senders.add(send);
    } else {
      // Nobody else knows it yet.
      send.claim();
      wakes.add(receiver.sync());
      wakes.add(send);
    }
  }

  /** Receivers can go on while there are values. */
  final void lockToSend() {
    if (!tryLockAtOnce()) {
      lockWithoutHaste(held());
    }
  }

  /**
   * Senders can go on while there is room. Those that leave values where there is none always can;
   * then the more values wait for receivers, the less it matters which of them comes first.
   */
  final void lockToReceive() {
    if (!tryLockAtOnce()) {
      lockWithoutHaste(Math.max(free(), excess()));
    }
  }

  /** Leaves a value behind all sends that are pending. */
  final void leave(Object value) {
    // While tracing is on, each has a waiter of its own, to know where it came from by.
    if (senders.isEmpty() && room == null && !Trace.isOn()) {
      holdAnyway(value);
    } else {
      senders.add(new Synchronization(null, value));
    }
  }

  /**
   * Sends a value asynchronously, by a thread that holds no port's lock and tells the receiver
   * later.
   *
   * @return false if the channel has ended
   */
  final boolean give(Object value, Wakes wakes) {
    lock();
    try {
      Object sent = trySend(value, wakes);
      if (sent == BaseEvent.NOT_YET) {
        leave(value);
      }
      return !(sent instanceof Failed);
    } finally {
      unlock();
    }
  }

  /** Whether sends wait, of threads or left here. Only without a buffer. */
  final boolean hasSends() {
    return !senders.isEmpty() || !holdsNone();
  }

  /** Without the lock: a guess. */
  final boolean seemsToTake() {
    return !receivers.isEmpty() || hasRoom() || end != null;
  }

  /** Without the lock: a guess. */
  final boolean seemsToHave() {
    return !senders.isEmpty() || !holdsNone() || end != null;
  }

  private void serveLine(Wakes wakes) {
    if (room != null) {
      room.serve(wakes);
    }
  }

  /** Null with a buffer, where a choice that sends meets nobody. */
  final MeetingPlace meetingPlace() {
    return hasBuffer() ? null : this;
  }

  @Override
  final AdaptiveSpin spin() {
    return spin;
  }

  @Override
  final List<Waiting> queues() {
    List<Waiting> queues = new ArrayList<>();
    queues.add(new Waiting("send", excess(), senders.toList()));
    queues.add(new Waiting("receive", 0, receivers.toList()));
    if (room != null) {
      queues.add(new Waiting("send, for room", 0, room.line.toList()));
    }
    return queues;
  }

  /** Waits, by the thread of a waiter in a queue; takes it out if that ends without a commit. */
  final void await(Synchronization waiter, WaitQueue queue, AdaptiveSpin where)
      throws InterruptedException {
    try {
      Synchronizer.await(waiter, where, verb(queue), this);
    } catch (Throwable thrown) {
      lock();
      try {
        queue.remove(waiter);
      } finally {
        unlock();
      }
      throw thrown;
    }
  }

  private String verb(WaitQueue queue) {
    return queue == senders
        ? "send to "
        : queue == receivers ? "receive from " : "room for an asynchronous send to ";
  }

  final void end(Failed newEnd) {
    end(newEnd, new ArrayList<>());
  }

  /** {@link #end(Failed, List, Wakes)}, and tells those who wait. */
  final void end(Failed newEnd, List<Object> lost) {
    Wakes.tellAllOf(wakes -> end(newEnd, lost, wakes));
  }

  /**
   * Ends the channel, if it is open or the new end is the worse one.
   *
   * @param lost takes the values that will not be received
   */
  final void end(Failed newEnd, List<Object> lost, Wakes wakes) {
    lock();
    try {
      if (end != null && (!end.isEnd() || newEnd.isEnd())) {
        return;
      }
      end = newEnd;
      if (!newEnd.isEnd()) {
        while (!holdsNone()) {
          lost.add(takeHeld());
        }
        failSenders(lost, wakes);
      }
      failAll(receivers, wakes);
      if (room != null) {
        failAll(room.line, wakes);
      }
    } finally {
      unlock();
    }
  }

  private void failSenders(List<Object> lost, Wakes wakes) {
    for (Waiter sender; (sender = senders.poll()) != null; ) {
      if (!sender.sync().isWaiting()) {
        // It may have received here, and not yet looked at what.
        continue;
      }
      // A choice may receive here too, and prefer that.
      Waiter first = sender.sync() instanceof Choice choice ? choice.firstAt(this, sender) : sender;
      Object value = sender.value;
      if (fail(first, wakes) && first == sender) {
        lost.add(value);
      }
    }
  }

  private void failAll(WaitQueue queue, Wakes wakes) {
    for (Waiter waiter; (waiter = queue.poll()) != null; ) {
      fail(waiter, wakes);
    }
  }

  private boolean fail(Waiter waiter, Wakes wakes) {
    waiter.value = end;
    boolean waited = waiter.claim();
    if (waited) {
      wakes.add(waiter.sync());
    }
    return waited;
  }
}
