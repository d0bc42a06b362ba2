package dev.hocket.core;

import java.time.Duration;
import java.util.Objects;

/**
 * Blocks the calling thread without starving its target, inside a block and outside. {@link
 * Block#join}, {@link Tag#await} and {@link Target#call} wait for blocks; this class is for all
 * else, in two forms.
 *
 * <p><em>A wait that a partner ends</em> ({@link #await(Wait)}): a message, a barrier, a lock of
 * your own. While it waits,
 *
 * <ul>
 *   <li>a thread of a {@link Worker} hands its permit on, from just before it parks for the first
 *       time until the wait is over, so that another thread of the pool runs the next block;
 *   <li>the thread of an {@link EventLoop} runs the blocks queued for its own loop, one in the
 *       middle of the other, and none of the toolkit's events;
 *   <li>any other thread, virtual or not, parks.
 * </ul>
 *
 * <p><em>A blocking call</em> ({@link #call}, {@link #run}): a {@code Lock}, a {@code Condition}, a
 * {@code CompletionStage}, a socket. A worker's thread hands its permit on for as long as the call
 * takes. The thread of an event loop cannot run blocks in the middle of such a call, so there it is
 * refused before anything has happened.
 *
 * <pre>{@code
 * CompletableFuture<String> reply = new CompletableFuture<>(); // another thread completes it
 * String text = Blocking.call("answer of the server", reply::get);
 * Lock ledger = new ReentrantLock();
 * Blocking.run("lock of the ledger", ledger::lockInterruptibly);
 * }</pre>
 *
 * <p>Waits and calls nest in one another. A pool may have 4,000 threads that wait; one more is
 * refused before anything has happened. Reports name what a block waits for ({@link
 * Block#toString}, the report at exit, deadlocks).
 *
 * <p>Memory: what a partner did before it made {@link Wait#isOver} true happens-before the end of
 * the wait.
 */
public final class Blocking {
  /**
   * A call that may block.
   *
   * @param <T> its result
   * @param <X> what it may throw
   */
  @FunctionalInterface
  public interface Call<T, X extends Throwable> {
    /**
     * Makes the call.
     *
     * @return its result
     * @throws X what the call throws
     */
    T call() throws X;
  }

  /**
   * A call that may block and has no result.
   *
   * @param <X> what it may throw
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
   * Waits until a partner has ended the wait. Parks at once if {@link Wait#isOver} is false: where
   * the partner often comes within a microsecond, spin before the call. Allocates nothing, except
   * on the thread of an event loop that finds blocks to run.
   *
   * @param wait what to wait for
   * @throws InterruptedException if the calling thread is interrupted before the wait is over; it
   *     has been {@linkplain Wait#cancel withdrawn} then, and the interrupt status is cleared. An
   *     interrupt that comes later stays set
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already; the
   *     wait has been withdrawn
   */
  public static void await(Wait wait) throws InterruptedException {
    awaitOnTerms(wait, Parking.Terms.INTERRUPTIBLE);
  }

  /**
   * {@link #await(Wait)}, for a limited time.
   *
   * @param wait what to wait for
   * @param timeout how long to wait at most; if it is not positive, the wait is over at once or not
   *     at all
   * @return false if the time is up; the wait has been withdrawn then
   * @throws InterruptedException if the calling thread is interrupted before the wait is over
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static boolean await(Wait wait, Duration timeout) throws InterruptedException {
    return awaitOnTerms(wait, Parking.Terms.within(timeout, true)) == Parking.End.OVER;
  }

  /**
   * Waits until a partner has ended the wait, without reacting to interrupts: for a barrier or a
   * lock, where other threads rely on the calling one. An interrupt stays set afterwards. The wait
   * is never refused; to have it refused while that is possible, call {@link #checkRoom} before.
   *
   * @param wait what to wait for; never withdrawn
   */
  public static void awaitUninterruptibly(Wait wait) {
    Parking.await(wait, Parking.Terms.UNINTERRUPTIBLE);
  }

  /**
   * {@link #awaitUninterruptibly(Wait)}, for a limited time.
   *
   * @param wait what to wait for
   * @param timeout how long to wait at most
   * @return false if the time is up; the wait has been withdrawn then
   */
  public static boolean awaitUninterruptibly(Wait wait, Duration timeout) {
    return Parking.await(wait, Parking.Terms.within(timeout, false)) == Parking.End.OVER;
  }

  /**
   * Makes a call that may block. Interrupts are the call's own affair.
   *
   * @param <T> its result
   * @param <X> what it may throw
   * @param what names what the call waits for, as in {@code lock of the ledger}
   * @param body the call; it runs on the calling thread
   * @return its result
   * @throws X what the call throws
   * @throws IllegalStateException on the thread of an event loop, and if 4,000 threads of the
   *     calling thread's worker wait already; the call has not been made
   */
  public static <T, X extends Throwable> T call(String what, Call<T, X> body) throws X {
    Objects.requireNonNull(body, "body");
    return Parking.call(Wait.of(what, () -> false), body);
  }

  /**
   * {@link #call} without a result.
   *
   * @param <X> what it may throw
   * @param what names what the call waits for
   * @param body the call
   * @throws X what the call throws
   * @throws IllegalStateException on the thread of an event loop, and if 4,000 threads of the
   *     calling thread's worker wait already; the call has not been made
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
   * Refuses a wait that has not begun. For code that is about to commit itself to a wait which can
   * no longer be withdrawn.
   *
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static void checkRoom() {
    Parking.checkRoom();
  }

  /**
   * Refuses a blocking call that has not begun, as {@link #call} would.
   *
   * @param what names what the call waits for
   * @throws IllegalStateException on the thread of an event loop, and if 4,000 threads of the
   *     calling thread's worker wait already
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
