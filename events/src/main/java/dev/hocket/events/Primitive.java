package dev.hocket.events;

import dev.hocket.events.choice.Branch;
import dev.hocket.events.choice.Operation;
import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Continuation;

/** The event of a single operation: no combination of other events. */
final class Primitive<T> extends Event<T> {
  final Operation operation;

  Primitive(Operation operation) {
    this.operation = operation;
  }

  @Override
  Object carryOut() throws InterruptedException {
    return Synchronizer.sync(operation);
  }

  @Override
  Branch branch(Continuation then) {
    return new Branch(operation, then);
  }

  @Override
  void collect(BranchCollector collector, Continuation then) {
    collector.add(operation, then);
  }

  @Override
  public String toString() {
    return operation.toString();
  }
}
