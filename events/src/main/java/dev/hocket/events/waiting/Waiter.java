package dev.hocket.events.waiting;

/** A branch of a synchronisation in the queue of a port. */
// All mutable fields are guarded by the lock of the branch's port, a timer's by that of the timers,
// with one exception: the sync reads value after it has read its commit to this branch, and the
// claiming thread wrote value before.
// Values written after a claim are never read.
public abstract sealed class Waiter permits Synchronization, FurtherBranch {
  private Object value;

  /** The waiter itself while it is in no queue. */
  Waiter previous = this;

  Waiter next;

  /** The value that a send offers, or that a receive gets; a failure instead of either. */
  public final Object value() {
    return value;
  }

  /** Sets the value; under the port's lock and before {@link #claim}, which publishes it. */
  public final void setValue(Object newValue) {
    value = newValue;
  }

  /** The synchronisation that waits. */
  public final Synchronization sync() {
    return this instanceof FurtherBranch further ? further.sync : (Synchronization) this;
  }

  final int branch() {
    return this instanceof FurtherBranch further ? further.branch : 0;
  }

  /** Commits the synchronisation to this branch; false if another commit or a cancel came first. */
  public final boolean claim() {
    return this instanceof FurtherBranch further
        ? further.sync.claim(further.branch)
        : ((Synchronization) this).claim(0);
  }
}
