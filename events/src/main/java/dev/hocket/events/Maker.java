package dev.hocket.events;

/**
 * Makes something when it is wanted, as the event of a {@link Events#guard}. It may communicate,
 * and so wait.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface Maker<T> {
  /**
   * Makes it.
   *
   * @return the thing
   * @throws InterruptedException if the thread is interrupted while the maker waits
   */
  T make() throws InterruptedException;
}
