package dev.hocket.events.model;

/** The ways in which the threads of a run wait. */
enum Waits {
  /** They park at once. */
  COLD,
  /** They spin for their partner, because recent partners came soon. */
  HOT,
  /** They synchronise as suspended handlers do. */
  SUSPENDED
}
