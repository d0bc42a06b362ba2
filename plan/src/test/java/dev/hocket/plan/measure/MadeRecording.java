package dev.hocket.plan.measure;

import java.nio.file.Path;

/** Makes measurements of invented runs, with any times in seconds. */
public final class MadeRecording {
  private static final double SECOND = 1e9;

  private final Measurement made = new Measurement(Path.of("made"));

  /** Sets the number of workers of a target from a time on. */
  public MadeRecording pool(String target, int size, double at) {
    made.put(target, "worker", size, nanos(at));
    return this;
  }

  /** Adds a virtual target. */
  public MadeRecording virtual(String target) {
    made.put(target, "virtual", Integer.MAX_VALUE, 0);
    return this;
  }

  /**
   * Adds a run.
   *
   * @param processor the time for which it had a processor; −1 if that is not recorded
   * @param ready the time for which it was ready without one
   */
  public MadeRecording run(
      String label,
      String target,
      double arrival,
      double start,
      double end,
      double processor,
      double ready) {
    made.add(
        new Run(
            label,
            target,
            nanos(start),
            nanos(end) - nanos(start),
            nanos(start) - nanos(arrival),
            0,
            0,
            0,
            processor < 0
                ? Run.Needs.UNKNOWN
                : new Run.Needs(
                    Math.min(nanos(processor), nanos(end) - nanos(start)), nanos(ready), 0),
            false,
            "completed",
            1));
    return this;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * SECOND);
  }

  /** Returns the measurement of all runs so far. */
  public Measurement measurement() {
    return made;
  }
}
