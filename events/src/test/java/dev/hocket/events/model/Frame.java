package dev.hocket.events.model;

import java.util.List;

/** What a process is in the middle of. */
sealed interface Frame {

  /**
   * Statements to come. Below other frames, the first of them is the synchronisation whose value
   * those will return.
   */
  record Run(Block block) implements Frame {}

  /**
   * A synchronisation: first its guards run, above this frame.
   *
   * @param waiting whether its offers are on their channels, so that others may take one
   */
  record Syncing(String id, Ev event, boolean async, boolean waiting) implements Frame {

    Syncing with(Ev other) {
      return new Syncing(id, other, async, false);
    }

    Syncing deposited() {
      return new Syncing(id, event, async, true);
    }
  }

  /** Functions to apply, one after the other. */
  record Calls(Value value, List<Fn> rest) implements Frame {}

  /** Nacks to fire before anything else happens here. */
  record Fire(List<String> nacks) implements Frame {}
}
