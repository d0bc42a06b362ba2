package dev.hocket.flow.settings;

import java.util.Collection;
import java.util.List;

/**
 * Carries values that a program has bound to its thread to the threads that run a flow. Each
 * activation of a section calls {@link #enter} before and {@link #leave} after it, on its thread.
 */
public interface Conveyance {
  /** Carries nothing. */
  Conveyance NONE =
      new Conveyance() {
        @Override
        public Object enter() {
          return null;
        }

        @Override
        public void leave(Object token) {
          // Nothing was bound.
        }
      };

  /**
   * Binds the values to the calling thread.
   *
   * @return a token with which {@link #leave} undoes the binding
   */
  Object enter();

  /**
   * Names what is carried, for an engine whose threads are in other JVMs: it refuses all of it.
   *
   * @return names for messages
   */
  default Collection<String> names() {
    return List.of();
  }

  /**
   * Undoes {@link #enter}.
   *
   * @param token the token that {@code enter} returned
   */
  void leave(Object token);
}
