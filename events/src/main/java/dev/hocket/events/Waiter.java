package dev.hocket.events;

/**
 * A branch of a sync in the queue of a port. Of a single operation it is the whole sync.
 *
 * <p>40 bytes with compressed references.
 */
// All mutable fields are guarded by the lock of the branch's port, a timer's by that of the timers,
// with one exception: the sync reads value after it has read its commit to this branch, and whoever
// claimed it wrote value
// before. Nobody writes it after a claim.
final class Waiter extends Sync {
  final Sync sync;
  final int branch;

  /** What a send offers; what a receive is given; a {@link Failed} instead of either. */
  Object value;

  /** The waiter itself while it is in no queue. */
  Waiter previous = this;

  Waiter next;

  /** A branch of a choice. */
  Waiter(Sync sync, int branch) {
    super(null);
    this.sync = sync;
    this.branch = branch;
  }

  /** A single operation. */
  Waiter(Object party, Object value) {
    super(party);
    this.sync = this;
    this.branch = 0;
    this.value = value;
    Trace.note(this);
  }
}
