package dev.hocket.core;

/**
 * The code of a {@link Block}. It may throw any exception, which is kept and thrown at the block's
 * synchronisation point.
 */
@FunctionalInterface
public interface Body {
  /**
   * Runs the code.
   *
   * @throws Throwable whatever the code throws, checked or not
   */
  void run() throws Throwable;
}
