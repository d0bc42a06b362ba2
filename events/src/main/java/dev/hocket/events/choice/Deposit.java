package dev.hocket.events.choice;

import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.Envelope;
import dev.hocket.events.steps.Origin;
import dev.hocket.events.steps.PostConsumption;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Wakes;

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
  protected void complete(Wakes wakes) {
    // Of a send, the value that it has offered: its actions belong to the sender's request too.
    Object message = value();
    PostConsumption.start(
        then,
        operation.at(operation.result(message), 0, 1),
        Envelope.sender(message),
        Origin.of(operation, creator, this));
  }
}
