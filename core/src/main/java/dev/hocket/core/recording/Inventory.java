package dev.hocket.core.recording;

import java.util.List;

/**
 * The present targets and blocks of a program, which a recording describes at each chunk's ends.
 */
public interface Inventory {
  /** Every target that may have work. */
  List<Shape> shapes();

  /** The loads of these targets. */
  List<Load> loads();

  /**
   * Notes that the calling thread begins a dispatch.
   *
   * @return the argument for {@link #dispatched}
   */
  Object dispatches(long id);

  /** Notes the end of the dispatch; returns whether it was a request of its own. */
  boolean dispatched(Object begun);

  /** Describes the thing for which a thread waits. */
  String named(Object wait);

  /** Writes each block that has not ended, by {@link BlockEvent#writeUnfinished}. */
  void writeUnfinished();
}
