package dev.hocket.events.channels;

import dev.hocket.core.Span;
import dev.hocket.events.choice.Operation;
import dev.hocket.events.choice.Otherwise;
import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Envelope;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.waiting.AdaptiveSpin;
import dev.hocket.events.waiting.Registry;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Trace;
import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a channel: the queue of waiting senders and that of waiting receivers, a ring of
 * values, the end and the limit. The lock guards all of it. {@link #lockToSend}, {@link
 * #lockToReceive} and the methods whose names begin with {@code seems} read without the lock, so
 * their results are guesses. The methods that send or receive, {@link #give}, {@link #end(Failure,
 * List, Wakes)} and the methods that count acquire the lock themselves. All others need it held.
 *
 * <p>Without a buffer, only one of the two queues has waiters: a send that finds a receiver does
 * not wait. With a buffer, senders wait only if it is full, receivers only if it is empty and no
 * sender waits.
 *
 * <p>An asynchronous send without actions, which no code can withdraw, is only its value. If no
 * sender waits, the value is left in the ring, however full that is, before all later senders; so
 * the ring may hold more values than the buffer has room for, and values even if the buffer has no
 * room.
 */
// The ends of the queues and the indices of the ring are fields of the port itself, not of other
// objects, so that they are near its lock. The lock's cache line moves from one processor to
// another with every message; fields in the same line need no transfer of their own.
public final class Queues extends Ring {
  private final String name;

  private final Receive receive = new Receive(this);

  /**
   * Stands for all sends in messages; made on first use. The race is harmless: its fields are
   * final.
   */
  private Send sendOfNothing;

  // Their types are exact because the JIT compiler then knows the places of their ends.
  final Senders senders = new Senders();
  final Receivers receivers = new Receivers();

  private Waiter firstSender;
  private Waiter lastSender;
  private Waiter firstReceiver;
  private Waiter lastReceiver;

  /** The partner that an operation has claimed under the lock; null otherwise. */
  private Synchronization partner;

  /** The end of the channel; null while it is open. */
  Failure end;

  /** The limit on pending asynchronous sends; null if there is none. */
  final PendingLimit room;

  /**
   * Null with a buffer: a thread that parks until the buffer has filled or emptied then has more to
   * do at once.
   */
  private final AdaptiveSpin spin;

  /**
   * Makes the state of an open channel.
   *
   * @param name the name in messages, or null
   * @param capacity the number of values that the buffer has room for
   * @param limit the limit on pending asynchronous sends, or null
   */
  public Queues(String name, int capacity, Limit limit) {
    super(capacity);
    this.name = name;
    this.spin = capacity == 0 ? new AdaptiveSpin() : null;
    this.room = limit == null ? null : new PendingLimit(this, limit);
    if (name != null || Trace.isOn()) {
      Registry.add(this);
    }
  }

  // Sends and receives.

  boolean isLimited() {
    return room != null;
  }

  // A send and a receive that may wait have bodies of their own with the steps of send and receive
  // below. All other forms share those. If these two did as well, the JIT compiler would call send
  // and receive instead of inlining them, and a message through a buffer would take 5 to 45 %
  // longer.

  /** Sends a value and waits until it has been received, or buffered. */
  public void sendAndWait(Object content) throws InterruptedException {
    Synchronizer.refuseInterrupt();
    Object value = Envelope.around(content);
    Wakes more = isLimited() ? new Wakes() : null;
    Object sent;
    lockToSend();
    try {
      sent = trySend(value, more);
      if (sent == Operation.NOT_YET) {
        sent = Otherwise.WAIT.apply(sendOfNothing(), value, true);
      }
    } finally {
      unlockAndWake(more);
    }
    if (sent instanceof Synchronization waiter) {
      sent = Synchronizer.await(sendOfNothing(), waiter);
    }
    orThrow(sent, sendOfNothing());
  }

  /** Receives a value, waiting for one. */
  public Object receiveAndWait() throws InterruptedException {
    Synchronizer.refuseInterrupt();
    Span.pauses(receive);
    Wakes more = isLimited() ? new Wakes() : null;
    Object value;
    lockToReceive();
    try {
      value = tryReceive(more);
      if (value == Operation.NOT_YET) {
        value = Otherwise.WAIT.apply(receive, null, true);
      }
    } finally {
      unlockAndWake(more);
    }
    if (value instanceof Synchronization waiter) {
      value = Synchronizer.await(receive, waiter);
    }
    return orThrow(Envelope.open(value, receive), receive);
  }

  /** Sends a value asynchronously; never waits, and throws if there is no room. */
  public void sendLater(Object value) {
    Send send = sendOfNothing();
    orThrow(send(send, Envelope.around(value), Otherwise.LEAVE), send);
  }

  /** Sends a value if it can without waiting; returns whether it was sent. */
  public boolean sendPoll(Object value) {
    Send send = sendOfNothing();
    return orThrow(send(send, Envelope.around(value), Otherwise.NOTHING), send)
        != Operation.NOT_YET;
  }

  /** Receives a value if there is one; otherwise returns {@link Operation#NOT_YET}. */
  public Object receivePoll() {
    Object value = receive(Otherwise.NOTHING);
    return orThrow(Envelope.open(value, receive), receive);
  }

  /** The operation of sending a value. */
  public Operation sending(Object value) {
    return new Send(this, value);
  }

  /** The operation of receiving a value. */
  public Operation receiving() {
    return receive;
  }

  /** The operation that stands for all sends in messages. */
  Send sendOfNothing() {
    Send known = sendOfNothing;
    if (known == null) {
      known = new Send(this, null);
      sendOfNothing = known;
    }
    return known;
  }

  /** Returns the result of an attempt, and throws if that is the end of the channel. */
  private static Object orThrow(Object result, Operation operation) {
    if (result instanceof Failure end) {
      throw Failure.sneak(end.at(operation.toString()).exception());
    }
    return result;
  }

  /** Does the steps of {@link Operation#communicate} for all sends. */
  // A single partner is kept in a field, so that no Wakes is allocated for it: the JIT compiler
  // does not eliminate the allocation where this method is too large to be inlined.
  Object send(Send operation, Object value, Otherwise otherwise) {
    Wakes more = room == null ? null : new Wakes();
    lockToSend();
    try {
      Object sent = trySend(value, more);
      return sent == Operation.NOT_YET ? otherwise.apply(operation, value, isRoom(more)) : sent;
    } finally {
      unlockAndWake(more);
    }
  }

  /** Does the steps of {@link Operation#communicate} for all receives. */
  Object receive(Otherwise otherwise) {
    Wakes more = room == null ? null : new Wakes();
    lockToReceive();
    try {
      Object value = tryReceive(more);
      return value == Operation.NOT_YET ? otherwise.apply(receive, null, true) : value;
    } finally {
      unlockAndWake(more);
    }
  }

  void unlockAndWake(Wakes more) {
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

  /** Returns whether one more asynchronous send may be left here. */
  private boolean isRoom(Wakes wakes) {
    return room == null || room.isFree(wakes);
  }

  /**
   * Tries to send; returns null if the value is sent, else {@link Operation#NOT_YET} or the end.
   */
  Object trySend(Object value, Wakes wakes) {
    if (end != null) {
      return end;
    }
    Waiter receiver = receivers.claimFirst(value);
    if (receiver != null) {
      claimed(receiver, wakes);
      return null;
    }
    return hold(value) ? null : Operation.NOT_YET;
  }

  /** Tries to receive; returns a value, {@link Operation#NOT_YET} or the end. */
  Object tryReceive(Wakes wakes) {
    // The line is served before this receive: sends that have room now were pending when it
    // arrived.
    serveLine(wakes);
    Waiter sender;
    Object value;
    if (holdsNone()) {
      sender = senders.claimFirst();
      value = sender != null ? sender.value() : end != null ? end : Operation.NOT_YET;
    } else {
      value = takeHeld();
      sender = refill();
    }
    if (sender != null) {
      claimed(sender, wakes);
    }
    // The line is served again, with the room that this receive has made.
    serveLine(wakes);
    return value;
  }

  /** Moves the first waiting sender's value into the room that a receive has made, if any. */
  Waiter refill() {
    if (!hasRoom()) {
      return null;
    }
    Waiter sender = senders.claimFirst();
    if (sender != null) {
      hold(sender.value());
    }
    return sender;
  }

  void withdrawSender(Waiter sender, Wakes wakes) {
    senders.remove(sender);
    serveLine(wakes);
  }

  /** Puts a send in place that has waited for room, as if it arrived now. */
  void place(Synchronization send, Wakes wakes) {
    Waiter receiver = receivers.claimFirst(send.value());
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
   * Locks to send. If the lock is contended, the thread backs off longer the more values there are,
   * because receivers can take these meanwhile.
   */
  void lockToSend() {
    if (!tryLockAtOnce()) {
      lockBackingOff(held());
    }
  }

  /**
   * Locks to receive. If the lock is contended, the thread backs off longer the more room there is,
   * because senders can fill it meanwhile. Asynchronous sends do not need room; so it also backs
   * off longer the more values wait for receivers, because then it matters less which receiver is
   * first.
   */
  void lockToReceive() {
    if (!tryLockAtOnce()) {
      lockBackingOff(Math.max(free(), excess()));
    }
  }

  /** Enqueues a value behind all pending sends. */
  void leave(Object value) {
    // While tracing is on, each send has a waiter of its own, which records its origin.
    if (senders.isEmpty() && room == null && !Trace.isOn()) {
      holdAnyway(value);
    } else {
      senders.add(new Synchronization(null, value));
    }
  }

  /**
   * Sends a value asynchronously, for a thread that holds no port's lock and wakes the receiver
   * later; does nothing if the channel has ended.
   *
   * @return false, and nothing sent, if as many values as the limit wait for a receiver
   */
  public boolean give(Object value, int limit, Wakes wakes) {
    lock();
    try {
      if (trySend(value, wakes) == Operation.NOT_YET) {
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

  /** Returns whether a send seems possible; a guess, without the lock. */
  boolean seemsToTake() {
    return !receivers.isEmpty() || hasRoom() || end != null;
  }

  /** Returns whether a receive seems possible; a guess, without the lock. */
  boolean seemsToHave() {
    return !senders.isEmpty() || !holdsNone() || end != null;
  }

  private void serveLine(Wakes wakes) {
    if (room != null) {
      room.serve(wakes);
    }
  }

  @Override
  public AdaptiveSpin spin() {
    return spin;
  }

  @Override
  protected List<Waiting> queues() {
    List<Waiting> queues = new ArrayList<>();
    queues.add(new Waiting("send", excess(), senders.toList()));
    queues.add(new Waiting("receive", 0, receivers.toList()));
    if (room != null) {
      queues.add(new Waiting("send, for room", 0, room.line.toList()));
    }
    return queues;
  }

  public void end(Failure newEnd) {
    end(newEnd, new ArrayList<>());
  }

  /** Ends the channel as {@link #end(Failure, List, Wakes)}, and wakes the waiters. */
  public void end(Failure newEnd, List<Object> lost) {
    Wakes.wakeAllOf(wakes -> end(newEnd, lost, wakes));
  }

  /**
   * Ends the channel if it is open, or if the new end is a failure and the old one a close.
   *
   * @param lost takes the values that will not be received
   */
  public void end(Failure newEnd, List<Object> lost, Wakes wakes) {
    lock();
    try {
      if (end == null || end.isEnd() && !newEnd.isEnd()) {
        end = newEnd;
        new Ending(this, lost, wakes).failWaiters();
      }
    } finally {
      unlock();
    }
  }

  /** Returns whether the channel was closed or has failed. */
  public boolean hasEnded() {
    lock();
    try {
      return end != null;
    } finally {
      unlock();
    }
  }

  /** Counts the values to receive: those held, and those of waiting senders. */
  public int pending() {
    lock();
    try {
      return held() + senders.size();
    } finally {
      unlock();
    }
  }

  /** Counts the receivers that wait. */
  public int waiting() {
    return waitingIn(receivers);
  }

  @Override
  public String name() {
    return name == null ? "channel #" + id : "channel " + name;
  }

  final class Senders extends WaitQueue {
    @Override
    protected Waiter first() {
      return firstSender;
    }

    @Override
    protected Waiter last() {
      return lastSender;
    }

    @Override
    protected void setFirst(Waiter waiter) {
      firstSender = waiter;
    }

    @Override
    protected void setLast(Waiter waiter) {
      lastSender = waiter;
    }
  }

  final class Receivers extends WaitQueue {
    @Override
    protected Waiter first() {
      return firstReceiver;
    }

    @Override
    protected Waiter last() {
      return lastReceiver;
    }

    @Override
    protected void setFirst(Waiter waiter) {
      firstReceiver = waiter;
    }

    @Override
    protected void setLast(Waiter waiter) {
      lastReceiver = waiter;
    }
  }
}
