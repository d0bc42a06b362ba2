package dev.hocket.events.channels;

import dev.hocket.events.choice.Operation;
import dev.hocket.events.choice.Room;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.waiting.SeparateQueue;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/**
 * The limit on the asynchronous sends that are pending at a channel, and the line of senders that
 * wait for room.
 *
 * <ol>
 *   <li>There is room for a sender that arrives if fewer sends than the limit are pending, no other
 *       sender waits in line and no room is reserved. Otherwise it fails, or joins the end of the
 *       line.
 *   <li>The thread that makes room, under the channel's lock, serves the line from its head. A
 *       single send becomes pending (or meets a receiver) in the same step, on behalf of its
 *       sender, which is then woken. So no other sender comes between it and the room it waited
 *       for.
 *   <li>A choice cannot be put in place this way, because that takes the locks of all its channels.
 *       Room is <em>reserved</em> for it, and it is woken to check its branches again. It releases
 *       the reservation in the step in which it is put in place or commits; until then neither the
 *       line nor senders that arrive make progress.
 * </ol>
 *
 * <p>Invariant, whenever the lock is free: if a sender waits in line, then room is reserved, or as
 * many sends as the limit are in the queue. Some of these may be choices that have committed at
 * another channel and are still in the queue, which this class cannot see; so each operation that
 * depends on the pending sends serves the line first. A receiver takes all pending sends before it
 * waits, so receivers wait beside a line only while room is reserved.
 *
 * <p>Guarded by the channel's lock, which {@link #await} and {@link #waiting} acquire themselves.
 */
final class PendingLimit implements Room {
  /**
   * The line of senders. The value of each is the {@link Synchronization} to be put in place, or
   * null for a choice.
   */
  final WaitQueue line = new SeparateQueue();

  private final Queues channel;
  private final Limit limit;
  private boolean isReserved;

  PendingLimit(Queues channel, Limit limit) {
    this.channel = channel;
    this.limit = limit;
  }

  @Override
  public boolean isFree(Wakes wakes) {
    serve(wakes);
    return line.isEmpty() && hasPlace();
  }

  /** Gives free room to the senders in line, in their order. */
  void serve(Wakes wakes) {
    while (!line.isEmpty() && hasPlace()) {
      Waiter first = line.claimFirst();
      if (first == null) {
        return;
      }
      wakes.add(first.sync());
      if (first.value() instanceof Synchronization send) {
        channel.place(send, wakes);
      } else {
        isReserved = true;
      }
    }
  }

  private boolean hasPlace() {
    return !isReserved && channel.senders.hasFewerDetached(limit.sends());
  }

  @Override
  public void endReservation(Wakes wakes) {
    isReserved = false;
    serve(wakes);
  }

  @Override
  public Synchronization enqueue(Synchronization send, String where) {
    if (!limit.letsWait()) {
      throw limit.refusal().apply(where);
    }
    return join(new Synchronization(Thread.currentThread(), send));
  }

  @Override
  public Synchronization enqueueHandler(Synchronization send, Runnable wake) {
    if (!limit.letsWait()) {
      throw full();
    }
    return join(new Synchronization(wake, send));
  }

  private Synchronization join(Synchronization inLine) {
    line.add(inLine);
    return inLine;
  }

  @Override
  public void leave(Synchronization inLine) {
    channel.lock();
    try {
      line.remove(inLine);
    } finally {
      channel.unlock();
    }
  }

  @Override
  public Object await(Synchronization inLine) throws InterruptedException {
    try {
      inLine.await(null, "room for an asynchronous send to ", channel);
    } catch (Throwable thrown) {
      leave(inLine);
      throw thrown;
    }
    return inLine.value() instanceof Failure end ? end : Operation.NOT_YET;
  }

  @Override
  public boolean awaitReservation(String where) throws InterruptedException {
    Synchronization inLine;
    Wakes wakes = new Wakes();
    channel.lock();
    try {
      if (channel.end != null || isFree(wakes)) {
        return false;
      }
      inLine = enqueue(null, where);
    } finally {
      channel.unlock();
      wakes.wakeAll();
    }
    return await(inLine) == Operation.NOT_YET;
  }

  /** Counts the senders in line. */
  int waiting() {
    return channel.waitingIn(line);
  }

  /** Makes the failure of an asynchronous send that does not wait, whatever the policy. */
  RuntimeException full() {
    return limit.refusal().apply(null);
  }
}
