package dev.hocket.events;

/** A branch of a {@link Choice} but the first, which is the choice itself. */
final class FurtherBranch extends Waiter {
  final Synchronization sync;
  final int branch;

  FurtherBranch(Synchronization sync, int branch) {
    this.sync = sync;
    this.branch = branch;
  }
}
