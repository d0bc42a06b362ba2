package dev.hocket.events.choice;

import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Wakes;

/**
 * The limited room at a port for operations without a waiting thread. Guarded by the port's lock,
 * which the methods that wait acquire themselves.
 */
public interface Room {
  /** Returns whether one more operation may be left here. */
  boolean isFree(Wakes wakes);

  /**
   * Enqueues the calling thread for room, after {@link #isFree} was false.
   *
   * @param operation the operation to be put in place when there is room, or null for a choice
   * @param where the branch of a choice in words, or null
   * @return the synchronisation with which the thread waits
   * @throws RuntimeException if operations do not wait for room
   */
  Synchronization enqueue(Synchronization operation, String where);

  /**
   * Enqueues a suspended handler for room, as {@link #enqueue(Synchronization, String)} does the
   * calling thread.
   *
   * @param wake resumes the handler
   */
  Synchronization enqueueHandler(Synchronization operation, Runnable wake);

  /** Leaves the line; called by a thread that holds no lock, after a cancel. */
  void leave(Synchronization inLine);

  /**
   * Waits in line; called by a thread that holds no lock.
   *
   * @return the failure of the port if that came first, else {@link Operation#NOT_YET}: a single
   *     operation is in place, and room is reserved for a choice
   */
  Object await(Synchronization inLine) throws InterruptedException;

  /**
   * Waits until a choice may be put in place; called by a thread that holds no lock.
   *
   * @param where the branch in words
   * @return whether room is reserved; if not, there may be some, or the port has failed
   * @throws RuntimeException if operations do not wait for room
   */
  boolean awaitReservation(String where) throws InterruptedException;

  /**
   * Releases a reservation, after the choice that had it has been put in place or found that it
   * need not be. If the reservation were released earlier, the room would go to the next in line,
   * and so on without end.
   */
  void endReservation(Wakes wakes);
}
