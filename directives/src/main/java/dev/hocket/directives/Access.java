package dev.hocket.directives;

import java.util.Locale;

/** What a task does with a location that its clause {@code depend} lists. */
enum Access {
  /** Reads it: together with others that do. */
  IN,
  /**
   * Changes it, alone: {@code out} and {@code inout} mean the same (OpenMP 5.2, section 15.9.5).
   */
  OUT,
  /** Changes it, in any order with others that do, but one at a time. */
  MUTEXINOUTSET,
  /** Changes a part of it, together with others that do. */
  INOUTSET;

  static Access of(String word) {
    return word.equals("inout") ? OUT : valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether tasks with this access do not wait for one another. */
  boolean isOfSet() {
    return this != OUT;
  }

  /** The access of a task that lists a location twice. */
  Access and(Access other) {
    return this == other ? this : OUT;
  }
}
