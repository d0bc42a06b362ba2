package dev.hocket.core;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The blocks of a target that have been suspended and have not ended: they are in no queue. */
final class SuspendedBlocks {
  private final Set<Block> all = ConcurrentHashMap.newKeySet();
  private final Stalled stalled = new Stalled();

  boolean isEmpty() {
    // An iterator finds entries that stay in the map; isEmpty would add up counters one by one.
    return !all.iterator().hasNext() && stalled.isEmpty();
  }

  /**
   * Adds a suspended block. Returns false if there is no memory for the entry: then a shutdown will
   * not find the block, which continues.
   */
  boolean keep(Block suspended) {
    try {
      all.add(suspended);
      JvmLife.keepAlive();
      return true;
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
  }

  void drop(Block ended) {
    all.remove(ended);
  }

  /** Resumes a block whose awaited blocks have ended, on a thread of its target. */
  void goOn(Block block) {
    Recorder.isRequeued(block.recording());
    try {
      block.target().repost(block);
    } catch (RuntimeException | Error refusal) {
      refused(block, refusal);
    }
  }

  /** Handles the refusal of a resumed block; no caller can get the exception. */
  void refused(Block block, Throwable refusal) {
    if (Stalled.isForLackOfMemory(refusal)) {
      stalled.add(block);
      JvmLife.keepAlive();
    } else {
      block.abandon();
    }
  }

  /** Tries again to queue a block for which there was no memory; false if there still is none. */
  boolean goOnWithStalled() {
    stalled.goOn();
    return stalled.isEmpty();
  }

  /** Ends all suspended blocks, because their target is dead. */
  void abandon() {
    all.forEach(Block::abandon);
  }

  void addUnfinishedTo(Collection<Block> blocks) {
    for (Block block : all) {
      if (!block.isDone()) {
        blocks.add(block);
      }
    }
  }
}
