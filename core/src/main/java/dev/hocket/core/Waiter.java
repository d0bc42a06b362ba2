package dev.hocket.core;

import java.util.List;

/** A thread or a coroutine that waits until one or several blocks have ended. */
interface Waiter {
  /** The wait, in the words of messages. */
  String how();

  /** What is waited for. */
  List<Block> blocks();

  /** Whether it must not end before its blocks. */
  boolean isStructured();

  /** Whether it is this thread, or this coroutine, that waits. */
  boolean isOf(Context thread, Coroutine coroutine);

  /** The waiter in the words of messages. */
  String who();

  /** The wait in words, for reports. */
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
