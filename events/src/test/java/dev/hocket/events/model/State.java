package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The whole state of a program between two steps.
 *
 * @param procs the processes that have not ended
 * @param queues for each channel, the synchronisations with an offer on it, the first deposited
 *     first
 * @param kinds the kinds of the channels that are not plain
 * @param buffers the values that channels hold, the first sent first
 * @param pending the synchronisations of the queues, by their names
 * @param lines for each channel, the processes that wait for room there, in the order of arrival
 * @param fired the nacks that have fired
 * @param ended the channels that were closed or failed
 * @param failures the failures that ended processes early, sorted
 */
record State(
    Map<String, Proc> procs,
    Map<String, List<String>> queues,
    Map<String, Kind> kinds,
    Map<String, List<Value>> buffers,
    Map<String, Pending> pending,
    Map<String, List<String>> lines,
    Set<String> fired,
    Map<String, Ending> ended,
    List<String> failures) {

  /** The end of a channel. If it {@code failed}, the values sent before are lost. */
  record Ending(String cause, boolean failed) {}

  /**
   * Makes the state before a program's first step: one process, named {@code main}, and its
   * channels.
   */
  static State start(Stmt... program) {
    Map<String, Kind> kinds = new HashMap<>();
    List<Stmt> body = new ArrayList<>();
    for (Stmt statement : program) {
      if (statement instanceof Stmt.Make make) {
        kinds.put(make.channel(), make.kind());
      } else {
        body.add(statement);
      }
    }
    Proc main = Proc.of(new Frame.Run(new Block(body, new Exp.Lit(Value.UNIT))));
    return new State(
        Map.of("main", main),
        Map.of(),
        Map.copyOf(kinds),
        Map.of(),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of(),
        List.of());
  }

  Kind kind(String channel) {
    return kinds.getOrDefault(channel, Kind.PLAIN);
  }

  /** Returns the values in a channel's buffer. */
  List<Value> buffer(String channel) {
    return buffers.getOrDefault(channel, List.of());
  }

  boolean hasBufferRoom(String channel) {
    return buffer(channel).size() < kind(channel).capacity();
  }

  /** Returns the processes that wait for room at a channel. */
  List<String> line(String channel) {
    return lines.getOrDefault(channel, List.of());
  }

  /** Returns whether there is room at a channel for a process that arrives. */
  boolean hasRoom(String channel) {
    return line(channel).isEmpty() && hasRoomForLine(channel);
  }

  /** Returns whether one more asynchronous send may be pending at a channel. */
  boolean hasRoomForLine(String channel) {
    long sends =
        pending.values().stream()
            .filter(sync -> sync.waiter().isEmpty())
            .flatMap(sync -> sync.offers().offers().stream())
            .filter(offer -> offer.gives(channel))
            .count();
    boolean reserved =
        procs.values().stream()
            .anyMatch(proc -> proc.top() instanceof Frame.Syncing sync && sync.hasRoomAt(channel));
    return !reserved && sends < kind(channel).limit();
  }

  /** Finds the first synchronisation on a channel's queue that has such an offer. */
  Optional<Pending> first(String channel, Predicate<Offer> offer) {
    return queues.getOrDefault(channel, List.of()).stream()
        .map(pending::get)
        .filter(sync -> sync.offers().offers().stream().anyMatch(offer))
        .findFirst();
  }
}
