package dev.hocket.flow.graph;

import java.util.List;

/**
 * The counters of a run. While it continues, each number may be slightly stale, and they belong to
 * different moments.
 *
 * @param admitted packets that have begun
 * @param finished packets that have ended with a value
 * @param skipped packets that were dropped because a function failed
 * @param dropped values that sources had drawn but no packet got, because another source ended
 *     first
 * @param functions the calls of each function
 * @param sections the activations of each section
 */
public record Statistics(
    long admitted,
    long finished,
    long skipped,
    long dropped,
    List<Calls> functions,
    List<Activations> sections) {
  /**
   * The calls of one function at one place.
   *
   * @param id the id of the call, with the number of its copy
   * @param calls the number of calls, failures included
   * @param nanos how long the calls took; -1 unless they were recorded or, with automatic sections,
   *     sampled
   * @param shortest how long the shortest of the timed calls took, in nanoseconds; -1 if none was
   *     timed
   * @param longest how long the longest of them took
   */
  public record Calls(String id, long calls, long nanos, long shortest, long longest) {
    /**
     * Changes the id.
     *
     * @param other the other id
     * @return these calls under that id
     */
    public Calls as(String other) {
      return new Calls(other, calls, nanos, shortest, longest);
    }

    /**
     * Adds calls of the same function at the same place. Calls without a known time count as long
     * as the others.
     *
     * @param others the other calls
     * @return the calls of both
     */
    public Calls plus(Calls others) {
      long all = calls + others.calls;
      long time;
      if (nanos < 0 || others.nanos < 0) {
        Calls known = nanos < 0 ? others : this;
        time =
            known.nanos < 0 || known.calls == 0
                ? -1
                : (long) ((double) known.nanos / known.calls * all);
      } else {
        time = nanos + others.nanos;
      }
      return new Calls(id, all, time, shorter(others), Math.max(longest, others.longest));
    }

    private long shorter(Calls others) {
      boolean bothKnown = shortest >= 0 && others.shortest >= 0;
      return bothKnown ? Math.min(shortest, others.shortest) : Math.max(shortest, others.shortest);
    }
  }

  /**
   * The activations of a section.
   *
   * @param name the ids of its calls
   * @param activations the number of times that it got a thread
   * @param queued packets that wait for it
   */
  public record Activations(String name, long activations, int queued) {}
}
