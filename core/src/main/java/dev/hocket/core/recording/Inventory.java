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

  /** Writes each block that has not ended, by {@link BlockEvent#writeUnfinished}. */
  void writeUnfinished();
}
