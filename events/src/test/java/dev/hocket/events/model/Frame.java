package dev.hocket.events.model;

import java.util.List;
import java.util.Optional;

/** One entry of the stack of a process: the operation that it is in the middle of. */
sealed interface Frame {

  /**
   * Statements to come. If there are frames above, the first statement is the synchronisation whose
   * value those frames will return.
   */
  record Run(Block block) implements Frame {}

  /**
   * A synchronisation: first its guards run, above this frame.
   *
   * @param waiting whether its offers are on their channels, so that others may take one
   * @param room the channel where it waits for room or has room reserved, if any
   * @param reserved whether it has room reserved
   */
  record Syncing(
      String id, Ev event, boolean async, boolean waiting, Optional<String> room, boolean reserved)
      implements Frame {

    Syncing(String id, Ev event, boolean async) {
      this(id, event, async, false, Optional.empty(), false);
    }

    Syncing with(Ev other) {
      return new Syncing(id, other, async);
    }

    Syncing deposited() {
      return new Syncing(id, event, async, true, Optional.empty(), false);
    }

    Syncing waitsForRoom(String channel) {
      return new Syncing(id, event, async, false, Optional.of(channel), false);
    }

    Syncing withRoom() {
      return new Syncing(id, event, async, false, room, true);
    }

    /** Returns the frame of another try without a reservation, because the channel has ended. */
    Syncing triesAgain() {
      return with(event);
    }

    boolean waitsForRoom() {
      return room.isPresent() && !reserved;
    }

    boolean waitsForRoomAt(String channel) {
      return waitsForRoom() && room.equals(Optional.of(channel));
    }

    boolean hasRoomAt(String channel) {
      return reserved && room.equals(Optional.of(channel));
    }
  }

  /** Functions to apply, one after the other. */
  record Calls(Value value, List<Fn> rest) implements Frame {}

  /** Nacks that fire before any other step here. */
  record Fire(List<String> nacks) implements Frame {}
}
