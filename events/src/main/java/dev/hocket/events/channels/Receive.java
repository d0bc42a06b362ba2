package dev.hocket.events.channels;

import dev.hocket.events.choice.Operation;
import dev.hocket.events.choice.Otherwise;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/** The operation of receiving from a channel. */
final class Receive extends Operation {
  private final Queues channel;

  Receive(Queues channel) {
    this.channel = channel;
  }

  @Override
  protected Port port() {
    return channel;
  }

  @Override
  public Object communicate(Object offered, Otherwise otherwise) {
    return channel.receive(otherwise);
  }

  @Override
  protected Object attempt(Object offered, Wakes wakes) {
    return channel.tryReceive(wakes);
  }

  @Override
  protected boolean seemsReady() {
    return channel.seemsToHave();
  }

  @Override
  protected void enqueue(Waiter waiter) {
    channel.receivers.add(waiter);
  }

  @Override
  protected void withdraw(Waiter waiter, Wakes wakes) {
    channel.receivers.remove(waiter);
  }

  @Override
  protected String describe() {
    return "receive from " + channel;
  }
}
