package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Decides which process runs next. */
interface Schedule {

  /** Chooses one of {@code 0 … bound - 1}. */
  int next(int bound);

  /**
   * Returns whether other threads run in the middle of an operation, with a probability of 1 /
   * {@code times}.
   */
  default boolean interrupts(int times) {
    return next(times) == 0;
  }

  static Schedule random(long seed) {
    return new Random(seed)::nextInt;
  }

  /**
   * All schedules of a program, depth first: the next one changes the last decision that can be
   * changed.
   */
  final class All implements Schedule {
    private final List<Integer> decisions = new ArrayList<>();
    private final List<Integer> bounds = new ArrayList<>();
    private int at;

    @Override
    public int next(int bound) {
      if (at == decisions.size()) {
        decisions.add(0);
        bounds.add(bound);
      }
      // The library's random choices may have differed from those of the run before.
      bounds.set(at, bound);
      return Math.min(decisions.get(at++), bound - 1);
    }

    /** Returns false, because there would be too many schedules. */
    @Override
    public boolean interrupts(int times) {
      return false;
    }

    /** Advances to the next schedule; false if there is none. */
    boolean advance() {
      at = 0;
      while (!decisions.isEmpty() && decisions.getLast() + 1 >= bounds.getLast()) {
        decisions.removeLast();
        bounds.removeLast();
      }
      if (decisions.isEmpty()) {
        return false;
      }
      decisions.set(decisions.size() - 1, decisions.getLast() + 1);
      return true;
    }
  }
}
