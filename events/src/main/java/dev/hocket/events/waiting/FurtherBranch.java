package dev.hocket.events.waiting;

/** A branch of a {@code Choice} after the first, which is the choice itself. */
public final class FurtherBranch extends Waiter {
  final Synchronization sync;
  final int branch;

  public FurtherBranch(Synchronization sync, int branch) {
    this.sync = sync;
    this.branch = branch;
  }
}
