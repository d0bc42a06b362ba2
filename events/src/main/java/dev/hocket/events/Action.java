package dev.hocket.events;

/**
 * An action on the value of an event, for {@link Event#wrap}, {@link AsyncEvent#sWrap} or {@link
 * AsyncEvent#aWrap}. It may communicate, and so wait; a {@link WaitingAction} always does.
 *
 * @param <T> the type of the event's value
 * @param <R> the type of the action's result
 */
@FunctionalInterface
public interface Action<T, R> {
  /**
   * Runs the action.
   *
   * @param value the value of the event
   * @return the value of the wrapped event
   * @throws InterruptedException if the thread is interrupted while the action waits
   */
  R apply(T value) throws InterruptedException;
}
