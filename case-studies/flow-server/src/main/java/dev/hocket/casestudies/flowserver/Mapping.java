package dev.hocket.casestudies.flowserver;

import clojure.java.api.Clojure;

/**
 * How a flow runs its functions.
 *
 * @param sections the sections, as in the option {@code :sections}, or null for those of the form
 * @param arcs the arcs, as in the option {@code :arcs}, or null for those of the form
 */
record Mapping(Object sections, Object arcs) {
  static final Mapping OF_THE_FORM = new Mapping(null, null);

  /** Reads the values of command-line options, which are EDN, or null. */
  static Mapping of(String sections, String arcs) {
    return new Mapping(read("--sections", sections), read("--arcs", arcs));
  }

  private static Object read(String option, String value) {
    try {
      return value == null ? null : Clojure.read(value);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(option + " " + value + ": " + e.getMessage(), e);
    }
  }
}
