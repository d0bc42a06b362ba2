package dev.hocket.events;

/**
 * An action without a result on the value of an event: the effect of {@link Event#tap}, {@link
 * AsyncEvent#sTap} or {@link AsyncEvent#aTap}. It may communicate, and so wait.
 *
 * <p>These methods have other names than {@code wrap}, {@code sWrap} and {@code aWrap}, which take
 * an {@link Action}, because a lambda such as {@code x -> log.add(x)} is both.
 *
 * @param <T> the type of the event's value
 */
@FunctionalInterface
public interface Effect<T> {
  /**
   * Runs the effect.
   *
   * @param value the value of the event
   * @throws InterruptedException if the thread is interrupted while the effect waits
   */
  void run(T value) throws InterruptedException;
}
