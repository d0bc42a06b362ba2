package dev.hocket.bench.nas;

/** A size class of the NAS Parallel Benchmarks, from the smallest on. */
public enum Size {
  /** For tests: some milliseconds. */
  S,
  /** What a workstation of 1994 could do. */
  W,
  /** The first size that is measured in earnest: around a second. */
  A
}
