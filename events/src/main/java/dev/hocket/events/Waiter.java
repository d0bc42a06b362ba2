package dev.hocket.events;

/** A branch of a synchronisation in the queue of a port. */
// All mutable fields are guarded by the lock of the branch's port, a timer's by that of the timers,
// with one exception: the sync reads value after it has read its commit to this branch, and the
// claiming thread wrote value before.
// Values written after a claim are never read.
abstract sealed class Waiter permits Synchronization, FurtherBranch {
  /**
   * The value that a send offers, or that a receive is given; a {@link Failure} instead of either.
   */
  Object value;

  /** The waiter itself while it is in no queue. */
  Waiter previous = this;

  Waiter next;

  final Synchronization sync() {
    return this instanceof FurtherBranch further ? further.sync : (Synchronization) this;
  }

  final int branch() {
    return this instanceof FurtherBranch further ? further.branch : 0;
  }

  /** Commits the synchronisation to this branch; false if something else came first. */
  final boolean claim() {
    return this instanceof FurtherBranch further
        ? further.sync.claim(further.branch)
        : ((Synchronization) this).claim(0);
  }
}
