package dev.hocket.events.model;

/** How the threads of a run wait. */
enum Waits {
  /** They park at once. */
  COLD,
  /** They spin for their partner, because recent partners came soon. */
  HOT,
  /** They synchronise as suspended handlers do. */
  SUSPENDED
}
