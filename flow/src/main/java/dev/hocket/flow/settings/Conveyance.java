package dev.hocket.flow.settings;

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
   * Undoes {@link #enter}.
   *
   * @param token the token that {@code enter} returned
   */
  void leave(Object token);
}
