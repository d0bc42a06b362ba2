package dev.hocket.events;

/** A single operation that no thread waits for, with post-consumption actions: 48 bytes. */
final class Deposit extends Synchronization {
  private final Operation operation;
  private final Continuation then;
  private final String creator = Origin.creatorHere();

  Deposit(Operation operation, Object offered, Continuation then) {
    super(null, offered);
    this.operation = operation.withoutValue();
    this.then = then;
  }

  @Override
  void complete(Wakes wakes) {
    PostConsumption.start(
        then,
        Failure.at(operation.result(value), operation, 0, 1),
        Origin.of(operation, creator, this));
  }
}
