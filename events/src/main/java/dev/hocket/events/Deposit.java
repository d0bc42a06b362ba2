package dev.hocket.events;

/** A single operation that no thread waits for, with post-consumption actions: 48 bytes. */
final class Deposit extends Sync {
  private final BaseEvent<?> event;
  private final Then then;
  private final String creator = Origin.creatorHere();

  Deposit(BaseEvent<?> event, Then then) {
    super(null, event.offered());
    this.event = event.withoutValue();
    this.then = then;
  }

  @Override
  void complete(Wakes wakes) {
    After.start(then, Failed.at(event.result(value), event, 0, 1), Origin.of(event, creator, this));
  }
}
