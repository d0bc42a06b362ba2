package dev.hocket.events;

/** To receive a value. */
final class RecvEvent<T> extends BaseEvent<T> {
  private final Queues channel;

  RecvEvent(Queues channel) {
    this.channel = channel;
  }

  @Override
  Port port() {
    return channel;
  }

  @Override
  Object communicate(Object offered, Otherwise otherwise) {
    return channel.receive(this, otherwise);
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
