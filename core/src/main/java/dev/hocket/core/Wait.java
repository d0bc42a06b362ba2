package dev.hocket.core;

import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Something that a thread waits for and that is not a block: a message, a lock, the others at a
 * barrier. {@link Blocking#await(Wait)} waits for it.
 *
 * <p>The partner that ends the wait does two things, in this order: it makes {@link #isOver} true,
 * by a volatile write or a compare-and-set, and it calls {@link
 * java.util.concurrent.locks.LockSupport#unpark} with the waiting thread. An unpark that comes
 * before the wait, after it or without a reason does no harm.
 *
 * <pre>{@code
 * final class Answer implements Wait {
 *   private final Thread asker = Thread.currentThread();
 *   private volatile String text;
 *
 *   void arrives(String answer) { // on any thread
 *     text = answer;
 *     LockSupport.unpark(asker);
 *   }
 *
 *   public boolean isOver() {
 *     return text != null;
 *   }
 *
 *   public String what() {
 *     return "an answer";
 *   }
 * }
 * }</pre>
 */
public interface Wait {
  /**
   * Returns whether the waiting thread may continue. Only the waiting thread calls this, at least
   * once between any two parks, and never again after an answer of true: so the method may also
   * take the awaited object, as {@link java.util.concurrent.locks.Lock#tryLock()} does. It must
   * neither block nor throw.
   *
   * @return true if the wait is over
   */
  boolean isOver();

  /**
   * Withdraws the wait: called by the waiting thread when it is interrupted, its time is over or
   * the wait is refused. The default checks {@link #isOver}, which suits a condition that this
   * check does not consume. If a partner commits to the waiting thread, only a compare-and-set
   * between this method and the partner's commit makes a wait all or nothing. It must neither block
   * nor throw.
   *
   * @return true if the wait is withdrawn and will never be fulfilled; false if it has been
   *     fulfilled; then it ends normally and {@link #isOver} is not called again
   */
  default boolean cancel() {
    return !isOver();
  }

  /**
   * Names the reason of the wait, as in {@code receive on channel orders}: a noun that completes
   * "waits for …" in reports and messages. Called by any thread, whenever a report is written.
   *
   * @return the name
   */
  String what();

  /**
   * Makes a wait of a condition.
   *
   * @param what the reason of the wait, see {@link #what}
   * @param isOver the condition, see {@link #isOver}
   * @return the wait
   */
  static Wait of(String what, BooleanSupplier isOver) {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(isOver, "isOver");
    return new Wait() {
      @Override
      public boolean isOver() {
        return isOver.getAsBoolean();
      }

      @Override
      public String what() {
        return what;
      }
    };
  }
}
