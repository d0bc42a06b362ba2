package dev.hocket.events;

/**
 * Makes a thing on demand, such as the event of an {@link Events#guard}. It may communicate, and so
 * wait.
 *
 * @param <T> the type of the thing
 */
@FunctionalInterface
public interface Maker<T> {
  /**
   * Makes the thing.
   *
   * @return the thing
   * @throws InterruptedException if the thread is interrupted while the maker waits
   */
  T make() throws InterruptedException;
}
