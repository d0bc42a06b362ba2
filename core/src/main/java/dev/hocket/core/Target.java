package dev.hocket.core;

import dev.hocket.core.platform.StackRoom;
import dev.hocket.core.platform.Throwables;
import dev.hocket.core.recording.Load;
import dev.hocket.core.recording.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A named place where code runs: it defines the thread affiliation and the scale (paper 1, section
 * 3.3). Either an {@link EventLoop}, a {@link Worker} or a {@link VirtualWorker}; {@link Targets}
 * makes and finds them.
 *
 * <p>Three methods take a block; they differ in where its end is reported:
 *
 * <ul>
 *   <li>{@link #call}: the caller waits, and a failure is thrown to it;
 *   <li>{@link #submit(String, Body)}: the caller continues with a {@link Block} to join later;
 *   <li>{@link #execute(String, Body)}: no thread waits; a failure goes to the uncaught handler.
 * </ul>
 *
 * <p>Thread-context awareness (paper 1, section 3.2.1): when the calling thread belongs to the
 * target, all three run the block in place, before they return, under the same failure rules. With
 * {@link Place#HERE} they do so on any thread.
 *
 * <p>All methods may be called from any thread. Those that wait are {@link #call}, {@link #await}
 * on a thread of no target, and {@link #shutdown}; a block that runs in place takes as long as its
 * code.
 *
 * <pre>{@code
 * Target worker = Targets.of("worker");
 * worker.execute("hello", () -> System.out.println("hello")); // goes on
 * worker.call("wait", () -> Thread.sleep(10)); // waits; throws what the block throws
 * }</pre>
 */
public abstract sealed class Target implements Executor permits EventLoop, Worker, VirtualWorker {

  private final String name;
  private volatile UncaughtHandler uncaughtHandler = Failures::uncaught;
  private volatile boolean shutDown;

  /** Set after the grace of a shutdown: blocks that do not run yet will not run. */
  private volatile boolean closed;

  private final SuspendedBlocks suspended = new SuspendedBlocks();

  Target(String name) {
    this.name = name;
  }

  /**
   * The name under which the target was made.
   *
   * @return the name
   */
  public final String name() {
    return name;
  }

  /**
   * Returns whether the calling thread belongs to this target.
   *
   * @return true if a block handed over now would run in place
   */
  public abstract boolean isCurrent();

  /**
   * Whether a block of this target is queued, running or suspended.
   *
   * @return false if there was an instant during the call at which the target had nothing to do
   */
  // Work is read first: a block is kept before it leaves its thread for the first time, and until
  // its end.
  public final boolean isBusy() {
    return hasWork() || !suspended.isEmpty();
  }

  /**
   * Counts the blocks that have been handed over and have no thread yet. Takes constant time, or
   * time in proportion to the threads of a {@link Worker}, however many blocks there are.
   *
   * @return a number that may be stale while blocks are added and removed, and is exact when they
   *     are not; 0 for a {@link VirtualWorker} without {@link VirtualWorker#atOnce}, which gives
   *     each block a thread at once or refuses it
   */
  public abstract int queued();

  /**
   * Runs a block and waits for its end. While it waits, a thread of a {@link Worker} is replaced,
   * and an event loop's thread runs the blocks queued for its own loop. If the calling thread is
   * interrupted meanwhile, a block that has not begun is cancelled and a {@link
   * java.util.concurrent.CancellationException} is thrown; a running block is interrupted and
   * waited for. In both cases the calling thread's interrupt status is set.
   *
   * @param label the position of the block in the source, as {@code File.java:12}
   * @param body the code; the caller gets its exceptions, checked or not, unchanged
   * @throws RejectedExecutionException if the target accepts no more blocks
   * @throws DeadlockException if the block cannot end before this call returns
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait
   */
  public final void call(String label, Body body) {
    call(Place.TARGET, label, body);
  }

  /**
   * Runs a block and waits for its end, in a place that the caller chooses.
   *
   * @param place the place where the block runs
   * @param label the position of the block in the source
   * @param body the code
   * @throws RejectedExecutionException if the target accepts no more blocks
   * @throws DeadlockException if the block cannot end before this call returns
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait
   */
  public final void call(Place place, String label, Body body) {
    if (isHere(place)) {
      callHere(new Block(this, null, false, label, body));
      return;
    }
    Waits.checkRoom();
    Block block = new Block(this, null, false, label, body);
    hand(block);
    Waits.awaitStructured(block);
    block.rethrow();
  }

  private static void callHere(Block block) {
    block.run(true);
    if (!block.isDone()) {
      Waits.awaitStructured(block);
    }
    Throwable failure = block.failure();
    if (failure != null) {
      // The caller's frames are in the failure's own stack trace: nothing to attach.
      throw Throwables.sneak(failure);
    }
  }

  private boolean isHere(Place place) {
    return place == Place.HERE || isCurrent();
  }

  /**
   * Runs a block for a handler that can be suspended, as {@link #call} does; for code that Hocket
   * compiled. Instead of waiting the handler frees its thread, and continues when the block has
   * ended. On a thread of no target it waits. In place it is suspended only if the block is.
   *
   * @param place the place where the block runs
   * @param label the position of the block in the source
   * @param body the code
   * @param coroutine the calling handler; suspended on return unless the block ran in place to its
   *     end
   * @throws CancellationException if the calling thread is interrupted, whose interrupt status is
   *     then cleared: a handler gets a cancel once; the block never runs
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final void await(Place place, String label, Body body, Coroutine coroutine) {
    if (!coroutine.canSuspend()) {
      call(place, label, body);
    } else if (isHere(place)) {
      awaitHere(new Block(this, null, false, label, body), coroutine);
    } else {
      refuseInterrupted(label);
      Block block = new Block(this, null, false, label, body);
      Suspension next = suspension(block, coroutine);
      coroutine.awaits(next);
      try {
        hand(block);
      } catch (Throwable refusal) {
        throw coroutine.awaitsNothing(refusal);
      }
      coroutine.suspend(next);
    }
  }

  private static Suspension suspension(Block block, Coroutine coroutine) {
    return coroutine.prepare(block.label(), null, List.of(block), (frame, c) -> block.rethrow(c));
  }

  private void awaitHere(Block block, Coroutine coroutine) {
    Suspension next = block.coroutine() == null ? null : suspension(block, coroutine);
    block.run(true);
    if (!block.isDone()) {
      coroutine.awaits(next);
      coroutine.suspend(next);
    } else if (block.failure() != null) {
      Context.takeInterruptOf(block.failure());
      throw Throwables.sneak(block.failure());
    }
  }

  private static void refuseInterrupted(String label) {
    if (Thread.interrupted()) {
      throw new CancellationException(
          "interrupted before block " + label + " began; it will not run");
    }
  }

  /**
   * Hands a block over and continues.
   *
   * @param label the position of the block in the source
   * @param body the code
   * @return the block, to be joined or watched; its failure is lost if no code joins it or reads it
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final Block submit(String label, Body body) {
    return start(new Block(this, null, false, label, body), Place.TARGET);
  }

  /**
   * Hands a block over under a tag and continues; {@link Tag#await} waits for it.
   *
   * @param tag the tag
   * @param label the position of the block in the source
   * @param body the code
   * @return the block
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final Block submit(Tag tag, String label, Body body) {
    return submit(Place.TARGET, tag, label, body);
  }

  /**
   * Hands a block over under a tag, in a place that the caller chooses.
   *
   * @param place the place where the block runs
   * @param tag the tag
   * @param label the position of the block in the source
   * @param body the code
   * @return the block; one that ran in place has ended unless its code has been suspended
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final Block submit(Place place, Tag tag, String label, Body body) {
    return submit(place, tag.program(), label, body);
  }

  /**
   * Hands a block over in a scope of a tag, for code that Hocket compiled.
   *
   * @param place the place where the block runs
   * @param scope the run that creates the block, for {@link TagScope#await(String, TagScope...)}
   * @param label the position of the block in the source
   * @param body the code
   * @return the block; one that ran in place has ended unless its code has been suspended
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final Block submit(Place place, TagScope scope, String label, Body body) {
    Objects.requireNonNull(scope, "scope");
    return start(new Block(this, scope, false, label, body), place);
  }

  /**
   * Hands a block over without a way to wait for it. A failure goes to the target's uncaught
   * handler.
   *
   * @param label the position of the block in the source
   * @param body the code
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final void execute(String label, Body body) {
    execute(Place.TARGET, label, body);
  }

  /**
   * Hands a block over without a way to wait for it, in a place that the caller chooses.
   *
   * @param place the place where the block runs
   * @param label the position of the block in the source
   * @param body the code
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final void execute(Place place, String label, Body body) {
    start(new Block(this, null, true, label, body), place);
  }

  /**
   * Hands a block over as {@link #execute(Place, String, Body)} does.
   *
   * @param place the place where the block runs
   * @param label the position of the block in the source
   * @param body the code
   * @return the block, to be watched; its failure goes to the target's uncaught handler
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final Block launch(Place place, String label, Body body) {
    return start(new Block(this, null, true, label, body), place);
  }

  /**
   * Hands a block over as {@link #execute(String, Body)} does, but as a process of its own: it
   * never runs in place, and an exception by which it reacts to its {@link Block#cancel} is no
   * failure.
   *
   * @param label the position of the block in the source
   * @param body the code
   * @return the block; its failure goes to the target's uncaught handler
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  public final Block spawn(String label, Body body) {
    Block process = new Block(this, null, true, label, body).endingQuietly();
    hand(process);
    return process;
  }

  /**
   * Runs a command as {@link #execute(String, Body)} does, for code that needs an {@link Executor}:
   * in place when the calling thread belongs to the target.
   *
   * @param command the code
   * @throws RejectedExecutionException if the target accepts no more blocks
   */
  @Override
  public final void execute(Runnable command) {
    Objects.requireNonNull(command, "command");
    execute("Executor.execute", command::run);
  }

  /**
   * Sets the handler of the failures of blocks that no thread waits for. The default prints the
   * block's label, its target and the stack trace on standard error; but it gives the exception of
   * a handler whose caller continued when it was suspended to the uncaught handler of the thread,
   * or of all threads, if the program has set one, as the caller would have done.
   *
   * @param handler the handler
   */
  public final void setUncaughtHandler(UncaughtHandler handler) {
    uncaughtHandler = Objects.requireNonNull(handler, "handler");
  }

  /**
   * Shuts the target down: it accepts no more blocks, except those that run in place, and its names
   * are free again. Waits until every accepted block has ended, or the grace is over; then the
   * blocks still queued are rejected (threads that wait for them get a {@link
   * RejectedExecutionException}), the running ones are interrupted, and the suspended ones are
   * cancelled where they await. Shutting it down twice is harmless.
   *
   * @param grace the longest time to wait
   * @return the blocks left when the grace was over, including those that ran; empty if none
   * @throws InterruptedException if the calling thread is interrupted; the target stays shut down
   * @throws IllegalStateException if called by a block of this target, which would wait for itself
   */
  public final List<Block> shutdown(Duration grace) throws InterruptedException {
    if (isCurrent()) {
      throw new IllegalStateException(
          "target " + name + " cannot be shut down by a thread of its own");
    }
    shutDown = true;
    Targets.free(this);
    Waits.until(Wait.of("the blocks of target " + name + " to end", () -> !isBusy()), grace);
    // Idle or not: a block that is handed over now is found below or finds the target closed.
    closed = true;
    List<Block> left = allUnfinished();
    Leftovers.end(left);
    ends();
    return left;
  }

  /** Ends the target, which has been shut down and gets no more blocks. */
  void ends() {}

  /**
   * Returns whether the target accepts no more blocks, except those that run in place.
   *
   * @return true once a {@link #shutdown} has begun
   */
  public final boolean isShutDown() {
    return shutDown;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Returns whether a block is queued or on a thread. */
  abstract boolean hasWork();

  /**
   * Queues the block and makes sure that a thread will run it; throws if the target cannot take it.
   */
  abstract void post(Block block);

  /** Queues a suspended block as {@link #post}: no limit counts it again. */
  abstract void repost(Block block);

  /** Queues a block as {@link #repost}, on the thread that has just run it and polls next. */
  void requeue(Block block) {
    repost(block);
  }

  /** Drops a block that will not run from the queue, so that it takes no room there. */
  abstract boolean forget(Block block);

  /** Returns the blocks that have not ended, as far as the target can name them. */
  abstract List<Block> unfinished();

  /**
   * Keeps the calling thread, which is one of this target's, waiting as this kind of target
   * requires; the target's other work continues meanwhile.
   */
  abstract Parking.End waitFor(Wait wait, Parking.Terms terms);

  /** Makes a blocking call, which is not refused, as this kind of target requires. */
  abstract <T, X extends Throwable> T callBlocking(Blocking.Call<T, X> body) throws X;

  /** Refuses a wait by the calling thread, which is one of this target's, if there are too many. */
  abstract void checkRoomToWait();

  /** Refuses a blocking call by the calling thread, which is one of this target's. */
  abstract void checkMayBlock(String what);

  /** The description of the target in a recording. */
  abstract Shape shape();

  /** Returns the load of the target; takes constant time, however many blocks there are. */
  abstract Load load();

  final SuspendedBlocks suspended() {
    return suspended;
  }

  /** Returns the blocks of {@link #unfinished} and those that are suspended. */
  final List<Block> allUnfinished() {
    Set<Block> blocks = new LinkedHashSet<>(unfinished());
    suspended.addUnfinishedTo(blocks);
    return new ArrayList<>(blocks);
  }

  /** Returns the blocks of this target among a block and those around it on the same thread. */
  final List<Block> unfinished(Block innermost) {
    List<Block> blocks = new ArrayList<>();
    for (Block block = innermost; block != null; block = block.outer()) {
      if (block.target() == this && !block.isDone()) {
        blocks.add(block);
      }
    }
    return blocks;
  }

  final boolean isClosed() {
    return closed;
  }

  final void uncaught(Block block, Throwable failure) {
    try {
      uncaughtHandler.uncaught(block, failure);
    } catch (Throwable inHandler) {
      Failures.print(block, failure, inHandler);
    }
  }

  /** Converts to nanoseconds, at most about 292 years, as a difference of nano times. */
  static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }

  private Block start(Block block, Place place) {
    boolean inPlace = isHere(place);
    if (block.scope() != null) {
      if (inPlace) {
        // A stack that overflows between here and the end of the block would leave the tag waiting.
        StackRoom.check();
      }
      block.scope().created(block);
    }
    if (inPlace) {
      block.run(true);
    } else {
      hand(block);
    }
    return block;
  }

  // A block is either accepted or refused, never both. shutDown is read a second time after the
  // post, for a shutdown that came in between: either that shutdown finds the block in the queue,
  // or the block is withdrawn here, or a thread runs it already.
  final void hand(Block block) {
    if (shutDown) {
      block.withdraw();
      throw refusal(block);
    }
    try {
      if (block instanceof Drain) {
        // A drain is in the queue at most once, so no limit counts it.
        repost(block);
      } else {
        post(block);
      }
    } catch (RuntimeException | Error refusal) {
      if (block.withdraw()) {
        throw refusal;
      }
      // A block that a thread already runs is accepted even so.
    }
    if (shutDown && block.withdraw()) {
      forget(block);
      throw refusal(block);
    }
    JvmLife.keepAlive();
  }

  private RejectedExecutionException refusal(Block block) {
    return new RejectedExecutionException(
        "block " + block.label() + ": target " + name + " was shut down");
  }
}
