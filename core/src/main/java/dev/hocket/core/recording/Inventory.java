package dev.hocket.core.recording;

import java.util.List;

/** What a program has at the moment, which a recording describes at both ends of its chunks. */
public interface Inventory {
  /** Every target that may have work. */
  List<Shape> shapes();

  /** The loads of these targets. */
  List<Load> loads();

  /** Writes each block that has not ended, by {@link BlockEvent#writeUnfinished}. */
  void writeUnfinished();
}
