package dev.hocket.events;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of a channel: the queue of waiting senders and that of waiting receivers, a ring of
 * values, the end and the limit. Guarded by the lock. The methods whose names begin with {@code
 * seems}, {@link #lockToSend} and {@link #lockToReceive} read without it: they guess. {@link
 * #send}, {@link #receive}, {@link #give} and {@link #end(Failure, List, Wakes)} take it
 * themselves; the others are called under it.
 *
 * <p>Without a buffer, a waiter in one queue rules out waiters in the other: a send that finds a
 * receiver does not wait. With a buffer, senders wait only if it is full, receivers only if it is
 * empty and no sender waits.
 *
 * <p>An asynchronous send without actions, which no code can withdraw, is no more than its value.
 * If no sender waits it is left in the ring, however full that is, before all senders that come
 * after it; so the ring may hold more values than the buffer has room for, and values where there
 * is room for none.
 */
// The ends of the queues and the indices of the ring are fields of the port itself, and not of
// objects of their own, for the cache line of its lock: with every message it goes from one
// processor to another, and what goes with it need not follow.
abstract class Queues extends Port {
  private static final int FIRST_LENGTH = 16;

  /** An array that is longer, and longer than the buffer, is given up once it is empty. */
  private static final int KEPT_LENGTH = 1_024;

  private static final Object[] NOTHING = {};

  // Of their exact types, for the JIT compiler then knows where their ends are.
  final Senders senders = new Senders();
  final Receivers receivers = new Receivers();

  private Waiter firstSender;
  private Waiter lastSender;
  private Waiter firstReceiver;
  private Waiter lastReceiver;

  /** The partner of an operation that holds the lock; null in between. */
  private Synchronization partner;

  // The ring.
  private final int capacity;
  private Object[] values = NOTHING;
  private int head;
  private int held;

  /** Null while the channel is open. */
  Failure end;

  /** Null if there is no limit on pending asynchronous sends. */
  final PendingLimit room;

  /**
   * Null with a buffer: a thread that parks until it has filled or emptied has more to do at once.
   */
  private final AdaptiveSpin spin;

  Queues(int capacity, int limit, Overflow overflow) {
    this.capacity = capacity;
    this.spin = capacity == 0 ? new AdaptiveSpin() : null;
    this.room = overflow == null ? null : new PendingLimit(this, limit, overflow);
  }

  // Sends and receives.

  final boolean isLimited() {
    return room != null;
  }

  /** {@link BaseEvent#communicate} for all sends, whatever waits for them. */
  // The same steps, but a single partner is kept in a field, and no Wakes is allocated for it: the
  // JIT compiler does not eliminate it wherever this method is too large to be inlined.
  final Object send(BaseEvent<?> event, Object value, Otherwise otherwise) {
    Wakes more = room == null ? null : new Wakes();
    lockToSend();
    try {
      Object sent = trySend(value, more);
      return sent == BaseEvent.NOT_YET ? otherwise.apply(event, value, isRoom(more)) : sent;
    } finally {
      unlockAndWake(more);
    }
  }

  /** {@link #send} for all receives. */
  final Object receive(BaseEvent<?> event, Otherwise otherwise) {
    Wakes more = room == null ? null : new Wakes();
    lockToReceive();
    try {
      Object value = tryReceive(more);
      return value == BaseEvent.NOT_YET ? otherwise.apply(event, null, true) : value;
    } finally {
      unlockAndWake(more);
    }
  }

  final void unlockAndWake(Wakes more) {
    Synchronization claimed = partner;
    if (claimed != null) {
      partner = null;
    }
    unlock();
    if (claimed != null) {
      claimed.wakeOrComplete();
    }
    if (more != null) {
      more.wakeAll();
    }
  }

  /** Notes a partner, which is woken when the lock is released. */
  private void claimed(Waiter waiter, Wakes wakes) {
    if (wakes == null) {
      partner = waiter.sync();
    } else {
      wakes.add(waiter.sync());
    }
  }

  /** Whether one more asynchronous send may be left here. */
  private boolean isRoom(Wakes wakes) {
    return room == null || room.isFree(wakes);
  }

  /** Null if the value is sent, else {@link BaseEvent#NOT_YET} or the end. */
  final Object trySend(Object value, Wakes wakes) {
    if (end != null) {
      return end;
    }
    Waiter receiver = receivers.claimFirst(value);
    if (receiver != null) {
      claimed(receiver, wakes);
      return null;
    }
    return hold(value) ? null : BaseEvent.NOT_YET;
  }

  /** A value, {@link BaseEvent#NOT_YET} or the end. */
  final Object tryReceive(Wakes wakes) {
    // Before this receive: sends that have room now were pending when it arrived.
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
      claimed(sender, wakes);
    }
    // And after it, with the room that it has made.
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

  /** Puts a send in place that has waited for room, as if it arrived now. */
  final void place(Synchronization send, Wakes wakes) {
    Waiter receiver = receivers.claimFirst(send.value);
    if (receiver == null) {
      senders.add(send);
    } else {
      // No other thread can claim it yet.
      send.claim();
      wakes.add(receiver.sync());
      wakes.add(send);
    }
  }

  /**
   * Locks to send. If the lock is contended, it backs off longer the more values there are, which
   * receivers can take meanwhile.
   */
  final void lockToSend() {
    if (!tryLockAtOnce()) {
      lockBackingOff(held());
    }
  }

  /**
   * Locks to receive. If the lock is contended, it backs off longer the more room there is, which
   * senders can fill meanwhile. Asynchronous sends do not need room; so it also backs off longer
   * the more values wait for receivers, because then it matters less which receiver is first.
   */
  final void lockToReceive() {
    if (!tryLockAtOnce()) {
      lockBackingOff(Math.max(free(), excess()));
    }
  }

  /** Leaves a value behind all sends that are pending. */
  final void leave(Object value) {
    // While tracing is on, each send has a waiter of its own, which remembers where it came from.
    if (senders.isEmpty() && room == null && !Trace.isOn()) {
      holdAnyway(value);
    } else {
      senders.add(new Synchronization(null, value));
    }
  }

  /**
   * Sends a value asynchronously, by a thread that holds no port's lock and wakes the receiver
   * later; nothing if the channel has ended.
   *
   * @return false, and nothing sent, if as many values as the limit wait for a receiver
   */
  final boolean give(Object value, int limit, Wakes wakes) {
    lock();
    try {
      if (trySend(value, wakes) == BaseEvent.NOT_YET) {
        if (!senders.hasFewerDetached(limit - held())) {
          return false;
        }
        leave(value);
      }
      return true;
    } finally {
      unlock();
    }
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

  final void end(Failure newEnd) {
    end(newEnd, new ArrayList<>());
  }

  /** {@link #end(Failure, List, Wakes)}, and wakes the waiters. */
  final void end(Failure newEnd, List<Object> lost) {
    Wakes.wakeAllOf(wakes -> end(newEnd, lost, wakes));
  }

  /**
   * Ends the channel, if it is open or the new end is the worse one.
   *
   * @param lost takes the values that will not be received
   */
  final void end(Failure newEnd, List<Object> lost, Wakes wakes) {
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
        // The choice may have received here, and not yet read the value.
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

  // The ring of values.

  /** How many values. */
  final int held() {
    return held;
  }

  final boolean holdsNone() {
    return held == 0;
  }

  final boolean hasRoom() {
    return held < capacity;
  }

  /** For how many more there is room. */
  final int free() {
    return Math.max(0, capacity - held);
  }

  /** How many are held beyond those that there is room for. */
  final int excess() {
    return Math.max(0, held - capacity);
  }

  /** False if there is no room. */
  final boolean hold(Object value) {
    if (!hasRoom()) {
      return false;
    }
    holdAnyway(value);
    return true;
  }

  /** Whether there is room or not; in amortized constant time. */
  final void holdAnyway(Object value) {
    if (held == values.length) {
      grow();
    }
    int tail = head + held;
    values[tail < values.length ? tail : tail - values.length] = value;
    held++;
  }

  final Object takeHeld() {
    Object value = values[head];
    values[head] = null;
    head = head + 1 == values.length ? 0 : head + 1;
    held--;
    if (held == 0 && values.length > Math.max(capacity, KEPT_LENGTH)) {
      values = NOTHING;
      head = 0;
    }
    return value;
  }

  private void grow() {
    int most = hasRoom() ? capacity : Integer.MAX_VALUE;
    int length = (int) Math.min(most, Math.max(FIRST_LENGTH, 2L * values.length));
    Object[] longer = Arrays.copyOf(values, length);
    System.arraycopy(values, 0, longer, values.length - head, head);
    System.arraycopy(values, head, longer, 0, values.length - head);
    values = longer;
    head = 0;
  }

  final class Senders extends WaitQueue {
    @Override
    Waiter first() {
      return firstSender;
    }

    @Override
    Waiter last() {
      return lastSender;
    }

    @Override
    void setFirst(Waiter waiter) {
      firstSender = waiter;
    }

    @Override
    void setLast(Waiter waiter) {
      lastSender = waiter;
    }
  }

  final class Receivers extends WaitQueue {
    @Override
    Waiter first() {
      return firstReceiver;
    }

    @Override
    Waiter last() {
      return lastReceiver;
    }

    @Override
    void setFirst(Waiter waiter) {
      firstReceiver = waiter;
    }

    @Override
    void setLast(Waiter waiter) {
      lastReceiver = waiter;
    }
  }
}
