package dev.hocket.bench.nas;

/** A size class of the NAS Parallel Benchmarks; the smallest comes first. */
public enum Size {
  /** A size for tests, which takes some milliseconds. */
  S,
  /** A size that a workstation of 1994 could compute. */
  W,
  /** The first size for real measurements, which takes around a second. */
  A
}
