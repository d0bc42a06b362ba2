package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A state that a rule changes. Most rules change only processes, so the other parts are those of
 * the state before, until they are replaced.
 */
final class Draft {
  final Map<String, Proc> procs;
  private Map<String, List<String>> queues;
  private final Map<String, Kind> kinds;
  private Map<String, List<Value>> buffers;
  private Map<String, Pending> pending;
  private Map<String, List<String>> lines;
  private Set<String> fired;
  private Map<String, State.Ending> ended;
  private List<String> failures;

  Draft(State state) {
    procs = new HashMap<>(state.procs());
    queues = state.queues();
    kinds = state.kinds();
    buffers = state.buffers();
    pending = state.pending();
    lines = state.lines();
    fired = state.fired();
    ended = state.ended();
    failures = state.failures();
  }

  State done() {
    while (lines.keySet().stream().toList().stream().anyMatch(this::serve)) {
      // The next process in line may find room too.
    }
    return state();
  }

  private State state() {
    procs.values().removeIf(proc -> proc.stack().isEmpty());
    for (String channel : lines.keySet()) {
      lines = with(lines, channel, line(channel).filter(p -> isInLine(p, channel)).toList());
    }
    return new State(
        Map.copyOf(procs), queues, kinds, buffers, pending, lines, fired, ended, failures);
  }

  /** Returns a copy of a map in which a list replaces another, or nothing if the list is empty. */
  private static <T> Map<String, List<T>> with(Map<String, List<T>> map, String key, List<T> list) {
    Map<String, List<T>> copy = new HashMap<>(map);
    if (list.isEmpty()) {
      copy.remove(key);
    } else {
      copy.put(key, list);
    }
    return Map.copyOf(copy);
  }

  private Stream<String> line(String channel) {
    return lines.getOrDefault(channel, List.of()).stream();
  }

  private boolean isInLine(String process, String channel) {
    Proc proc = procs.get(process);
    return proc != null && proc.top() instanceof Frame.Syncing sync && sync.waitsForRoomAt(channel);
  }

  /**
   * Deposits the send of the first process in line at a channel if there is room; returns whether
   * there was.
   */
  private boolean serve(String channel) {
    State now = state();
    if (now.line(channel).isEmpty()
        || now.ended().containsKey(channel)
        || !now.hasRoomForLine(channel)
        || now.first(channel, offer -> offer.takes(channel)).isPresent()) {
      return false;
    }
    String name = now.line(channel).getFirst();
    Proc proc = procs.get(name);
    Frame.Syncing frame = (Frame.Syncing) proc.top();
    if (!Form.isOneSend(frame.event())) {
      return false;
    }
    Form.Leaves form = (Form.Leaves) Form.of(frame.event());
    deposit(new Pending(frame.id(), Optional.empty(), form.offers(), Set.of()));
    procs.put(name, proc.replace(new Frame.Calls(Value.UNIT, form.creation())));
    return true;
  }

  /** Lets a process wait for room at a channel, behind those already in line. */
  void standInLine(String process, String channel) {
    lines = with(lines, channel, Stream.concat(line(channel), Stream.of(process)).toList());
  }

  void failure(String what) {
    failures = Stream.concat(failures.stream(), Stream.of(what)).sorted().toList();
  }

  void fire(String nack) {
    Set<String> more = new HashSet<>(fired);
    more.add(nack);
    fired = Set.copyOf(more);
  }

  /** Ends a channel; a failure replaces a close, and nothing else an ending. */
  void end(String channel, State.Ending ending) {
    Map<String, State.Ending> more = new HashMap<>(ended);
    more.merge(channel, ending, (old, other) -> old.failed() ? old : other);
    ended = Map.copyOf(more);
  }

  /** Puts a value at the end of a channel's buffer. */
  void store(String channel, Value value) {
    List<Value> buffer = new ArrayList<>(buffers.getOrDefault(channel, List.of()));
    buffer.add(value);
    buffers = with(buffers, channel, List.copyOf(buffer));
  }

  /** Takes the first value out of a channel's buffer. */
  Value fetch(String channel) {
    List<Value> buffer = buffers.get(channel);
    buffers = with(buffers, channel, List.copyOf(buffer.subList(1, buffer.size())));
    return buffer.getFirst();
  }

  /** Puts a synchronisation at the end of the queues of its channels. */
  void deposit(Pending sync) {
    Map<String, Pending> more = new HashMap<>(pending);
    more.put(sync.id(), sync);
    pending = Map.copyOf(more);
    for (String channel : sync.offers().channels()) {
      queues = with(queues, channel, Stream.concat(queue(channel), Stream.of(sync.id())).toList());
    }
  }

  /** Takes a synchronisation out of all queues, from any place; one that arrives is in none. */
  void withdraw(Pending sync) {
    if (!pending.containsKey(sync.id())) {
      return;
    }
    Map<String, Pending> rest = new HashMap<>(pending);
    rest.remove(sync.id());
    pending = Map.copyOf(rest);
    for (String channel : sync.offers().channels()) {
      queues = with(queues, channel, queue(channel).filter(id -> !id.equals(sync.id())).toList());
    }
  }

  private Stream<String> queue(String channel) {
    return queues.getOrDefault(channel, List.of()).stream();
  }
}
