package dev.hocket.events.steps;

/** An action of the library's own, on a token. */
public interface OfToken {
  /** Returns the source of what the token announces, as {@code Span.pauses} takes it. */
  Object source();
}
