package dev.hocket.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Writes the blocks into a recording that have not ended when the recording, or one of its chunks,
 * ends: those that are queued, run or are suspended.
 */
final class Unfinished {
  /**
   * The most queued blocks of one target that are written; the event of the target's load has their
   * number.
   */
  private static final int MOST_QUEUED = 10_000;

  /** Threads of no pool, on which blocks have run in place while they were recorded. */
  private static final Set<Context> OTHER_THREADS =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private Unfinished() {}

  static void note(Context thread) {
    OTHER_THREADS.add(thread);
  }

  static void write() {
    Set<Block> written = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Target target : Targets.made()) {
      int queued = 0;
      for (Block block : target.allUnfinished()) {
        Context thread = block.state() == Block.State.RUNNING ? block.runner() : null;
        if (thread != null) {
          writeAllOn(thread, written);
        } else if (block.state() != Block.State.QUEUED || queued++ < MOST_QUEUED) {
          write(block, written);
        }
      }
    }
    List<Context> others;
    synchronized (OTHER_THREADS) {
      others = new ArrayList<>(OTHER_THREADS);
    }
    others.forEach(thread -> writeAllOn(thread, written));
  }

  /** Writes the blocks on one thread, which are nested in one another. */
  private static void writeAllOn(Context thread, Set<Block> written) {
    for (Block block = thread.block; block != null; block = block.outer()) {
      write(block, written);
    }
  }

  private static void write(Block block, Set<Block> written) {
    Block.State state = block.state();
    if (block.isDone() || state == Block.State.IDLE || !written.add(block)) {
      return;
    }
    Recorder.unfinished(block, state);
  }
}
