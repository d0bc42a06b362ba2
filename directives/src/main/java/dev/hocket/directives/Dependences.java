package dev.hocket.directives;

import dev.hocket.directives.Depends.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the tasks of one creator do with the locations that their {@code depend} clauses list, in
 * the order of their creation (OpenMP 5.2, section 15.9.5). Only the thread of the creator adds
 * tasks; any thread ends them.
 */
final class Dependences {
  /** How many locations, or tasks at one, are known before those that have ended are removed. */
  private static final int FIRST_SWEEP = 64;

  /**
   * The last tasks at a location: some with the same access, which do not wait for one another, and
   * those before them, for which each of them waits.
   */
  private static final class History {
    private Access access;
    private List<Dependent> before = new ArrayList<>();
    private List<Dependent> last = new ArrayList<>();

    /** Of those in {@link #last}, if only one at a time may run. */
    private Exclusion exclusion;

    private int sweepAt = FIRST_SWEEP;

    void add(Dependent next, Access wanted) {
      if (access != wanted || !wanted.isOfSet()) {
        before = last;
        last = new ArrayList<>();
        access = wanted;
        exclusion = wanted == Access.MUTEXINOUTSET ? new Exclusion() : null;
      } else if (last.size() >= sweepAt) {
        last.removeIf(Dependent::hasEnded);
        sweepAt = Math.max(FIRST_SWEEP, 2 * last.size());
      }
      before.removeIf(Dependent::hasEnded);
      before.forEach(next::waitsFor);
      last.add(next);
      if (exclusion != null) {
        next.exclusions.add(exclusion);
      }
    }

    boolean isOver() {
      return last.stream().allMatch(Dependent::hasEnded)
          && before.stream().allMatch(Dependent::hasEnded);
    }
  }

  /** Tasks of which one at a time may run; guarded by the {@link Dependences}. */
  static final class Exclusion {
    private boolean isTaken;
    private List<Dependent> waiting = new ArrayList<>();
  }

  private final Map<Location, History> locations = new HashMap<>();
  private int sweepAt = FIRST_SWEEP;

  /** Makes a new task wait for earlier ones. */
  Dependent add(Task task, Depends clauses, boolean isAwaited) {
    if (locations.size() >= sweepAt) {
      locations.values().removeIf(History::isOver);
      sweepAt = Math.max(FIRST_SWEEP, 2 * locations.size());
    }
    Dependent added = new Dependent(task, this, isAwaited);
    clauses
        .all()
        .forEach((location, access) ->
            locations.computeIfAbsent(location, key -> new History()).add(added, access));
    return added;
  }

  /** Forgets all tasks, which have ended. */
  void clear() {
    locations.clear();
    sweepAt = FIRST_SWEEP;
  }

  /** Takes all exclusions of a task, or none and lets it wait for one of them. */
  synchronized boolean takesExclusions(Dependent task) {
    for (Exclusion exclusion : task.exclusions) {
      if (exclusion.isTaken) {
        exclusion.waiting.add(task);
        return false;
      }
    }
    task.exclusions.forEach(exclusion -> exclusion.isTaken = true);
    return true;
  }

  /** Gives up the exclusions of a task; returns the tasks that have taken all of theirs by that. */
  synchronized List<Dependent> giveUpExclusions(Dependent task) {
    List<Dependent> next = new ArrayList<>();
    for (Exclusion exclusion : task.exclusions) {
      exclusion.isTaken = false;
    }
    for (Exclusion exclusion : task.exclusions) {
      List<Dependent> waiting = exclusion.waiting;
      exclusion.waiting = new ArrayList<>();
      for (Dependent other : waiting) {
        if (takesExclusions(other)) {
          next.add(other);
        }
      }
    }
    return next;
  }
}
