package dev.hocket.events;

/** A single operation that no thread waits for, with post-consumption actions: 48 bytes. */
final class Deposit extends Synchronization {
  private final BaseEvent<?> event;
  private final Continuation then;
  private final String creator = Origin.creatorHere();

  Deposit(BaseEvent<?> event, Object offered, Continuation then) {
    super(null, offered);
    this.event = event.withoutValue();
    this.then = then;
  }

  @Override
  void complete(Wakes wakes) {
    PostConsumption.start(
        then, Failure.at(event.result(value), event, 0, 1), Origin.of(event, creator, this));
  }
}
