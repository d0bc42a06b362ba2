package dev.hocket.directives.region;

import java.util.Locale;

/** The kinds of access to a location that the clause {@code depend} of a task can list. */
public enum Access {
  /** Reads the location; may run together with other tasks that read it. */
  IN,
  /**
   * Changes the location alone: {@code out} and {@code inout} mean the same (OpenMP 5.2, section
   * 15.9.5).
   */
  OUT,
  /** Changes the location, in any order with other such tasks, but one at a time. */
  MUTEXINOUTSET,
  /** Changes a part of the location; may run together with other such tasks. */
  INOUTSET;

  public static Access of(String word) {
    return word.equals("inout") ? OUT : valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether tasks with this access to the same location do not wait for one another. */
  public boolean isOfSet() {
    return this != OUT;
  }

  /** The access of a task that lists a location with both accesses. */
  public Access and(Access other) {
    return this == other ? this : OUT;
  }
}
