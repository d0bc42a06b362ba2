package dev.hocket.core;

import dev.hocket.core.platform.VirtualThreads;
import dev.hocket.core.pool.PoolSize;
import dev.hocket.core.recording.Load;
import dev.hocket.core.recording.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A target that runs each block on a virtual thread of its own: for blocks that mostly wait for
 * something outside the program (files, sockets). For blocks that compute, use a {@link Worker},
 * which limits how many run at once.
 *
 * <p>Two numbers limit the blocks. {@link #limit} refuses further ones. {@link #atOnce} makes them
 * wait, in the order in which they came, until another one ends: for blocks that all use the same
 * database. A block that waits for another one, or in any other way that Hocket knows, does not
 * count meanwhile, so blocks cannot deadlock because no place is free. Neither number is set at
 * first.
 */
// A place is the right to run.
//
//   (1) A block is added to the queue.
//   (2) Blocks of the queue take places while any are free.
//   (3) A block that ends, or begins to wait, releases its place and does (2).
//
// The block of (1) is never missed: either it gets a place at (2), or all places are taken there.
// Then a block releases one at (3) later, and finds the block of (1) in the queue at (2).
//
// Blocks are counted from the first change of atOnce on. Those that ran before hold no place, so
// none of them can keep one while it waits for a block in the queue.
public final class VirtualWorker extends Target {
  /** The number that means no limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Set once any target counts places, so that its blocks' waits are checked. */
  static volatile boolean anyCountsPlaces;

  private final ThreadFactory threads;
  private final PoolSize size;
  private final PoolSize places;

  /** Blocks that are running or wait for a place. */
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * The block of each thread; a {@link Drain} may begin on a thread before it has left the last.
   */
  private final Map<Thread, Block> blocks = new ConcurrentHashMap<>();

  private volatile boolean countsPlaces;
  private final AtomicInteger placesTaken = new AtomicInteger();
  private final Queue<Block> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();

  /** The measurement of this target, or null. */
  private final AtomicReference<RunTimes> times = new AtomicReference<>();

  /** The run of a block on its thread; only that thread uses it. */
  static final class Run {
    private final boolean hasPlace;
    private boolean waits;
    private RunTimes.Begun measured;

    private Run(boolean hasPlace) {
      this.hasPlace = hasPlace;
    }
  }

  VirtualWorker(String name, int limit) {
    super(name);
    this.size =
        new PoolSize(checked(name, "a limit", limit), (from, to) -> recordSize(from, to, atOnce()));
    this.places = new PoolSize(UNLIMITED, (from, to) -> recordSize(from, to, limit()));
    this.threads = VirtualThreads.factory(name + "-");
  }

  /** Records a change of the size, which is the smaller of the two limits. */
  private void recordSize(int from, int to, int other) {
    if (Math.min(from, other) != Math.min(to, other)) {
      Recorder.resized(name(), Math.min(from, other), Math.min(to, other));
    }
  }

  /**
   * Returns the most blocks that may be running or waiting to run; further ones are refused.
   *
   * @return the limit; {@link #UNLIMITED} if there is none
   */
  public int limit() {
    return size.now();
  }

  /**
   * Changes {@link #limit} while the target runs. If the new limit is below the number of running
   * and waiting blocks, these still run to their ends.
   *
   * @param blocks the new limit; {@link #UNLIMITED} for none
   * @throws IllegalArgumentException if it is less than 1
   */
  public void resize(int blocks) {
    size.change(checked(name(), "a limit", blocks));
  }

  /**
   * Returns the most blocks that run at once, apart from those that have returned from a wait;
   * further ones wait for one of them to end.
   *
   * @return {@link #UNLIMITED} unless it was changed
   */
  public int atOnce() {
    return places.now();
  }

  /**
   * Changes {@link #atOnce} while the target runs. A larger number takes effect at once; with a
   * smaller one, running blocks still run to their ends. Those that are running at the first call
   * do not count.
   *
   * @param blocks the new number; {@link #UNLIMITED} for none
   * @throws IllegalArgumentException if it is less than 1
   */
  public void runAtOnce(int blocks) {
    checked(name(), "a number", blocks);
    anyCountsPlaces = true;
    countsPlaces = true;
    places.change(blocks);
    startWhatMayRunQuietly();
  }

  /**
   * Counts the blocks that have a thread now.
   *
   * @return a number that may be stale by the time it is read
   */
  public int running() {
    return Math.max(0, taken.get() - queued.get());
  }

  @Override
  public int queued() {
    return queued.get();
  }

  /**
   * Begins to measure the times at which blocks are handed over, begin and end, for code that
   * changes {@link #atOnce} while this target runs. The end of a shutdown ends the measurement.
   *
   * @param capacity the number of runs whose times are kept
   * @return the times, to be closed when they are no longer needed
   * @throws IllegalStateException if the target is measured already
   * @throws IllegalArgumentException if the capacity is less than 1
   */
  public RunTimes timeRuns(int capacity) {
    return RunTimes.begin(name(), times, capacity);
  }

  @Override
  void ends() {
    RunTimes.end(times);
  }

  @Override
  public boolean isCurrent() {
    return Context.current().pool == this;
  }

  @Override
  boolean hasWork() {
    return taken.get() > 0;
  }

  @Override
  void post(Block block) {
    int limit = size.now();
    if (taken.getAndIncrement() >= limit) {
      taken.decrementAndGet();
      throw new RejectedExecutionException(
          "block " + block.label() + ": target " + name() + " is full: limit=" + limit);
    }
    accept(block);
  }

  @Override
  void repost(Block block) {
    taken.incrementAndGet();
    accept(block);
  }

  private void accept(Block block) {
    RunTimes measured = times.get();
    try {
      if (measured != null) {
        measured.arrives(block);
      }
      if (!countsPlaces) {
        start(block, false);
        return;
      }
      queue.add(block);
      queued.incrementAndGet();
    } catch (Throwable notAccepted) {
      withdrawn(block);
      throw notAccepted;
    }
    try {
      startWhatMayRun();
    } catch (Throwable noThread) {
      // A running block will check the queue when it ends; if none runs, this block must not stay.
      if (placesTaken.get() == 0 && forget(block)) {
        throw new RejectedExecutionException(
            "block " + block.label() + ": target " + name() + " got no thread", noThread);
      }
    }
  }

  private void withdrawn(Block block) {
    RunTimes measured = times.get();
    if (measured != null) {
      measured.withdraws(block);
    }
    left();
  }

  private void startWhatMayRunQuietly() {
    try {
      startWhatMayRun();
    } catch (Throwable noThread) {
      // The running blocks check again when they end.
    }
  }

  private void startWhatMayRun() {
    while (!queue.isEmpty() && takePlace()) {
      Block block = queue.poll();
      if (block == null) {
        placesTaken.decrementAndGet();
      } else {
        queued.decrementAndGet();
        try {
          start(block, true);
        } catch (Throwable noThread) {
          queue.add(block);
          queued.incrementAndGet();
          placesTaken.decrementAndGet();
          throw noThread;
        }
      }
    }
  }

  private boolean takePlace() {
    for (; ; ) {
      int now = placesTaken.get();
      if (now >= places.now()) {
        return false;
      }
      if (placesTaken.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  private void givePlaceBack() {
    placesTaken.decrementAndGet();
    startWhatMayRunQuietly();
  }

  private void start(Block block, boolean hasPlace) {
    Thread thread = threads.newThread(() -> serve(block, new Run(hasPlace)));
    blocks.put(thread, block);
    try {
      thread.start();
    } catch (Throwable noThread) {
      blocks.remove(thread);
      throw noThread;
    }
  }

  @Override
  boolean forget(Block block) {
    // A block that has a thread will find that there is nothing to run.
    boolean removed = queue.remove(block);
    if (removed) {
      queued.decrementAndGet();
      withdrawn(block);
    }
    return removed;
  }

  @Override
  List<Block> unfinished() {
    List<Block> all = new ArrayList<>(queue);
    all.addAll(blocks.values());
    return all.stream().filter(block -> !block.isDone()).toList();
  }

  @Override
  Shape shape() {
    return new Shape(name(), "virtual", Math.min(limit(), atOnce()), 0);
  }

  @Override
  Load load() {
    return new Load(name(), queued(), running(), -1);
  }

  // A virtual thread has no permit: while it waits, its carrier runs others. It may have a place.
  @Override
  Parking.End waitFor(Wait wait, Parking.Terms terms) {
    Run run = beginWait();
    try {
      return Parking.untilOver(wait, terms, null);
    } finally {
      endWait(run);
    }
  }

  @Override
  void checkRoomToWait() {
    // Each block has its own thread, whether or not it waits.
  }

  @Override
  void checkMayBlock(String what) {
    // A virtual thread may block.
  }

  @Override
  <T, X extends Throwable> T callBlocking(Blocking.Call<T, X> body) throws X {
    Run run = beginWait();
    try {
      return body.call();
    } finally {
      endWait(run);
    }
  }

  /** Passes the place of the calling thread's block on; null if it has none. */
  private Run beginWait() {
    Run run = Context.current().run;
    if (run == null || !run.hasPlace || run.waits) {
      return null;
    }
    run.waits = true;
    if (run.measured != null) {
      run.measured.waits();
    }
    givePlaceBack();
    return run;
  }

  private void endWait(Run run) {
    if (run != null) {
      placesTaken.incrementAndGet();
      run.waits = false;
      if (run.measured != null) {
        run.measured.goesOn();
      }
    }
  }

  private void serve(Block block, Run run) {
    Context context = Context.current();
    context.pool = this;
    context.run = run;
    try {
      run(block, run);
    } finally {
      blocks.remove(Thread.currentThread());
      if (run.hasPlace) {
        givePlaceBack();
      }
      left();
    }
  }

  private void run(Block block, Run run) {
    RunTimes measured = times.get();
    run.measured = measured == null ? null : measured.begins(block);
    block.run(false);
    if (run.measured != null) {
      run.measured.ends();
    }
  }

  /** Releases the place of a block that has ended, or will not run. */
  private void left() {
    if (taken.decrementAndGet() == 0) {
      JvmLife.targetIsIdle();
    }
  }

  private static int checked(String name, String what, int blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException(
          "target " + name + ": " + what + " of " + blocks + " blocks; it must be 1 or more");
    }
    return blocks;
  }
}
