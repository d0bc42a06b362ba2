package dev.hocket.directives;

import dev.hocket.directives.Depends.Location;
import dev.hocket.directives.region.Access;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The dependences between tasks of one creator: for each location in their {@code depend} clauses,
 * the tasks that list it, in order of creation (OpenMP 5.2, section 15.9.5). Only the creator's
 * thread adds tasks; any thread ends them.
 */
final class Dependences {
  /** The number of locations, or of tasks at one location, from which ended ones are removed. */
  private static final int FIRST_SWEEP = 64;

  /**
   * The last tasks at a location: a group with the same access, whose members do not wait for one
   * another, and the tasks before, for which each member of the group waits.
   */
  private static final class History {
    private Access access;
    private List<Dependent> before = new ArrayList<>();
    private List<Dependent> last = new ArrayList<>();

    /** The exclusion of the tasks in {@link #last}, if only one at a time may run. */
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

  /** A set of tasks that may run only one at a time; guarded by the {@link Dependences}. */
  static final class Exclusion {
    private boolean isTaken;
    private List<Dependent> waiting = new ArrayList<>();
  }

  private final Map<Location, History> locations = new HashMap<>();
  private int sweepAt = FIRST_SWEEP;

  /** Adds a new task, which waits for earlier ones. */
  Dependent add(Task task, Depends clauses, Team awaiting) {
    return add(new Dependent(task, null, this, awaiting), clauses, false);
  }

  /**
   * Adds the turn of a new block. It takes no exclusions, which only tasks release on a thread of
   * their team, so {@code mutexinoutset} orders it as {@code inout} does.
   */
  Dependent add(Depends.Turn turn, Depends clauses) {
    Dependent added = new Dependent(null, turn, this, null);
    turn.at(added);
    return add(added, clauses, true);
  }

  private Dependent add(Dependent added, Depends clauses, boolean isBlock) {
    if (locations.size() >= sweepAt) {
      locations.values().removeIf(History::isOver);
      sweepAt = Math.max(FIRST_SWEEP, 2 * locations.size());
    }
    clauses
        .all()
        .forEach((location, access) -> {
          boolean isInTurn = isBlock && access == Access.MUTEXINOUTSET;
          locations
              .computeIfAbsent(location, key -> new History())
              .add(added, isInTurn ? Access.OUT : access);
        });
    return added;
  }

  /** Removes all tasks; they have ended. */
  void clear() {
    locations.clear();
    sweepAt = FIRST_SWEEP;
  }

  /**
   * Takes all exclusions of a task. If one of them is taken, takes none and lets the task wait for
   * it.
   */
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

  /** Releases the exclusions of a task. Returns the waiting tasks that could take all of theirs. */
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
