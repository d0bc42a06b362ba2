package dev.hocket.events;

import dev.hocket.events.choice.SuspendedPeek;
import dev.hocket.events.choice.Synchronizer;

/** Synchronises on events as a suspended handler does, for the tests of the model. */
public final class HandlerPeek {
  private HandlerPeek() {}

  /**
   * Calls {@link Event#sync()} with the waiter of a handler.
   *
   * @param event the event
   * @return the value
   * @throws InterruptedException as {@link Event#sync()} does
   */
  public static Object sync(Event<?> event) throws InterruptedException {
    Synchronizer.refuseInterrupt();
    return SuspendedPeek.sync(event.branches());
  }
}
