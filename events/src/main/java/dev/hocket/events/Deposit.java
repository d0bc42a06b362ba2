package dev.hocket.events;

/** A single operation that no thread waits for, with post-consumption actions: 40 bytes. */
final class Deposit extends Sync {
  private final BaseEvent<?> event;
  private final Then then;

  Deposit(BaseEvent<?> event, Then then) {
    super(null, event.offered());
    this.event = event;
    this.then = then;
  }

  @Override
  void complete(Wakes wakes) {
    After.start(then, Failed.at(event.result(value), event, 0, 1));
  }
}
