package dev.hocket.events.channels;

import dev.hocket.events.choice.Operation;
import dev.hocket.events.choice.Otherwise;
import dev.hocket.events.steps.Envelope;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/** The operation of sending a value to a channel. */
final class Send extends Operation {
  private final Queues channel;
  private final Object value;

  Send(Queues channel, Object value) {
    this.channel = channel;
    this.value = value;
  }

  @Override
  protected Port port() {
    return channel;
  }

  @Override
  public Object communicate(Object offered, Otherwise otherwise) {
    return channel.send(this, offered, otherwise);
  }

  @Override
  protected Object attempt(Object offered, Wakes wakes) {
    return channel.trySend(offered, wakes);
  }

  @Override
  protected boolean seemsReady() {
    return channel.seemsToTake();
  }

  @Override
  protected void enqueue(Waiter waiter) {
    channel.senders.add(waiter);
  }

  @Override
  protected void withdraw(Waiter waiter, Wakes wakes) {
    channel.withdrawSender(waiter, wakes);
  }

  @Override
  protected void leave(Object offered, boolean isRoom) {
    if (!isRoom) {
      throw channel.room.full();
    }
    channel.leave(offered);
  }

  @Override
  public void deposit() throws InterruptedException {
    if (channel.isLimited()) {
      super.deposit();
    } else {
      channel.sendLater(value);
    }
  }

  @Override
  protected PendingLimit room() {
    return channel.room;
  }

  @Override
  protected Operation withoutValue() {
    return channel.sendOfNothing();
  }

  @Override
  protected Object result(Object given) {
    return given instanceof Failure ? given : null;
  }

  @Override
  protected Object offered() {
    return Envelope.around(value);
  }

  @Override
  protected String describe() {
    return "send to " + channel;
  }
}
