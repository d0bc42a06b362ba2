package dev.hocket.events;

/**
 * A port with a slot beside its queues, in which one {@link Choice} at a time stands while it looks
 * out for another choice that does the opposite. For all others it has not come yet: only who finds
 * nobody in the queues, and might wait itself at this instant, may claim it, see {@link Meeting}.
 *
 * <p>Guarded by the port's lock; {@link #hasLookout} and {@link #isFree} are guesses without it.
 */
// A base class, and not an object of its own, because the slot should share the lock's cache line.
abstract class MeetingPlace extends Port {
  /** Who stands in the slot, with a value if it sends; or null. */
  private Choice lookout;

  private int branch;
  private boolean sends;

  /** Whether somebody stands here, in order to send or not to. */
  final boolean hasLookout(boolean toSend) {
    return lookout != null && sends == toSend;
  }

  final boolean isFree() {
    return lookout == null;
  }

  final void stand(Choice choice, int itsBranch, boolean toSend) {
    lookout = choice;
    branch = itsBranch;
    sends = toSend;
  }

  /** Nothing if it has been claimed. */
  final void leave(Choice choice) {
    if (lookout == choice) {
      lookout = null;
    }
  }

  /**
   * Commits who stands here. That cannot fail, as nobody can claim it elsewhere, and it does not
   * sleep, so it need not be told.
   *
   * @param given to a receiver
   * @return what a sender brings
   */
  final Object claimLookout(Object given) {
    Choice partner = lookout;
    lookout = null;
    Object brought = partner.value;
    partner.value = given;
    if (!partner.claim(branch)) {
      throw new AssertionError(this + ": who stands in the slot is taken already");
    }
    return brought;
  }
}
