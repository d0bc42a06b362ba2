package dev.hocket.core;

import java.time.Duration;
import java.util.Objects;

/**
 * Blocks the calling thread without starving its target, inside a block and outside. {@link
 * Block#join}, {@link Tag#await} and {@link Target#call} wait for blocks; this class is for all
 * other waits, in two forms.
 *
 * <p><em>A wait that a partner ends</em> ({@link #await(Wait)}): a message, a barrier, a lock of
 * your own. While it waits,
 *
 * <ul>
 *   <li>a thread of a {@link Worker} passes its permit on, from just before it parks for the first
 *       time until the wait is over, so that another thread of the pool runs the next block;
 *   <li>the thread of an {@link EventLoop} runs the blocks queued for its own loop, one in the
 *       middle of the other, and none of the toolkit's events;
 *   <li>any other thread, virtual or not, parks.
 * </ul>
 *
 * <p><em>A blocking call</em> ({@link #call}, {@link #run}): a {@code Lock}, a {@code Condition}, a
 * {@code CompletionStage}, a socket. A worker's thread passes its permit on for the duration of the
 * call. The thread of an event loop cannot run blocks in the middle of such a call, so there it is
 * refused before it begins.
 *
 * <pre>{@code
 * CompletableFuture<String> reply = new CompletableFuture<>(); // another thread completes it
 * String text = Blocking.call("answer of the server", reply::get);
 * Lock ledger = new ReentrantLock();
 * Blocking.run("lock of the ledger", ledger::lockInterruptibly);
 * }</pre>
 *
 * <p>Waits and calls nest in one another. A pool may have 4,000 threads that wait; a further wait
 * is refused before it begins. Reports name the reason of a block's wait ({@link Block#toString},
 * the report at exit, deadlocks).
 *
 * <p>Memory: the partner's actions before it made {@link Wait#isOver} true happen-before the end of
 * the wait.
 */
public final class Blocking {
  /**
   * A call that may block.
   *
   * @param <T> the type of the result
   * @param <X> the type of its exceptions
   */
  @FunctionalInterface
  public interface Call<T, X extends Throwable> {
    /**
     * Makes the call.
     *
     * @return the result
     * @throws X what the call throws
     */
    T call() throws X;
  }

  /**
   * A call that may block and has no result.
   *
   * @param <X> the type of its exceptions
   */
  @FunctionalInterface
  public interface Action<X extends Throwable> {
    /**
     * Makes the call.
     *
     * @throws X what the call throws
     */
    void run() throws X;
  }

  private Blocking() {}

  /**
   * Waits until a partner has ended the wait. Parks at once if {@link Wait#isOver} is false: if the
   * partner often comes within a microsecond, spin before the call. Allocates nothing, except on
   * the thread of an event loop that finds blocks to run.
   *
   * @param wait the wait
   * @throws InterruptedException if the calling thread is interrupted before the wait is over; then
   *     the wait has been {@linkplain Wait#cancel withdrawn}, and the interrupt status is cleared.
   *     A later interrupt stays set
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait; the
   *     wait has been withdrawn
   */
  public static void await(Wait wait) throws InterruptedException {
    awaitOnTerms(wait, Parking.Terms.INTERRUPTIBLE);
  }

  /**
   * Waits until a partner has ended the wait, for a limited time.
   *
   * @param wait the wait
   * @param timeout the longest time to wait; if it is not positive, the wait is over at once or
   *     withdrawn
   * @return false if the time is over; then the wait has been withdrawn
   * @throws InterruptedException if the calling thread is interrupted before the wait is over
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait
   */
  public static boolean await(Wait wait, Duration timeout) throws InterruptedException {
    return awaitOnTerms(wait, Parking.Terms.within(timeout, true)) == Parking.End.OVER;
  }

  /**
   * Waits until a partner has ended the wait, without reacting to interrupts: for a barrier or a
   * lock, where other threads rely on the calling one. An interrupt stays set afterwards. The wait
   * is never refused; call {@link #checkRoom} before to have it refused while that is possible.
   *
   * @param wait the wait, which is never withdrawn
   */
  public static void awaitUninterruptibly(Wait wait) {
    Parking.await(wait, Parking.Terms.UNINTERRUPTIBLE);
  }

  /**
   * Waits without reacting to interrupts, for a limited time.
   *
   * @param wait the wait
   * @param timeout the longest time to wait
   * @return false if the time is over; then the wait has been withdrawn
   */
  public static boolean awaitUninterruptibly(Wait wait, Duration timeout) {
    return Parking.await(wait, Parking.Terms.within(timeout, false)) == Parking.End.OVER;
  }

  /**
   * Makes a call that may block. The call itself handles interrupts.
   *
   * @param <T> the type of the result
   * @param <X> the type of the call's exceptions
   * @param what the reason of the wait, as in {@code lock of the ledger}
   * @param body the call; it runs on the calling thread
   * @return the call's result
   * @throws X what the call throws
   * @throws IllegalStateException on the thread of an event loop, and if 4,000 threads of the
   *     calling thread's worker already wait; the call has not been made
   */
  public static <T, X extends Throwable> T call(String what, Call<T, X> body) throws X {
    Objects.requireNonNull(body, "body");
    return Parking.call(Wait.of(what, () -> false), body);
  }

  /**
   * Makes a call that may block and has no result.
   *
   * @param <X> the type of the call's exceptions
   * @param what the reason of the wait
   * @param body the call
   * @throws X what the call throws
   * @throws IllegalStateException on the thread of an event loop, and if 4,000 threads of the
   *     calling thread's worker already wait; the call has not been made
   */
  public static <X extends Throwable> void run(String what, Action<X> body) throws X {
    Objects.requireNonNull(body, "body");
    Blocking.<Void, X>call(
        what,
        () -> {
          body.run();
          return null;
        });
  }

  /**
   * Refuses a wait that has not begun, for code that is about to begin a wait which cannot be
   * withdrawn.
   *
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait
   */
  public static void checkRoom() {
    Parking.checkRoom();
  }

  /**
   * Refuses a blocking call that has not begun, as {@link #call} would.
   *
   * @param what the reason of the wait
   * @throws IllegalStateException on the thread of an event loop, and if 4,000 threads of the
   *     calling thread's worker already wait
   */
  public static void checkMayBlock(String what) {
    Parking.checkMayBlock(what);
  }

  private static Parking.End awaitOnTerms(Wait wait, Parking.Terms terms)
      throws InterruptedException {
    if (wait.isOver()) {
      return Parking.End.OVER;
    }
    Parking.End end = Parking.awaitIfRoom(wait, terms);
    if (end == Parking.End.INTERRUPTED) {
      throw new InterruptedException("interrupted while waiting for " + wait.what());
    }
    return end;
  }
}
