package dev.hocket.events.steps;

/** A value of the library's own channels that is no message: its receipt changes no request. */
public enum Token {
  ONE,
  /** Announces a connection to the thread that accepts it next. */
  CONNECTION
}
