package dev.hocket.events.choice;

import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Wakes;

/**
 * The room at a port for operations that no thread waits for, where it is limited. Guarded by the
 * port's lock, which the methods that wait take themselves.
 */
public interface Room {
  /** Whether one more may be left here. */
  boolean isFree(Wakes wakes);

  /**
   * Puts the calling thread in line for room, after {@link #isFree} was false.
   *
   * @param operation to be put in place when there is room, or null for a choice
   * @param where the branch of a choice in words, or null
   * @return what the thread waits with
   * @throws RuntimeException if operations do not wait for room
   */
  Synchronization enqueue(Synchronization operation, String where);

  /**
   * Waits in line, by a thread that holds no lock.
   *
   * @return the failure of the port if that came first, else {@link Operation#NOT_YET}: a single
   *     operation is in place, and room is reserved for a choice
   */
  Object await(Synchronization inLine) throws InterruptedException;

  /**
   * Waits until a choice may be put in place, by a thread that holds no lock.
   *
   * @param where the branch in words
   * @return whether room is reserved; if not, there may be some, or the port has failed
   * @throws RuntimeException if operations do not wait for room
   */
  boolean awaitReservation(String where) throws InterruptedException;

  /**
   * Gives a reservation back, after the choice that had it has been put in place or found no need
   * to: if the reservation were given back before, the room would go to the next in line, and so on
   * for ever.
   */
  void endReservation(Wakes wakes);
}
