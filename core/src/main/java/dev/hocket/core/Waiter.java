package dev.hocket.core;

import java.util.Collection;
import java.util.List;

/** A thread or a coroutine that waits until one or several blocks, or threads, have ended. */
interface Waiter {
  /** Describes the wait in the words of messages. */
  String how();

  /** The awaited blocks. */
  List<Block> blocks();

  /** The threads whose ends are awaited. */
  default Collection<Thread> threads() {
    return List.of();
  }

  /** Returns whether the wait must not end before its blocks. */
  boolean isStructured();

  /** Returns whether the waiter is this thread, or this coroutine. */
  boolean isOf(Context thread, Coroutine coroutine);

  /** Returns whether the waiter is this thread, which may have no context. */
  boolean isOn(Thread thread);

  /** Names the waiter in the words of messages. */
  String who();

  /** Describes the wait in words, for reports. */
  default String blocksInWords() {
    List<Block> left = blocks().stream().filter(block -> !block.isDone()).toList();
    return switch (left.size()) {
      case 0 -> "blocks that have just ended";
      case 1 -> "block " + left.getFirst().label();
      default -> "block " + left.getFirst().label() + " and " + (left.size() - 1) + " more";
    };
  }

  /** Ends the wait with a {@link DeadlockException}; only if it is not structured. */
  void fail(String cycle);
}
