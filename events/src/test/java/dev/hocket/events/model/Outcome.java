package dev.hocket.events.model;

import java.util.List;

/**
 * The outcome of a run of a program.
 *
 * @param trace the observations, in order
 * @param stuck the statements in which processes wait forever, sorted
 * @param failures the failures that ended processes early, sorted
 */
record Outcome(List<String> trace, List<String> stuck, List<String> failures) {

  @Override
  public String toString() {
    String ends =
        (stuck.isEmpty() ? "" : " stuck in " + stuck)
            + (failures.isEmpty() ? "" : " failed by " + failures);
    return trace + ends;
  }
}
