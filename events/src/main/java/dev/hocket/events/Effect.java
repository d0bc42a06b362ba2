package dev.hocket.events;

/**
 * What a program does with the value of an event when nothing comes of it: the effect of {@link
 * Event#tap}, {@link AsyncEvent#sTap} or {@link AsyncEvent#aTap}. It may communicate, and so wait.
 *
 * <p>These methods have names of their own beside {@code wrap}, {@code sWrap} and {@code aWrap},
 * which take an {@link Action}: a lambda such as {@code x -> log.add(x)} is both.
 *
 * @param <T> what it takes
 */
@FunctionalInterface
public interface Effect<T> {
  /**
   * Does it.
   *
   * @param value the value of the event
   * @throws InterruptedException if the thread is interrupted while the effect waits
   */
  void run(T value) throws InterruptedException;
}
