package dev.hocket.core;

import dev.hocket.core.loops.ToolkitLoop;
import dev.hocket.core.platform.Throwables;
import dev.hocket.core.pool.QueueLength;
import dev.hocket.core.recording.Load;
import dev.hocket.core.recording.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * A target that is the single thread of an event loop which a framework owns. Blocks run in the
 * order in which they were handed over, each as one event of the loop.
 *
 * <p>While the loop's thread waits for a block elsewhere, it runs the blocks queued for this loop,
 * and no event of the toolkit. So a sequential handler cannot deadlock on itself, and no other
 * handler runs in its middle.
 */
// Every block is in the queue of this class, and for each the toolkit gets one task "run the next
// block", so that a waiting loop's thread can run blocks without the toolkit. A task that finds the
// queue empty, because a waiting thread has run the block, has no effect.
public final class EventLoop extends Target {
  private final LoopDriver driver;
  private final Queue<Block> queue = new ConcurrentLinkedQueue<>();
  private final QueueLength queued = new QueueLength(QueueLength.UNLIMITED);
  private final Runnable next = this::runPosted;

  /** The loop's thread while it waits, to be unparked for a new block; only that thread writes. */
  private volatile Thread pumping;

  /** The number of blocks on the loop's thread, nested in one another; only that thread writes. */
  private volatile int depth;

  /** The innermost of the blocks from the queue, or null; only that thread writes. */
  private volatile Block running;

  /** Whether {@link #reportOnce} has been called. */
  private boolean reportedDriver;

  EventLoop(LoopDriver driver) {
    super(driver.name());
    this.driver = driver;
  }

  @Override
  public int queued() {
    return queued.now();
  }

  @Override
  public boolean isCurrent() {
    return driver.isLoopThread();
  }

  @Override
  boolean hasWork() {
    // The queue is read first: a block leaves it only after depth has been incremented.
    return !queue.isEmpty() || depth > 0;
  }

  @Override
  void post(Block block) {
    queue.add(block);
    queued.add();
    LockSupport.unpark(pumping);
    try {
      driver.post(next);
    } catch (RuntimeException | Error refusal) {
      if (!forget(block)) {
        return; // The loop's thread has already taken the block, in a wait.
      }
      throw new RejectedExecutionException(
          "block "
              + block.label()
              + ": the event loop of target "
              + name()
              + " took no task: "
              + refusal,
          refusal);
    }
  }

  @Override
  void repost(Block block) {
    post(block);
  }

  @Override
  boolean forget(Block block) {
    boolean removed = queue.remove(block);
    if (removed) {
      queued.remove();
    }
    return removed;
  }

  @Override
  List<Block> unfinished() {
    List<Block> blocks = new ArrayList<>(queue);
    blocks.addAll(unfinished(running));
    return blocks;
  }

  @Override
  Shape shape() {
    return new Shape(name(), "loop", 1, QueueLength.UNLIMITED);
  }

  @Override
  Load load() {
    boolean waits = pumping != null;
    return new Load(name(), queued(), depth > 0 && !waits ? 1 : 0, waits ? 1 : 0);
  }

  private void runPosted() {
    Spans.runsQueuedBlock();
    runNext();
  }

  /** Runs the next queued block, if any; only the loop's thread calls this. */
  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  void runNext() {
    depth = depth + 1;
    Block outer = running;
    try {
      Block block = poll();
      if (block != null) {
        running = block;
        block.run(false);
      }
    } finally {
      running = outer;
      depth = depth - 1;
      if (!hasWork()) {
        JvmLife.targetIsIdle();
      }
    }
  }

  /**
   * Runs the handler of an event which this loop dispatches, and records the dispatch: for loops
   * that the program made itself. Without a recording it only runs the handler. AWT's dispatches
   * are recorded without this.
   *
   * @param event the dispatched event, as in {@code key.pressed}
   * @param input whether a person caused it
   * @param waitNanos nanoseconds for which the event has waited since it occurred; -1 if the loop
   *     does not know
   * @param handler the handler; this method throws its exceptions
   * @throws IllegalStateException if the calling thread is not this loop's
   */
  public void dispatch(String event, boolean input, long waitNanos, Runnable handler) {
    if (!isCurrent()) {
      throw new IllegalStateException(
          "dispatch of "
              + event
              + ": thread \""
              + Thread.currentThread().getName()
              + "\" is not the thread of event loop "
              + name()
              + "; call this on the loop's own thread");
    }
    Recorder.dispatch(name(), event, input, waitNanos, handler);
  }

  private Block poll() {
    Block block = queue.poll();
    if (block != null) {
      queued.remove();
    }
    return block;
  }

  /**
   * Runs the next queued block in the middle of a wait of the loop's thread; false if there is
   * none.
   */
  boolean runNextDuring(Wait wait) {
    if (queue.isEmpty()) {
      return false;
    }
    Context context = Context.current();
    // The block may wait as well: a wait for blocks is left meanwhile and entered, and checked,
    // again afterwards.
    Waiter waiter = context.waiting;
    if (waiter != null) {
      Deadlocks.leave(context);
    }
    Context.Pause outer = context.pause(wait);
    try {
      runNext();
    } finally {
      context.resume(outer);
      if (waiter != null) {
        Deadlocks.enter(context, waiter);
      }
    }
    return true;
  }

  @Override
  Parking.End waitFor(Wait wait, Parking.Terms terms) {
    Thread outer = pumping;
    // This happens before the queue is first read: a block that comes later unparks the thread.
    pumping = Thread.currentThread();
    try {
      return Parking.untilOver(wait, terms, this);
    } finally {
      pumping = outer;
    }
  }

  @Override
  void checkRoomToWait() {
    // A loop has one thread, so its waits nest.
  }

  @Override
  void checkMayBlock(String what) {
    throw new IllegalStateException(
        what
            + ": would block the thread of event loop "
            + name()
            + ", which could handle no event meanwhile; do it in a block on a worker and await"
            + " that block (//#omp target virtual(worker) await, or Target.call, during which the"
            + " loop runs its blocks)");
  }

  @Override
  <T, X extends Throwable> T callBlocking(Blocking.Call<T, X> body) {
    throw new AssertionError("a blocking call on an event loop is refused");
  }

  /** Rejects the queued blocks if the loop has ended. */
  void rejectIfDead() {
    if (!driver.isAlive()) {
      for (Block block; (block = poll()) != null; ) {
        block.reject();
      }
      suspended().abandon();
    }
  }

  /** Reports, once, that the driver threw when it was asked whether it is alive. */
  void reportOnce(Throwable failed) {
    if (!reportedDriver) {
      reportedDriver = true;
      System.err.println(
          "hocket: the driver of target "
              + name()
              + " failed when asked whether its loop is alive, so the loop counts as alive:");
      Throwables.print(failed);
    }
  }

  /** The driver of a toolkit's loop that core knows without registration. */
  record OfToolkit(ToolkitLoop loop) implements LoopDriver {
    @Override
    public String name() {
      return loop.name();
    }

    @Override
    public boolean isLoopThread() {
      return loop.isLoopThread();
    }

    @Override
    public void post(Runnable task) {
      loop.post(task);
    }

    @Override
    public boolean isAlive() {
      return loop.isAlive();
    }
  }

  /** The driver of a loop that a program registered itself, on the loop's thread. */
  record Registered(String name, Thread thread, Executor tasks) implements LoopDriver {
    @Override
    public boolean isLoopThread() {
      return Thread.currentThread() == thread;
    }

    @Override
    public void post(Runnable task) {
      tasks.execute(task);
    }

    @Override
    public boolean isAlive() {
      return thread.isAlive();
    }
  }
}
