package dev.hocket.events;

/** To send a value to a channel. */
final class Send extends Operation {
  private final Queues channel;
  private final Object value;

  Send(Queues channel, Object value) {
    this.channel = channel;
    this.value = value;
  }

  @Override
  Port port() {
    return channel;
  }

  @Override
  Object communicate(Object offered, Otherwise otherwise) {
    return channel.send(this, offered, otherwise);
  }

  @Override
  Object attempt(Object offered, Wakes wakes) {
    return channel.trySend(offered, wakes);
  }

  @Override
  boolean seemsReady() {
    return channel.seemsToTake();
  }

  @Override
  void enqueue(Waiter waiter) {
    channel.senders.add(waiter);
  }

  @Override
  void withdraw(Waiter waiter, Wakes wakes) {
    channel.withdrawSender(waiter, wakes);
  }

  @Override
  void leave(Object offered, boolean isRoom) {
    if (!isRoom) {
      throw channel.room.full();
    }
    channel.leave(offered);
  }

  @Override
  void deposit() throws InterruptedException {
    if (channel.isLimited()) {
      super.deposit();
    } else {
      channel.sendLater(value);
    }
  }

  @Override
  PendingLimit room() {
    return channel.room;
  }

  @Override
  Operation withoutValue() {
    return channel.sendOfNothing();
  }

  @Override
  Object result(Object given) {
    return given instanceof Failure ? given : null;
  }

  @Override
  Object offered() {
    return value;
  }

  @Override
  String describe() {
    return "send to " + channel;
  }
}
