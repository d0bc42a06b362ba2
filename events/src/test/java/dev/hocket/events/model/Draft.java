package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A state that a rule changes. */
final class Draft {
  final Map<String, Proc> procs;
  final Map<String, List<String>> queues;
  private final Map<String, Kind> kinds;
  final Map<String, List<Value>> buffers;
  final Map<String, Pending> pending;
  private final Map<String, List<String>> lines;
  final Set<String> fired;
  final Map<String, State.Ending> ended;
  private final List<String> failures;

  Draft(State state) {
    procs = new HashMap<>(state.procs());
    queues = new HashMap<>(state.queues());
    kinds = state.kinds();
    buffers = new HashMap<>(state.buffers());
    pending = new HashMap<>(state.pending());
    lines = new HashMap<>(state.lines());
    fired = new HashSet<>(state.fired());
    ended = new HashMap<>(state.ended());
    failures = new ArrayList<>(state.failures());
  }

  State done() {
    while (lines.keySet().stream().toList().stream().anyMatch(this::serve)) {
      // The next process in line may find room too.
    }
    return state();
  }

  private State state() {
    procs.values().removeIf(proc -> proc.stack().isEmpty());
    queues.values().removeIf(List::isEmpty);
    buffers.values().removeIf(List::isEmpty);
    lines.replaceAll((channel, line) -> line.stream().filter(p -> isInLine(p, channel)).toList());
    lines.values().removeIf(List::isEmpty);
    return new State(
        Map.copyOf(procs),
        Map.copyOf(queues),
        kinds,
        Map.copyOf(buffers),
        Map.copyOf(pending),
        Map.copyOf(lines),
        Set.copyOf(fired),
        Map.copyOf(ended),
        failures.stream().sorted().toList());
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
    List<String> line = new ArrayList<>(lines.getOrDefault(channel, List.of()));
    line.add(process);
    lines.put(channel, List.copyOf(line));
  }

  void failure(String what) {
    failures.add(what);
  }

  /** Puts a value at the end of a channel's buffer. */
  void store(String channel, Value value) {
    List<Value> buffer = new ArrayList<>(buffers.getOrDefault(channel, List.of()));
    buffer.add(value);
    buffers.put(channel, List.copyOf(buffer));
  }

  /** Takes the first value out of a channel's buffer. */
  Value fetch(String channel) {
    List<Value> buffer = buffers.get(channel);
    buffers.put(channel, buffer.subList(1, buffer.size()));
    return buffer.getFirst();
  }

  /** Puts a synchronisation at the end of the queues of its channels. */
  void deposit(Pending sync) {
    pending.put(sync.id(), sync);
    for (String channel : sync.offers().channels()) {
      List<String> queue = new ArrayList<>(queues.getOrDefault(channel, List.of()));
      queue.add(sync.id());
      queues.put(channel, List.copyOf(queue));
    }
  }

  /** Takes a synchronisation out of all queues, from any place. */
  void withdraw(Pending sync) {
    pending.remove(sync.id());
    for (String channel : sync.offers().channels()) {
      queues.computeIfPresent(
          channel, (c, queue) -> queue.stream().filter(id -> !id.equals(sync.id())).toList());
    }
  }
}
