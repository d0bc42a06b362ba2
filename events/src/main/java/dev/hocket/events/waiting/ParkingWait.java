package dev.hocket.events.waiting;

import dev.hocket.core.Wait;

/**
 * The wait of a thread that parks until its synchronisation is claimed, as {@code core} and its
 * reports see it.
 *
 * @param verb with {@code where}, the reason of the wait, in words
 */
record ParkingWait(Synchronization sync, String verb, Object where) implements Wait {
  @Override
  public boolean isOver() {
    return sync.isClaimedOrElseWakes();
  }

  @Override
  public boolean cancel() {
    return sync.cancel();
  }

  @Override
  public String what() {
    return verb + where;
  }
}
