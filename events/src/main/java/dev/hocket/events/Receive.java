package dev.hocket.events;

/** To receive from a channel. */
final class Receive extends Operation {
  private final Queues channel;

  Receive(Queues channel) {
    this.channel = channel;
  }

  @Override
  Port port() {
    return channel;
  }

  @Override
  Object communicate(Object offered, Otherwise otherwise) {
    return channel.receive(otherwise);
  }

  @Override
  Object attempt(Object offered, Wakes wakes) {
    return channel.tryReceive(wakes);
  }

  @Override
  boolean seemsReady() {
    return channel.seemsToHave();
  }

  @Override
  void enqueue(Waiter waiter) {
    channel.receivers.add(waiter);
  }

  @Override
  void withdraw(Waiter waiter, Wakes wakes) {
    channel.receivers.remove(waiter);
  }

  @Override
  String describe() {
    return "receive from " + channel;
  }
}
