package dev.hocket.core;

import dev.hocket.core.pool.Permits;
import dev.hocket.core.pool.PoolSize;
import dev.hocket.core.pool.QueueLength;
import dev.hocket.core.pool.Reaper;
import dev.hocket.core.recording.Load;
import dev.hocket.core.recording.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A target that is a pool of at most n threads. Blocks begin in the order in which they were handed
 * over. A thread that waits inside a block does not count towards n: another takes its place, so a
 * pool of one thread cannot deadlock on itself. When its wait is over the thread continues at once,
 * so until its block ends there may be more than n: delaying the thread could deadlock with a lock
 * that it holds. A pool of one is therefore no replacement for a lock around a wait.
 *
 * <p>Handing a block over takes constant time and no lock; it never blocks.
 */
// How a block finds a thread, and why it always does:
//
//   To hand over: (1) add the block to the queue; (2) unless a thread is searching, and if fewer
//   than n permits are out, take one and give it to an idle thread, or to a new one if none idles.
//   A thread with a permit: (3) poll the queue and run what it finds; (4) search for a while, one
//   thread at a time, and stop searching; (5) with the first block after it was woken or searched,
//   before running it, look at the queue and do (2) for what else is there; (6) having found
//   nothing, stand among the idle, give the permit back, (7) look at the queue once more and, if
//   there is something, do (2) in the submitter's place; (8) park until given a permit.
//
// All are accesses to volatile words, so there is one order of them. A submitter that sees a thread
// searching has added its block before that thread stops at (4), and so before it looks at (5) or
// (7). A submitter that sees no free permit has added its block before a thread gives one back at
// (6), and so before it looks at (7). Otherwise the submitter itself wakes a thread. One wake at
// (2) may stand for several blocks, whose submitters saw the search: so a woken thread passes it
// on, (5).
//
// A permit given to a thread in the middle of (6) is not lost: the thread gives one back, keeps the
// one it was given, and does not park at (8).
public final class Worker extends Target {
  /**
   * The polls of a search, which take about as long as waking a thread. With two processors a
   * search would occupy one of them, and the thread it waits for would be woken on the other one,
   * which costs more.
   */
  private static final int SEARCHES = Runtime.getRuntime().availableProcessors() > 2 ? 100 : 0;

  /** The threads that one pool may have in excess of n, all of them inside waits. */
  static final int MOST_WAITING = 4_000;

  private final Queue<Block> queue = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedDeque<WorkerThread> idle = new ConcurrentLinkedDeque<>();
  private final Set<WorkerThread> threads = ConcurrentHashMap.newKeySet();
  private final Permits permits = new Permits();
  private final AtomicBoolean searching = new AtomicBoolean();
  private final AtomicInteger threadsMade = new AtomicInteger();
  private final ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
  private final QueueLength queued;
  final Reaped reaped = new Reaped();

  /** The blocks that former threads had taken from the queue. Guarded by threads. */
  private long takenByFormer;

  private final PoolSize size;

  /** The measurement of this pool, or null. */
  private final AtomicReference<RunTimes> times = new AtomicReference<>();

  Worker(String name, int size, int queueLimit) {
    super(name);
    if (queueLimit < 1) {
      throw new IllegalArgumentException(
          "target " + name + ": a queue limit of " + queueLimit + "; it must be 1 or more");
    }
    this.size =
        new PoolSize(checkedSize(name, size), (from, to) -> Recorder.resized(name, from, to));
    this.queued = new QueueLength(queueLimit);
  }

  /**
   * Returns the most blocks that run at once, apart from those that have returned from a wait.
   *
   * @return the n of this pool
   */
  public int size() {
    return size.now();
  }

  /**
   * Changes the most blocks that run at once while the pool runs. Growing takes effect at once;
   * after shrinking, running blocks still run to their ends.
   *
   * @param threads the new n
   * @throws IllegalArgumentException if it is less than 1
   */
  public void resize(int threads) {
    size.change(checkedSize(name(), threads));
    while (!queue.isEmpty() && wakeOne()) {
      // Starts or wakes one thread for each new permit for which there is work.
    }
  }

  @Override
  public int queued() {
    if (queued.isLimited()) {
      return queued.now();
    }
    // A thread that ends moves its count in one step.
    synchronized (threads) {
      long taken = takenByFormer;
      for (WorkerThread thread : threads) {
        taken += thread.taken();
      }
      return queued.now(taken);
    }
  }

  /**
   * Counts the blocks on a thread, including those that wait there.
   *
   * @return a number that may be stale by the time it is read, and counts a thread that is just
   *     searching for work
   */
  public int running() {
    return permits.active() + permits.waiting();
  }

  /**
   * Begins to measure the times at which blocks are queued, begin and end, for code that sizes this
   * pool while it runs. Blocks that are already queued are left out. The end of a shutdown ends the
   * measurement.
   *
   * @param capacity the number of runs whose times are kept
   * @return the times, to be closed when they are no longer needed
   * @throws IllegalStateException if the pool is measured already
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
    return Thread.currentThread() instanceof WorkerThread thread && thread.context.pool == this;
  }

  @Override
  boolean hasWork() {
    // The queue is read first: a block leaves it only for a thread that already holds a permit.
    return !queue.isEmpty() || !permits.noneOut();
  }

  @Override
  void post(Block block) {
    if (!queued.addBelowLimit()) {
      throw new RejectedExecutionException(
          "block "
              + block.label()
              + ": the queue of target "
              + name()
              + " is full: limit="
              + queued.limit());
    }
    queue(block);
  }

  @Override
  void repost(Block block) {
    queued.add();
    queue(block);
  }

  // The thread itself polls the queue next, instead of one that it would wake. If it may not,
  // because the pool has shrunk, it comes to (7).
  @Override
  void requeue(Block block) {
    queued.add();
    add(block);
  }

  private void queue(Block block) {
    add(block);
    if (searching.get()) {
      return;
    }
    try {
      wakeOneOrThrow();
    } catch (Throwable noThread) {
      // A thread with a permit will poll the queue; if none is out, the block must not stay,
      // because the threads that wait may wait for it.
      if (permits.active() == 0 && forget(block)) {
        throw new RejectedExecutionException(
            "block " + block.label() + ": target " + name() + " got no thread", noThread);
      }
    }
  }

  private void add(Block block) {
    RunTimes measured = times.get();
    try {
      if (measured != null) {
        measured.arrives(block);
      }
      queue.add(block);
    } catch (OutOfMemoryError noMemory) {
      queued.remove();
      if (measured != null) {
        measured.withdraws(block);
      }
      throw noMemory;
    }
  }

  @Override
  boolean forget(Block block) {
    boolean removed = queue.remove(block);
    if (removed) {
      queued.remove();
      RunTimes measured = times.get();
      if (measured != null) {
        measured.withdraws(block);
      }
    }
    return removed;
  }

  @Override
  List<Block> unfinished() {
    List<Block> blocks = new ArrayList<>(queue);
    for (WorkerThread thread : threads) {
      blocks.addAll(unfinished(thread.context.block));
    }
    return blocks;
  }

  @Override
  Shape shape() {
    return new Shape(name(), "worker", size.now(), queued.limit());
  }

  @Override
  Load load() {
    return new Load(name(), queued(), permits.active(), permits.waiting());
  }

  /** Counts the threads that run a block or search for one. */
  int active() {
    return permits.active();
  }

  @Override
  void checkRoomToWait() {
    if (permits.waiting() >= MOST_WAITING && !WorkerThread.current().waits) {
      throw new IllegalStateException(
          "target "
              + name()
              + ": "
              + MOST_WAITING
              + " of its threads wait already; let fewer blocks wait at a time");
    }
  }

  @Override
  void checkMayBlock(String what) {
    checkRoomToWait();
  }

  @Override
  Parking.End waitFor(Wait wait, Parking.Terms terms) {
    boolean outermost = beginWait();
    try {
      return Parking.untilOver(wait, terms, null);
    } finally {
      endWait(outermost);
    }
  }

  @Override
  <T, X extends Throwable> T callBlocking(Blocking.Call<T, X> body) throws X {
    boolean outermost = beginWait();
    try {
      return body.call();
    } finally {
      endWait(outermost);
    }
  }

  /**
   * Notes that the calling thread of this pool is about to wait: its permit goes to another. False
   * if it waits in the middle of a blocking call, and has already passed its permit on.
   */
  private boolean beginWait() {
    WorkerThread thread = WorkerThread.current();
    if (thread.waits) {
      return false;
    }
    thread.waits = true;
    if (thread.measured != null) {
      thread.measured.waits();
    }
    permits.activeToWaiting();
    if (!queue.isEmpty()) {
      wakeOne();
    }
    return true;
  }

  private void endWait(boolean outermost) {
    if (outermost) {
      permits.waitingToActive();
      WorkerThread.current().endWait();
    }
  }

  /** The life of a thread that has just been given its first permit. */
  void serve(WorkerThread thread) {
    do {
      runUntilNoneIsLeft(thread);
      thread.idleSince = System.nanoTime();
      idle.addFirst(thread);
      permits.release();
      if (!queue.isEmpty()) {
        wakeOne();
      } else if (permits.noneOut()) {
        JvmLife.targetIsIdle();
      }
    } while (untilPermitted(thread));
    synchronized (threads) {
      threads.remove(thread);
      takenByFormer += thread.taken();
    }
  }

  private void runUntilNoneIsLeft(WorkerThread thread) {
    boolean passOn = true;
    // A thread too many, after the pool has shrunk or a wait has ended, gives its permit back.
    while (permits.active() <= size.now()) {
      Block block = queue.poll();
      if (block == null) {
        passOn = true;
        block = search();
      }
      if (block == null) {
        return;
      }
      if (queued.isLimited()) {
        queued.remove();
      } else {
        thread.countTaken();
      }
      if (passOn && !queue.isEmpty()) {
        wakeOne();
      }
      passOn = false;
      run(block, thread);
    }
  }

  private void run(Block block, WorkerThread thread) {
    RunTimes measured = times.get();
    // This happens before it runs: once suspended, another thread may queue it again.
    RunTimes.Begun begun = measured == null ? null : measured.begins(block);
    if (begun == null) {
      block.run(false);
      return;
    }
    thread.measured = begun;
    block.run(false);
    thread.measured = null;
    begun.ends();
  }

  private Block search() {
    if (!searching.compareAndSet(false, true)) {
      return null;
    }
    Block block = null;
    for (int i = 0; block == null && i < SEARCHES; i++) {
      Thread.onSpinWait();
      block = queue.poll();
    }
    searching.set(false);
    return block;
  }

  /** Waits for a permit; false if the thread has idled long enough and has left the idle ones. */
  private boolean untilPermitted(WorkerThread thread) {
    while (!thread.permitted) {
      if (thread.retired) {
        return false;
      }
      LockSupport.park(this);
      Thread.interrupted();
    }
    thread.permitted = false;
    return true;
  }

  /** The threads of this pool, as the reaper sees them. */
  final class Reaped implements Reaper.Threads {
    @Override
    public void retireIdle(long nanos) {
      long now = System.nanoTime();
      for (WorkerThread thread : idle) {
        // Only the thread that removes an idle thread from the idle ones decides what it does next.
        if (now - thread.idleSince >= nanos && idle.removeFirstOccurrence(thread)) {
          thread.retired = true;
          LockSupport.unpark(thread);
        }
      }
    }

    @Override
    public boolean areThere() {
      return !threads.isEmpty();
    }
  }

  /** Wakes like {@link #wakeOneOrThrow}, but ignores a failure, because other threads continue. */
  private boolean wakeOne() {
    try {
      return wakeOneOrThrow();
    } catch (Throwable noThread) {
      return false;
    }
  }

  /** Passes a free permit, if there is one, to a thread that has none. */
  private boolean wakeOneOrThrow() {
    if (!permits.acquireBelow(size.now())) {
      return false;
    }
    WorkerThread thread = idle.pollFirst();
    if (thread != null) {
      thread.permitted = true;
      LockSupport.unpark(thread);
      return true;
    }
    try {
      thread = new WorkerThread(this, name() + "-" + threadsMade.incrementAndGet());
      thread.setContextClassLoader(contextClassLoader);
      threads.add(thread);
      thread.start();
      Reaper.watch(reaped);
      return true;
    } catch (Throwable noThread) {
      threads.remove(thread);
      permits.release();
      throw noThread;
    }
  }

  private static int checkedSize(String name, int size) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "target " + name + ": " + size + " threads; it needs at least 1");
    }
    return size;
  }
}
